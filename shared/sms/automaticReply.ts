import { isBusinessReply, isPhoneNotice } from './businessReply.ts'
import { words } from './wording.ts'

// Texts that a phone or a service writes: driving and Focus modes, out of office, opening hours, voicemail, carriers.

/** Only machines write these. */
const machine: RegExp[] = [
  /\b(?:android auto|carplay)\b|\b(?:am|is|are) (?:currently|temporarily) unavailable\b|\b(?:message|text|sms) (?:was )?blocked by\b|\b(?:number|person|mobile|phone) you (?:have |ve |are )?(?:texted|called|dialled|dialed|reached|messaged|texting|calling)\b.*\b(?:not|cannot|cant|doesnt|unavailable|off)\b|\b(?:subscriber|customer|recipient) (?:cannot|can not|cant|could not) be reached\b|\bam fahren\b|\brecipient unavailable\b|\bsubscriber (?:is )?(?:not reachable|unreachable|unavailable)\b|\b(?:mobile|number|phone|person) you (?:are|re) (?:calling|texting) is\b|\b(?:number|phone|line) (?:doesnt|does not|cant|cannot) (?:take|get|receive|accept) (?:texts?|messages?|sms)\b|\bsms (?:is )?not supported\b|\bnot available to take your\b|\bleave (?:your|a) (?:name|message)(?: and (?:your )?number)?\b.*\b(?:get back|call you|ring you|return)\b|^automated\b|\byour receipt is ready\b|\bone time pass\w*|\bhigh (?:volumes?|demand) (?:of \w+ )?\b.*\brepl|^do not disturb (?:ill|i will|im|i am)\b|\b(?:no ?reply|outgoing) (?:number|texts? only|messages? only)\b|\boutgoing (?:texts?|messages?|calls?) only\b|^undeliverable\b|\byou (?:have )?missed a call\b|\breply cancel to\b|\byour appointment with\b.{0,60}\b(?:confirmed|reply)\b|\b(?:dont|do not) (?:check|monitor|accept|take|read|answer)(?: \w+){0,2} (?:texts?|messages?|by text)\b.*\b(?:book|call|ring|email|visit|please)\b|\b(?:book|call|ring|email|visit|please)\b.*\b(?:dont|do not) (?:check|monitor|accept|take|read|answer)(?: \w+){0,2} (?:texts?|messages?|by text)\b|\b(?:person|customer|number|subscriber) you are (?:texting|calling|trying)\b|\bdid ?n[o ]?t (?:understand|recogni[sz]e) (?:that|this)\b|\b(?:estamos cerrados|nous sommes fermes|siamo chiusi|wir haben geschlossen|salon zamkniety|jestesmy zamknieci|suntem inchisi|estamos fechados|atostogau\w+)\b|\b(?:verification|security|login|access|one time) (?:code|passcode|password|pin)\b|\byour (?:code|otp|pin) is\b|\byour (?:parcel|package|delivery|prescription)(?: \w+){0,3} (?:is|has|will|was)\b|\b(?:reply|text) yes to (?:confirm|subscribe|join)\b|\bwhats ?app business\b|\bauto(?:matic|mated)? (?:message|msg|text|reply|response|notice|sms|repl(?:y|ies))\b|\bcall blocking service\b|^(?:\w+ )?number busy\b|^sent from my car\b/,
  /\b(?:our|the salons?|shop) (?:opening |business |salon |shop )?(?:hours|times) (?:are|is)\b|^(?:opening|business) (?:hours|times)\b|\b(?:you have|youve) reached\b.{0,80}\b(?:leave|out of hours|not able|unable|cant|cannot|not here|call back|get back)\b|\bar (?:wyliau|saoire)\b|\bna urlopie (?:do|od)\b/,
  /\bon (?:maternity|annual|sick|paternity|parental|compassionate) leave\b.{0,80}\b(?:contact|ring|call|email|until|till|not be|wont be|back)\b/,
  /\breply help\b|\b(?:msg|message)s? ?(?:and )?data rates\b|\bunknown keyword\b|\binvalid (?:keyword|number|response|reply|option)\b|\bdid ?n[o ]?t (?:understand|recogni[sz]e) your\b|\b(?:message|text|sms) failed\b|^undelivered\b|\bservice is (?:currently )?unavailable\b|\bnicht erreichbar\b|\baan het rijden\b|\bgyrru ar hyn\b|\b(?:one of )?our (?:stylists?|team|staff|technicians?|receptionists?|therapists?) will\b/,
  /^(?:away message|auto|voicemail from|voice ?mail transcript\w*|status|system message|service message|delivery status)\b|\b(?:replies|texts|messages) (?:to|sent to) (?:this|the) (?:number|address|inbox|phone|mailbox|line)(?: \w+)? (?:not|never|unread|wont|cannot|arent)\b|\b(?:ticket|case|incident|reference) (?:number |no |id )?#?\d+|\b(?:ticket|case) (?:has been |was )?(?:created|opened|logged)\b/,
  /\byou (?:have|are|were|will|ve)(?: \w+){0,3} (?:unsubscribed|opted out|resubscribed|re subscribed|opted in|subscribed|no longer receive)\b|\byouve(?: \w+){0,2} (?:unsubscribed|opted out|been removed)\b|\breply start\b/,
  /\b(?:mesaj|mensaje|mensagem|messaggio|wiadomosc|nachricht|bericht|zprava|sms|raspuns|zinute|atsakymas|zina|message|reponse|antwort|odpowiedz|risposta|respuesta|resposta)\w* automa\w+|\bautomat(?:ic|yczn|isch|ines|iska|ick)\w* (?:mesaj|mensaje|mensagem|wiadomosc|nachricht|antwort|atsakymas|zina|odpowiedz|bericht|zprava)\w*/,
  /\b(?:je conduis|je suis (?:au volant|en reunion|en conge|en vacances)|estoy (?:conduciendo|manejando|en una reunion|de vacaciones)|ich fahre gerade|bin (?:gerade )?(?:am steuer|im urlaub|in einer besprechung|unterwegs)|(?:prowadze|jade) (?:teraz |wlasnie )?(?:samochod|autem|auto)|jestem (?:na urlopie|na spotkaniu|w trakcie jazdy)|sto guidando|sono (?:in riunione|in ferie|alla guida)|estou (?:a conduzir|dirigindo|em reuniao|de ferias)|conduc acum|sunt (?:la volan|in concediu|in sedinta)|ag tiomaint|yn gyrru|vairuoju|esu (?:susirinkime|atostogose)|araba kullaniyorum|toplantidayim)\b|(?<!\p{L})(?:я за рулем|я за кермом|я на встрече|я на нараді)|正在开车|正在開會|正在开会|انا اقود/u,
  /\bdo not disturb (?:while driving|mode|is on|is turned on|turned on|enabled|activated)\b|\b(?:driving|work|sleep|personal|reduce interruptions) focus\b|\bfocus (?:mode|turned on|is on|enabled)\b/,
  /\bnotifications? (?:are |is |have been |has been )?(?:silenced|turned off|muted|paused)\b|\bnot (?:be )?receiving notifications\b|\bdriving mode\b|\bsent automatically\b|\breply urgent\b/,
  /(?:^|\b(?:this is|is|was|an?|following|from) (?:an? )?)auto(?:matic|mated)? ?(?:reply|response|responder|message|text|answer|sms|email)\b|\bauto ?(?:reply|response|responder)\b|\b(?:automatic|automated) (?:reply|response)\b|\bautomatically (?:generated|sent)\b/,
  /\b(?:reponse|message) automatique\b|\brespuesta automatica\b|\bmensaje automatico\b|\bautomatische (?:antwort|nachricht|abwesenheit\w*)\b|\bodpowiedz automatyczna\b|\bautomatyczna (?:odpowiedz|wiadomosc)\b|\brisposta automatica\b|\bresposta automatica\b|\bmensagem automatica\b|\bfreagra uathoibrioch\b|\bymateb awtomatig\b|\braspuns automat\b|\bautomatinis\b|\bавтоответ\w*|\bавтоматическ\w+ (?:ответ|сообщ)\w*|自动回复|رد (?:تلقائي|الي)/,
  /\bout of (?:the )?office\b|\booo\b|\babwesenheitsnotiz\b|\bim buro nicht\b|\bfuera de la oficina\b|\babsent du bureau\b|\bpoza biurem\b|\bas an oifig\b|\ballan o r swyddfa\b/,
  /\b(?:this|the) (?:number|mailbox|inbox|phone|line|account|address|service) (?:is|does|cannot|can not|isnt|doesnt)(?: \w+)? ?(?:not )?(?:monitored|unmonitored|accept\w*|receive\w*|able to receive|set up to receive|equipped)\b|\bunmonitored\b|\bdo not reply to this (?:message|text|number|sms)\b|\b(?:please )?do not reply\b.{0,40}\b(?:automat\w+|monitored)\b|\bno ?reply\b.{0,30}\bautomat\w+/,
  /\b(?:number|subscriber|customer|person|phone|user)(?: (?:that )?you(?: have|ve|re| are)? (?:dialled|dialed|texted|called|trying to (?:reach|call|contact|text)|calling|contacting))? (?:is|has been|was)(?: \w+)? (?:not in service|no longer in service|out of service|unavailable|not available|switched off|disconnected|unreachable|not reachable|cannot be reached)\b/,
  /\b(?:message|text|sms|msg)(?: \w+){0,4} (?:could not|cannot|can not|couldnt|was not|wasnt|failed to|unable to|has not been|not) (?:be )?(?:delivered|sent|deliver|send)\b|\bunable to (?:receive|deliver|send) (?:the |this |your )?(?:messages?|texts?|sms)\b|\bmessage blocking is active\b|\bfree ?msg\b|\bdelivery (?:failed|failure|report|receipt|notification)\b/,
  /\b(?:voicemail|voice mail|answer ?phone|answering machine|visual voicemail)\b.{0,80}\b(?:leave|left|message|dial|call|received|new|full|inbox)\b|\byou have (?:\w+ )?(?:new )?(?:voicemails?|voice messages?|missed calls?)\b|\bleave a (?:message|voicemail) after\b|\bafter the (?:tone|beep)\b|\bmailbox (?:is )?full\b|\bunable to (?:take|answer|get to) (?:your|the) (?:call|phone)\b/,
]

