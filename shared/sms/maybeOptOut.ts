import { words } from './wording.ts'

/**
 * Detects questions that may be an opt-out, such as `Hello, wrong number?`. `isDoubtful`: found one, so a person decides.
 * `rest`: the text without these words, so that a clear opt-out beside them is still detected.
 */
export function detectDoubts(folded: string): { isDoubtful: boolean; rest: string } {
  const asked = askingSigns.test(folded)
  let isDoubtful = otherWay.test(folded)
  const isPlayful = laughter.test(folded) || praise.test(words(folded))
  const rest = (folded.replace(otherWay, ' ').match(/[^.,;:!?\n]+[.,;:!?\n]*/g) ?? []).map((clause) => {
    const found = doubtsIn(clause, asked, isPlayful)
    if (found.length === 0) return clause
    isDoubtful = true
    return `${found.reduce((text, pattern) => text.replace(pattern, ' '), words(clause))}. `
  })
  return { isDoubtful, rest: rest.join(' ') }
}

/** `Don't text, ring me`: not by text, but not gone. */
const otherWay =
  /(?<!\b(?:i|we) )\b(?:dont|do not) (?:text|txt|message|msg)\b(?: me| us)?(?: here)?[ ,.;-]*(?:just |please |pls |but )*(?:ring|call|phone|email|whatsapp|use (?:whatsapp|email|my)|dm)\b|(?<!\b(?:i|we) )\b(?:dont|do not) text\b[^?\n]{0,40}\b(?:ill|i will|i can) (?:ring|call|phone|email)\b|\b(?:email|ring|call|phone|whatsapp) me(?: instead)?[ ,.;-]*(?:no|not) (?:texts?|by text)\b/

const askingSigns = /[❓❔🤔]/u

/** `Stop it 😂 yes please!` is no opt-out, but may be one. */
const laughter =
  /[😂🤣😆😅😹😜😝😛😍🥰🤭😊☺🙈🥹💀🎉]|\b(?:ja(?:ja)+|ha(?:ha)+h?|he(?:he)+|lo+l|lmf?ao|rofl|jk|jok(?:e|es|ing)|kidding|thats gas|gwan)\b/u
const praise =
  /\b(?:yes|yeah|(?:love|loving) (?:it|this|that|to)|id love|i love|amazing|gorgeous|too (?:kind|good|funny|much)|so (?:kind|good|sweet|funny|cute)|making me|omg|cant wait|count me in|interested|sounds|tell me more|wow|obsessed|stunning|brilliant|deadly)\b/
const playfulStop =
  /\b(?:ah |oh |aw+ |omg )?stop (?:it|that|the lights|you)\b|\b(?:go away|shut up|get out)\b|^(?:would|will) (?:you|ye) stop$|^stop (?:how|what|when|omg|yes|youre)\b|^(?:ah+|oh+|aw+) (?:\w+ )?stop\b/

/** Often the appointment, not the texts. */
const cancels =
  /^(?:(?:please|pls|plz|hi|hiya|hello|hey|sorry|just|can|could|would|will|you|u|i|we|id|ill|want|wish|need|like|to|have|ok|thanks|thank you|gonna|going|must|if) )*cancel(?:ling|ing|led)?(?: (?:please|pls|plz|thanks|thank you|ta|cheers|it|this|that|me|us|everything|all|now|sorry|x+|hun|asap|for me|if possible))*$/
const asking =
  /^(?:(?:hi|hiya|hello|hey|sorry|eh|em|um|so|and|but|then|czy|excuse me|who is this|whos this|who dis) )*(?:is|are|r|have|has|do|did|does|was|could|would|you sure|u sure|an bhfuil|czy)\b/

/** Doubtful only as a question; as a statement it confirms the number. */
const rightNumber =
  /\b(?:right|correct) (?:number|no|num|person|phone|one|salon|business)\b|\buimhir cheart\b/

