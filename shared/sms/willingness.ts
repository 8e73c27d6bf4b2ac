const who =
  '(?:i|id|ill|im|we|wed|well|were|me|us|i am|we are|i would|i will|we would|we will|would|will|can|could|am)'
const politely =
  '(?:(?:really|very|so|totally|definitely|absolutely|more than|quite|both|all|also|be|just|happily|gladly|certainly|please|hi|hello|yes|ok|yeah|oh|ooh|hmm|go on|well) )*'
const whim = '(?:it |this |that |you |them )?(?:a )?(?:go|try|whirl|shot|bash|chance|lash|trial)'
const act = `(?:come for \\w+|book (?:for|on|a|an|my|with|at) \\w+(?: \\w+){0,2}|give ${whim}|try(?: it| this| that)?(?: out)?|come(?: in| along| down| by| and \\w+)?|be there|pop in|book(?: in| it| one| now)?|join(?: in| up)?|sign up|go for (?:it|this|that|one)|take (?:it|this|that|one|you up on (?:it|that|this))|do (?:it|this|that)|have (?:it|one|this|that|a (?:look|chat|go|read|think about it))|proceed|go ahead|hear (?:it|about it|you out|all about it)|start|get started|get involved|be part of it|participate|chat|talk|discuss(?: it| this)?|avail of (?:it|this))`