/** Carriers confirm a stop, and mailboxes read out what a caller said. */
const notices = [
  /\bsuccessfully (?:unsubscribed|opted out)\b|^(?:unsubscribe|opt ?out) successful\w*|^(?:youre|you are) (?:now )?(?:unsubscribed|opted out)\b|\b(?:weve|we have) received your (?:stop|opt ?out)\b|\b(?:text|txt) \w+ to \d{4,}\b.*\bstop to\b|^text stop to unsubscribe from (?!this|these|your|you)\w+ /,
  /^(?:your )?(?:stop|opt ?out|unsubscribe)(?: request)?(?: has been| is| was)? (?:received|confirmed|processed|complete\w*|successful|accepted|registered|noted by)\b/,
  /\byou(?:ve| have| are| were| will be| will)?(?: \w+){0,3} (?:unsubscribed|opted out|opted in|resubscribed|removed)\b(?! (?:me|us|my|our|this|him|her)\b)(?=.*\b(?:receive|receiving|reply|text|start|unstop|from|of|messages?|list)\b)/,
  /\b(?:reply|text|txt|send|respond)(?: \w+){0,2} (?:start|unstop)\b(?=.*\b(?:to|resubscribe|receive|again)\b)/,
  /\byou (?:have )?(?:replied|texted|sent|responded|opted)(?: with)?(?: (?:the )?(?:word|keyword))? (?:stop|out)\b/,
  /^(?:visual )?voice ?mail\b|\b(?:new|\d+) (?:voice ?mails?|voice messages?)\b|\b(?:voice ?mail|message|call) transcri\w+|^transcri(?:pt|ption)\b|^missed call\b/,
  /^(?:network|system|service|carrier|operator) (?:msg|message|notice|info|alert)\b|^(?:ee|o2|vodafone|voda|tesco mobile|giffgaff|sky mobile|three|lebara|lyca|at t|t mobile|verizon|eir|virgin media) (?:info |msg |notice |alert )?(?:you|youve|your|we|weve|the|this|sorry)\b/,
]