const people = '(?:you|u|ye|yous|youse|ya|i|we|im|youre)'
const doubts = [
  // was this meant for me
  /\b(?:did|do) (?:you|u|ye|ya) mean to (?:text|txt|send|message|msg|write|contact)\b/,
  /\b(?:is|was) (?:this|that|it)(?: \w+){0,2} (?:meant|intended) for\b|\b(?:is|was) (?:this|that|it)(?: really)? for (?:me|us|someone else|somebody else)\b/,
  // why do I get this
  new RegExp(
    `\\b(?:why|how come|y)(?! wont)(?: \\w+){0,2} ${people}(?: \\w+){0,2} (?:text|txt|messag|msg|contact|gett|sent|send|receiv|writ|bother)\\w*`,
  ),
  /\bpor ?que (?:me|nos) (?:escrib|mand|envi|llam|contact|text)\w*|\b(?:dlaczego|czemu|po co) (?:do mnie |pani |pan |panstwo )?(?:pisz|wysyla|dzwon)\w*|\b(?:cen fath|cad chuige)\b.{0,40}\b(?:teacs|cur|seol|scriobh)/,
  // did I ask for it
  /\b(?:did|have) (?:i|we) (?:ever |really |just )?(?:sign(?:ed)? up|subscribed?|agreed?|opt(?:ed)? in|consent(?:ed)?|give|gave|given|join(?:ed)?)\b|\bsomething (?:i|we) (?:signed|subscribed|agreed)\b/,
  /\b(?:am|are) (?:i|we) (?:subscribed|signed up|on (?:a|some|your|the|this|any)(?: \w+)? ?list)\b|\b(?:what|which|whose) list (?:am|are) (?:i|we)\b|\bis (?:this|it) an? (?:subscription|mailing list)\b/,
  // what if I opted out
  /\bshould (?:i|we)(?: just| be)? (?:block|report)\w*/,
  /(?<!\btimes )\b(?:do|should|can|must|could) (?:i|we) (?:(?:just|have|need|to|got|gotta) ){0,3}(?:reply|text|say|send|type|txt)(?: you)? stop\b|(?<!how )\b(?:do|should|must) (?:i|we) (?:just |have to |need to )+(?:unsubscribe|opt out)\b|^what happens if (?:i|we) (?:reply|text|say|send|type|txt) stop$/,
  // only for a time, by another way, or fewer
  /\b(?:maybe|might|thinking (?:of|about)|should i|considering|tempted to)(?: just)? (?:unsubscrib\w*|opt(?:ing)? out|take me off|stopping|stop (?:these|this|them))\b/,
  /(?<!\b(?:i|we) )\b(?:dont|do not) (?:text|txt|message|msg)(?: me| us)? (?:before|after \d|during|while|at night|late|on (?:sun|satur|mon)days?|early|here)\b/,
  /\b(?:stop|pause|hold off|no more|no texts|dont text|do not text)\b.{0,40}\b(?:until|untill|till|til|for now|for the moment|for a while|for a bit|over the (?:summer|holidays|christmas)|this (?:week|month))\b|\b(?:pause|hold off|snooze|mute)\b.{0,30}\b(?:texts?|texting|messages?|messaging|me|these|this|them|for|it)\b|\b(?:stop|pause|hold off)\b(?: \w+){0,4} for (?:an? (?:few|couple(?: of)?|little|wee|good)|some|two|three|four|six|the next|\d+) ?(?:\w+ )?(?:weeks?|months?|while|time|days?|years?|bit)\b|\bstop(?: \w+){0,3} for (?:a|the) (?:month|week|year|moment|time being)\b/,
  /\b(?:only|just|yes to|keep)(?: the| my)? reminders\b|\breminders (?:only|are (?:fine|ok|grand))\b|\bchange my number to\b|\b(?:by |on )?(?:phone|e ?mail|whatsapp) only\b/,
  // by email instead of by text
  /(?<!\bsend\b.{0,30})\b(?:e ?mails?|call|ring|phone|whats ?app|dm)\b(?: \w+){0,3} (?:instead|rather than (?:by )?(?:text|txt|sms)\w*|(?<!\bdo )not (?:by |a )?(?:texts?|texting|sms))\b|\b(?:only|just) (?:contact|email|call|ring|phone|reach)(?: me| us)?(?: by| via| on| through)? (?:e ?mail|phone|whats ?app|post|letter)\b|\bonly (?:e ?mail|ring|call|phone)(?: me| us)?\b|\b(?:prefer|rather|sooner)(?: \w+){0,3} (?:e ?mails?|whats ?app|calls?|phone|post)\b/,
  /\b(?:rather|prefer)(?: \w+){0,2} (?:not (?:get|receive|have)|no texts?|no messages?)\b|\bnot (?:really |that |very )?interested in (?:these|the|your|any|getting|receiving)(?: \w+)? (?:texts?|messages?|offers)\b/,
  /\b(?:another|third|fourth|fifth|sixth|\d+(?:rd|th)) (?:text|message|one)\b.{0,20}\b(?:this week|today|from you|in a|this month)\b/,
  /\b(?:less|fewer|too many|so many|not (?:so|as) many|less often|cut down|every (?:day|week))\b(?: \w+){0,4} (?:texts?|messages?|msgs?|texting|messaging|sms)\b|\b(?:texts?|messages?)\b.{0,20}\b(?:too (?:often|many|much)|less often)\b|\bnot (?:from|on|to) this (?:number|phone)\b/,
  /\b(?:a|any) way (?:out of|to get out of|off) (?:this|these|it|here)\b/,
  /\b(?:not|un) ?(?:really |so )?sure (?:i|we|if i|that i|about)(?: \w+){0,5} (?:texts?|txts?|messages?|getting (?:this|these|it))\b/,
]