const willing = [
  // id love to give it a go, we are happy to join
  new RegExp(
    `^${politely}(?:${who} )?${politely}(?:love to|like to|be up for|up for|willing|open|eager|excited|happy|delighted|glad|ready|game|keen|pleased|thrilled|all for|down|on for)(?: (?:to|for|on|it|this|that|a))*(?: ${politely}${act})?(?: (?:please|pls|plz|thanks|x+|then|asap|now))*$`,
  ),
  new RegExp(
    `^${politely}(?:i|we|ill|well|i will|we will|gonna|ima|i can|we can|let me|let us|lets|allow me to) ${politely}${act}(?: (?:please|pls|plz|thanks|x+|then|asap|now))*$`,
  ),
  new RegExp(
    `^${politely}(?:(?:can|could|may|might|when can|where can|how can|how do|where do|how would|how should) (?:i|we)|do i) ${politely}(?:just )?(?:${act}|register|enrol|enroll|apply|sign|get (?:in|on|it|one|set up|going)|claim(?: it| this)?|go about (?:it|this|\\w+ing)|grab one)(?: (?:please|pls|plz|thanks|x+|then|asap|now))*$`,
  ),
  /^(?:(?:ok|great|yes|so|cool|right|perfect|and|good|now|brilliant|lovely|alright|please) )*(?:whats|what is|what are|what|what happens|what do (?:i|we|you need me to)(?: (?:need|have))?(?: to)? do|where do (?:i|we) go|what should (?:i|we) do)(?: (?:the|from|my|our|is|to|do))*(?: (?:next|now|here|next steps?|steps?))+$/,
  /^(?:(?:ok|yes|so|please|pls|kindly|then|sure|great|feel free to|you can|you may|do|ye can|u can) )*(?:proceed|continue|carry on|go on|contact (?:me|us)|get in touch|reach out|set (?:me|us|it) up|enrol (?:me|us)|enroll (?:me|us)|register (?:me|us)|add (?:me|us)|include (?:me|us)|reserve (?:me|us|one|it)|save (?:me|us) (?:a spot|one|a place|a slot)|fit (?:me|us) in|pencil (?:me|us) in|pop (?:me|us) (?:in|down)|stick (?:me|us) (?:in|down)|hook (?:me|us) up|hit (?:me|us)(?: up)?|fill (?:me|us) in|give (?:me|us) (?:a )?(?:shout|bell|buzz|call|ring)|put (?:my|our) name (?:down|in)|enlighten (?:me|us)|elaborate|explain more|say more|do tell|spill|crack on|fire ahead|work away|knock yourself out)(?: (?:please|pls|plz|thanks|x+|then|asap|now|with (?:it|this|that)|for (?:it|this|that)|to (?:it|this|that)|on it))*$/,
  /^(?:(?:ok|yes|so|oh|ooh|this|that|it|is|its|thats|looks|sounds|seems|would be|just|exactly|very|really|right) )*(?:right up my street|my cup of tea|exactly what (?:i|we) (?:need|want)|just what (?:i|we) need|what i need|ready when you are|whenever (?:youre|you are) ready|music to my ears|no brainer|a win|worth a (?:try|go|shot|look)|intriguing|tempting|curious|helpful|useful|promising|exciting|appealing|good to me|up my alley)(?: (?:please|thanks|x+|tell me|send it))*$/,
  /^(?:(?:im|i am|were|we are|am|colour me|consider me|very|quite|really|so) )+(?:curious|intrigued|sold|listening|convinced|tempted|eager|excited|down|convinced|all in|on it|for it|with you)$/,
  /^(?:(?:ok|yes|yeah|so|oh|sure|well|go on|right|cool|please) )*(?:tell (?:me|us)|more|ofc|say less|bet|safe|(?:i |we )?(?:really )?(?:love|like|loving|liking)(?: the (?:sound|idea|look) of)? (?:it|this|that|the idea|this idea|your idea)|(?:what )?(?:a |an )?(?:great|good|brilliant|fab|lovely|super|excellent|amazing|class|cool) (?:idea|offer|deal|stuff|plan)|most definitely|defin\w+|fine by me|ye+ (?:go on|safe)|yh safe|yep+ers|(?:i|id|i would|would|wed|we would|might|could) (?:give it a \w+|try it|take it|do that|do it)|(?:ill|i will|well) (?:take|have) (?:the|a|an|one|\d)(?: ?\w+){0,3}|(?:mon|tues|wednes|thurs|fri|satur|sun)day(?: at \d+\w*)?(?: \w+)? (?:works|suits|is (?:good|fine|grand|great|perfect))(?: for me| me)?|(?:could|can|may) (?:i|we) (?:please )?(?:get|have|make|book|grab|arrange) (?:an?|one|the)(?: \w+){0,3}|(?:both|all|two|three|a few) of us are interested|sounds like (?:something|just|exactly|what)(?: \w+){0,4}|how to (?:join|sign up|book|start|apply|register)|wheres (?:the|this|your) (?:link|form)|where is (?:the|your) (?:link|form)|whats the (?:link|next step)|(?:add|put|include|count|enter|list) (?:my salon|our salon|us|me|me in|us in|me on|us on|my name)(?: (?:in|on|down|to it|to the list|to the waitlist))*|give it a (?:go|try|whirl|shot|lash)|see you (?:on |at |then |next )?\w+|ok and when|when can (?:i|we|you) (?:\w+ ?){1,3}|(?:can|could) you (?:fit|squeeze|book|slot|take|sign|get) (?:me|us) (?:in|on|up)(?: \w+){0,3}|(?:do you have|have you|have you got|any|got any|is there)(?: (?:any|anything|an|a|slots?|appointments?|availability|space|spaces|free|left|open|cancellations?|on|for|at|this|next|week|weekend|today|tomorrow|morning|afternoon|evening|(?:mon|tues|wednes|thurs|fri|satur|sun)days?))+)(?: (?:please|pls|plz|thanks|x+|then|sure|asap|now|yes))*$/,
  /(?:有兴趣|有興趣|感兴趣|想了解|想知道|想参加|愿意|想试|报名|預約|预约|发给我|告诉我更多)/u,
]

/** A clause that agrees by what the person will do: `I'll give it a go`, `how do we join`, `what next`. */
export const isWilling = (clause: string): boolean =>
  !/\b(?:not|dont|wont|cant|never|no|cannot|didnt|wouldnt|but|if|maybe|不|没)\b|[不没]/u.test(clause) &&
  willing.some((pattern) => pattern.test(clause))