const startsWithStop =
  /^(?:please |pls )?(?:stop|unsubscribe)\b(?! (?:successful|request|received|confirmed|processed|has been|is|was))/

/** Whether a carrier or a mailbox reports something. What it quotes is no wish of the person. */
export function isMachineNotice(folded: string): boolean {
  const text = words(folded)
  return notices.some((pattern) => pattern.test(text)) && !startsWithStop.test(text)
}

/** Greetings of a business. They count with one of `laterOrClosed`. */
const greeting =
  /\b(?:thanks|thank you|thankyou|thx)(?: \w+){0,3} for (?:contacting|your (?:\w+ )?(?:message|text|sms|enquiry|inquiry|email|call|interest in|query|request)|texting|reaching|getting in (?:touch|contact)|messaging|calling|writing|choosing|the (?:message|text|sms))\b|\b(?:merci (?:de|pour)|gracias por|danke fur|vielen dank fur|dziekujemy za|grazie per|obrigad[oa] p\w+|go raibh maith agat as|diolch am|multumim (?:ca|pentru)|aciu kad|спасибо за|дякуємо за|感谢您的)|\b(?:you have|youve) reached\b|\b(?:your|the) (?:message|text|enquiry|sms) (?:has been|was|is) (?:received|important)\b|\bwe (?:have )?received your (?:message|text|enquiry|sms)\b/