/** The number may belong to another person now. */
const otherOwner = [
  /\b(?:doesnt|does not|dont|do not|no longer) (?:work|own|run|manage|live)s?\b(?: \w+){0,3} (?:here|any ?more|now)\b|\b(?:dont|do not) (?:own|have|run) (?:a|any) (?:salon|spa|shop|business)\b/,
  /\b(?:has|have|is) (?:left|gone from|moved on from) (?:the|this|our) (?:salon|spa|shop|business|place)\b/,
  /\b(?:not|isnt|aint|no longer) (?:\w+s|her|his|their|the \w+s) (?:number|phone|mobile|cell|salon)\b/,
  /^(?:sorry |hi |eh )*(?:im|i am) not (?!sure|ready|interested|happy|bothered|home|here|open|in|free|available|able|keen|great|well|the|a|an|really|so|that|doing|going|working|busy|too|very|going|at|on|for|looking|convinced|certain|good|bad|now|yet|buying|paying|even|from|as|him|retired)\w{2,20}(?: (?:lol|sorry|x+|haha|love|hun))?$/,
  /\b(?:nobody|no one|noone) (?:here )?(?:by|with|of) (?:that|this) name\b|^(?:sorry |theres |there is )*no (?!problems?\b|issues?\b|complaints?\b|worries\b|change\b|interest\b|need\b|one\b|texts?\b|messages?\b)\w+ (?:here|at this number|on this number)$/,
  /\b(?:had|used to have|previously had) this (?:number|phone|mobile)\b|\b(?:this is|its|im) (?:her|his|their) (?:daughter|son|husband|wife|mother|mam|mum|mom|sister|brother|partner|friend|old boss)\b/,
]

function doubtsIn(clause: string, allAsked: boolean, isPlayful: boolean): RegExp[] {
  const text = words(clause)
  const asked = allAsked || clause.includes('?') || asking.test(text)
  const numbers = [
    ...(isPlayful ? [playfulStop] : []),
    ...(asked ? [rightNumber, /\bsure (?:this|that) is for (?:me|us)\b/] : []),
  ]
  return [...numbers, cancels, ...doubts, ...otherOwner].filter((pattern) => pattern.test(text))
}