const laterOrClosed =
  /\b(?:away|out) (?:until|till|from)\b|\b(?:get back|be back|reply|respond|answer|be in touch|contact you|call you|revert|return your|reach out|attend to)\b.{0,60}\b(?:soon|shortly|possible|asap|hours?|day|days|time|open|opportunity|can|back|able|return|within|tomorrow|monday|minute|moment)\b|\b(?:currently|now|at the moment|all|are|is|were|salon) closed\b|\bclosed (?:on|from|until|till|for|today|now|at)\b|\b(?:business|opening|office|working|salon|trading) hours\b|\bhours (?:are|of)\b|\b(?:our|the) team\b|\ba member of (?:our|the) (?:team|staff)\b|\bcurrently (?:unavailable|busy|with (?:a )?clients?|away|out|experiencing)\b|\bto book\b.{0,40}\b(?:visit|call|go to|click|online|app|link|www|http)\b|\bbook online\b|\b(?:repondr|respond|antwort|odpowie|odpisz|melden|risponder|contestar|szybko|freagr|zuruck|delai|pronto|brevedad)\w*/

/** A business says that it is closed. `We closed down` is a no. */
const closed =
  /\b(?:were|we are|salon(?: is)?|shop(?: is)?|we will be|well be|office is)(?: \w+)? (?:closed|shut) (?:today|now|on|until|till|for the|at|this|over|tomorrow|all|(?:mon|tues|wednes|thurs|fri|satur|sun)days?)\b|^(?:sorry )?(?:were|we are)(?: now| currently)? (?:closed|shut)(?: we (?:open|re ?open|are back)\b.*)?$|\bwe close at \d|^(?:hi |hi there |hello )?(?:were|we are) open (?:mon|tue|wed|thu|fri|sat|sun|from|daily)\w*\b.*\b(?:leave|call|ring|message)|^closed (?:for|until|till|today|on)\b|^(?:sorry )?(?:ill|i will) (?:call|get back|text|ring|reply|respond|message)(?: you| back| to you| to u){0,2} (?:shortly|later|soon|as soon as (?:i can|possible)|asap)$|^sorry i missed your call\b(?!.*\b(?:yes|book|interested)\b)|\b(?:re ?open|open again|back open)(?:s|ing)? (?:on|at|tomorrow|monday|tuesday|wednesday|thursday|friday|saturday|sunday)\b/
const busy =
  /\b(?:driving|in (?:a|an) (?:\w+ )?(?:meeting|class|lecture|appointment|interview|exam)|at (?:the |a )?(?:cinema|gym|work|theatre|hospital|airport|movies|school|dentist|wedding|funeral)|with (?:a |my |another )?(?:client|customer|patient)s?|busy|on (?:a |the )?(?:call|plane|flight|train|phone|bus)|^(?:holidays?|travelling|traveling)|on nights|travelling|on (?:holidays?|vacation|leave|annual leave|a break)|away|asleep|teaching|in class|unavailable|cant (?:talk|text|answer|reply))\b/
const promises =
  /\bttyl\b|\bback (?:on |by )?(?:\d|mon|tue|wed|thu|fri|sat|sun|tomorrow)\w*|\bwill reply then\b|\b(?:will|ill|well|can|shall|to)(?: \w+)? (?:reply|respond|text|call|get back|ring|message|answer|see|check|read)\b(?: \w+){0,4} (?:later|soon|back|when|after|once|between|in a|asap|tomorrow|shortly|tonight)\b|\b(?:will|ill) (?:reply|respond|answer|text|call|ring)(?: (?:later|when|after|once|between|as)\b)|\bcall back later\b|\bnot (?:be )?checking (?:my |this |any )?(?:messages?|phone|texts?|emails?)\b/
/** A person who is busy but wants something. */
const ownWish =
  /\b(?:book\w*|(?<!between )appointments?|interested|price|how much|love to|offer|(?<!(?:safe|able) to |when i )stop|unsubscribe|remove|delete|no thanks|wrong)\b/

const away = [
  // Not at the phone.
  /^(?:(?:hi|hey|hello|sorry|apologies|but|im|i am|we are|were|currently|am|at the moment|right now|just|ive|i have) )*(?:driving|at work|in (?:a |an? \w+ )?(?:meeting|class|lecture|call|appointment|conference|movie|cinema|surgery|theatre|session|treatment)|on (?:a |another )?(?:call|plane|flight|holidays?|vacation|annual leave|leave|maternity leave|sick leave|shift|the phone|the road)|away (?:from (?:my|the) (?:phone|desk))?|out of (?:the )?(?:country|town)|(?:at|in) (?:the |a )?(?:gym|theatre|lectures?|school|college|church|mass|(?<!in )hospital|doctors?|dentist|airport|yoga|training)|(?:my )?phone (?:is )?on silent|asleep|sleeping|closed|call(?:ing)? you right back|ill call you right back|call you later|busy driving|travelling|traveling|unavailable|(?:on|in) do not disturb|do not disturb on|dnd)(?: (?:right now|now|at the moment|currently|just now|today|this week|and|until|till|til|from|to|on|the|\d+\w*|monday|tuesday|wednesday|thursday|friday|saturday|sunday|january|february|march|april|may|june|july|august|september|october|november|december|next|week|tomorrow|noon|midnight|am|pm|phone|so|sorry|x+))*$/,
  /\b(?:on|have|got|using|has|in|set to|turned on|put on|phone is on) (?:my )?(?:do not disturb|dnd)\b|\bdo not disturb (?:on )?(?:until|till|til)\b/,
  /^(?:(?:hi|hey|hello|sorry|but|and|so|currently) )*(?:i |we )?(?:cant|cannot|can not|am unable to|unable to|not able to|wont be able to) (?:talk|text|chat|reply|respond|answer|speak|take calls|come to the phone|pick up|read|see|check)(?: (?:right now|now|at the moment|just now|currently|the phone|your (?:call|message|text)|messages?|texts?|this|to you|back|until|till|later|while|driving|as im|im|today|\d+\w*|am|pm))*$/,
  /^(?:(?:hi|hello|hey|sorry|i|am|im|will be|on|currently|away) )*(?:annual leave|on leave|on holidays?|on vacation|away)(?: \w+){0,10}$/,
]
const later =
  /^(?:(?:and|but|so|or|i|we|ill|well|will|shall|can|could|let|me|please|to|asap) )*(?:get back|reply|respond|text|call|ring|phone|message|be back|see|read|check|answer|contact|be in touch|return|talk|speak|get to|catch up|chat)(?: (?:to|with|you|u|your|yous|back|message|messages?|text|texts|call|calls|it|this|them|later|soon|shortly|when|once|after|as|i|im|ive|am|can|get|gets|where|going|there|home|arrive|arrived|parked|stationary|safe|safely|finished|done|free|stop|stopped|driving|available|possible|asap|on|my|return|at|in|a|an|the|bit|while|hour|minutes?|mins|work|until|till|from|monday|tuesday|wednesday|thursday|friday|saturday|sunday|tomorrow|tonight|today|this|next|week|evening|afternoon|morning|meeting|out|of|over|\d+\w*|january|february|march|april|may|june|july|august|september|october|november|december|again|online))*$/
const smallTalk =
  /^(?:(?:sorry )?(?:i |we |ive )?(?:just )?missed (?:your|ur|you) ?(?:call|text|message)?|hi|hey|hello|hiya|sorry|thanks|thank you|thx|cheers|apologies|regards|kind regards|many thanks|if urgent|if (?:this|it|its) is? ?urgent(?: \w+){0,8}|for urgent \w+(?: \w+){0,8}|in an emergency(?: \w+){0,8}|dont text back|text me|bye|talk (?:soon|later)|speak (?:soon|later)|x+|lol|whats up|right now|back (?:on|in|at) (?:\w+ ?){1,4})$/

const clauseEnd = /[.,;:!?\n()–—|\p{Extended_Pictographic}]+|\s-+\s|\b(?:but|so|and)\b/u

/** A person speaks: an answer, or a question that is not "How can we help?". */
const personal =
  /(?:^|[.,!\n] *|\b(?:and|but) )(?:yes|yeah|yep|yup|sure|definitely|absolutely|please do)\b|\b(?:im|i am|we are|were|be|very) interested\b|\b(?:tell|send|text|email) (?:me|us) (?:more|the|it|on|info|details)\b|\?/

/**
 * Whether a phone or a service wrote the text. `folded`: as from `fold`. A person who is busy and promises to answer counts
 * too, if nothing else is said.
 */
export function isAutomaticReply(folded: string): boolean {
  const text = words(folded)
  if (isPhoneNotice(text) || machine.some((pattern) => pattern.test(text)))
    return !asksAboutMachines.test(text)
  if (personal.test(folded.replace(helpOffer, ' '))) return false
  return (
    (greeting.test(text) && laterOrClosed.test(text)) ||
    isBusinessReply(text) ||
    closed.test(text) ||
    (busy.test(text) && promises.test(text) && !ownWish.test(text)) ||
    isOnlyAway(folded)
  )
}

const helpOffer =
  /\b(?:how|what) (?:can|may) (?:we|i) (?:help|do for)[^?.!\n]{0,30}\??|\bwhats up\?|\bcan i (?:call|text|ring|message)(?: you)?(?: back)?(?: later| soon| tomorrow)?\?|\btext me\?/
const asksAboutMachines = /\b(?:is|are|was|r) (?:this|these|that|it|they|you)\b.{0,40}\b(?:auto|bot\b)/

function isOnlyAway(folded: string): boolean {
  const clauses = folded.split(clauseEnd).map(words).filter(Boolean)
  if (clauses.length > 12 || !clauses.some(isAway)) return false
  return clauses.every((clause) => later.test(clause) || smallTalk.test(clause) || isAway(clause))
}

const isAway = (clause: string) => away.some((pattern) => pattern.test(clause))

/** What machines say about stopping. A STOP of the person stands elsewhere. */
const machinePhrases =
  /\bstop (?:to|2) (?:unsubscribe|opt out|end|cancel|stop|quit)\b|\bto (?:unsubscribe|opt out|stop|end|cancel)\b[^.!?\n]{0,40}\b(?:reply|text|txt|send)(?: \w+)? ["“]?(?:stop|end|cancel|quit|unsubscribe|out|no)\b["”]?|\byou (?:have|are|were|will|ve)?(?: \w+){0,3} (?:unsubscribed|opted out|(?:not receive(?: any)?|receive no)(?: more| further)?(?: \w+){0,3})\b|\byouve(?: \w+){0,2} (?:unsubscribed|opted out|been removed)\b|\b(?:do not|dont) disturb(?: me)? (?:before|until|till|after|unless|between)\b|\b(?:reply|text|txt|send|respond|answer|type)(?: with)? ["“]?(?:stop|unsubscribe|end|cancel|quit|urgent|help|stopall)\b["”]?(?: (?:to|2|if|for) (?:\w+ ?){1,6})?|\b(?:i have |on |set to )?do not disturb(?: while driving)?\b|\b(?:please )?(?:do not|dont) (?:reply|respond)(?: to (?:this|the) \w+)?|\bmessage blocking\b|\b(?:text|number|calls?|messages?|service)(?: \w+){0,3} blocked\b/g

/** The text without what machines write, so that a STOP of the person beside it is found. */
export const withoutMachinePhrases = (folded: string): string => folded.replace(machinePhrases, ' ')
