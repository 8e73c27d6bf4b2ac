import { belongings, withoutInnocentStops } from './innocentStops.ts'
import { asksToStopAbroad } from './optOutAbroad.ts'
import { endsWithStop, isShortRequest } from './shortRequest.ts'
import { withSpellingFixed } from './spelling.ts'
import { anyOf, type Wording, wordingOf, words } from './wording.ts'

/**
 * Detects plain-language opt-outs that the carrier's keywords miss but a reasonable person would understand
 * (47 CFR 64.1200(a)(10)). When in doubt it returns true: staff can undo a wrong suppression, but a text to someone who
 * opted out is a breach. `isPart`: words were cut out of the text, so it is not a short request as a whole.
 */
export function asksToStop(folded: string, isPart = false): boolean {
  const unquoted = folded.replace(ourOptOutLine, ' ')
  if (!words(unquoted) && words(folded)) return true
  const wording = wordingOf(withoutInnocentStops(withSpellingFixed(unquoted)))
  if (wording.onlySigns || words(wording.flat.replace(polite, ' ')) === '')
    return stopSigns.test(wording.text)
  return (
    [wording.flat, ...wording.clauses].some((clause) => isBareRequest(clause) || isCommand(clause)) ||
    requests.some((pattern) => pattern.test(wording.flat)) ||
    wording.sentences.some(unsubscribes) ||
    (!isPart && isShort(wording, folded)) ||
    asksToStopAbroad(wording.flat)
  )
}

const isShort = (wording: Wording, folded: string): boolean =>
  [wording.flat, ...wording.sentences].some(isShortRequest) ||
  (endsWithStop(wording.flat) && !folded.includes('?'))

/** Words of the text with their spelling fixed, without uses of stop that are no wish of the person. */
export const ownWords = (folded: string): string => words(withoutInnocentStops(withSpellingFixed(folded)))

/** Contains `stop` or `unsubscribe` outside any known pattern: no automatic answer. */
export function mentionsStopping(folded: string): boolean {
  const text = ownWords(folded)
  return /\b(?:stop|stopall|unsubscribe|unsub|opt(?:ing)? ?out)\b/.test(text)
}

/** Contains a stop without a subject, such as `maybe stop`: needs review. Ignores texts about other people. */
export function mayMeanStop(folded: string): boolean {
  const text = ownWords(folded)
  return (
    /(?<!\b(?:we|i|they|he|she|it|our|the|would|could|then|to|that|what|which|any|every|my|your|this|bus|nearest) )\bstop\b/.test(
      text,
    ) && !aboutOthers.test(text)
  )
}

/** Our own opt-out line, quoted in a reply. A text that holds nothing else counts as an opt-out. */
const ourOptOutLine =
  /["“]?\b(?:reply|text|txt|send|respond|type)(?: with)? ["“]?stop["”]? ?(?:to|2|if|for) (?:opt out|unsubscribe|end|cancel|quit|stop)(?: (?:of|from|these|the|texts?|messages?|receiving|all))*\b["”.]?/g

const filler =
  /\b(?:please|pls|plz|thanks|thank you|ty|thx|cheers|now|ok|okay|right|hi|hello|hey|hiya|sorry|just|can|could|would|will|you|u|i|want|need|to|must|have|got|say|said|saying|asap|immediately|straight away|right away|already|kindly|sir|madam|guys|mate|lads|love|this|these|that|it|all|at once|me|us|everything|forever|today|with|again|for good|fully|the|way|thats|enough|reply|text|txt|lol|ffs|omg|ugh|jesus|christ|god|no|yes|yeah|fucking|bloody|wtf|ta|hun|x+)\b/g
const polite =
  /\b(?:please|pls|plz|thanks|thank you|ty|thx|cheers|now|ok|okay|hi|hello|hey|sorry|this|it|me|us|all|immediately|asap|kindly|just|ta|hun|x+|the texts|texts|messages|por favor|porfa|ya|ja|jau|juz|mensajes|mesaje|mesajele|mensagens|messaggi|zinutes|wiadomosci|viestit|berichten|nachrichten|negeseuon|svp|s il vous plait|sil vous plait|bitte|per favore|prosze)\b/g
const bareRequest = anyOf(
  'stop( stop)* | stop ?all | unsubscribe | opt out | stop (2|to) (end|quit|opt out|stop) | desist | halt',
)
const politeRequest = anyOf(`
  end | quit | revoke | (no|zero) (offers?|promos?|promotions?|adverts?|ads|deals|marketing|contact) | remove | delete | no more | enough | enough already | cease | i want out | no marketing( texts)? | not? contact | blocked |
  arret | arreter | arrete | arretez | desabonner | desinscrire | desabonnement | parar | pare | paren | para | alto | basta |
  cancelar | no mas | baja | dar de baja | detener | detente | sair | stad | stopp | abmelden | abbestellen | aufhoren | schluss |
  ferma | fermare | smettila | annulla | rezygnuje | wypisz | przestan | koniec | opreste | dezabonare | dur | iptal |
  afmelden | ophouden | sluta | avsluta | lopeta | стоп | хватит | отписаться | отпишите | отписка | зупинити | досить |
  chega | stabdyti | lopettakaa | 停止 | 退订 | 取消 | やめて | 停 | توقف | قف | إلغاء | الغاء | dung lai | huy`)

/** A clause that holds only the request once filler words are removed. */
function isBareRequest(clause: string): boolean {
  if (/\b(?:i|we) (?:can|could|will|would|have) stop\b/.test(clause) && / \w+ \w+ \w+ /.test(clause))
    return false
  if (bareRequest.test(clause) || bareRequest.test(words(clause.replace(filler, ' ')))) return true
  return politeRequest.test(words(clause.replace(polite, ' ')))
}

/** Words before a request that do not change it. */
const leadIn =
  /^(?:(?:please|pls|plz|hi|hello|hey|hiya|sorry|just|ok|okay|no|nope|not interested|no interest|thanks|thank you|reply(?:ing)?|text(?:ing)?|txt|send(?:ing)?|(?:i|i am|im) (?:text(?:ing)?|reply(?:ing)?|send(?:ing)?)|na|nah|and|now|right|wrong (?:number|person|no)|(?:im|i am) on the (?:tps|dnc)|kindly|guys|lads|mate|for the last time|for gods sake|ffs|ah|oh|here|so|x|wtf|omg|fuck|fucking|fuckin|fkn|bloody|jesus|christ|god|damn|ugh|argh|grr+|hoy|oi|yo|hun|love|babe|yes|really|seriously|again|ive asked|immediately|urgent|dear|sir|madam|all|everyone|re|fwd|my (?:answer|reply|response) is|answer|response|would like|(?:i|we) (?:would like|want|need|demand|wish|ask|request|beg|said|told|asked)|id like|(?:can|could|would|will|must|should) (?:you|u|ye|ya|yous|yall)|(?:you|u|ye|yous|yall) (?:need|have|must|should|better|gotta|can|could|all)|want|need|you|u|ye|to|do|us|me|say|says|saying|is|fully|completely|simply|unless) )*/
const keywordToCode =
  /^(?:stop|end|quit|cancel|unsubscribe|opt out)(?: (?:to|2))? \d{3,}$|^\d{1,2} stop$|^\d{4,6} (?:stop|end|quit|unsubscribe)$/
const LONGEST_COMMAND = 14

/** A short clause that begins with a request to stop or remove anything, unless it is about something of the salon. */
function isCommand(clause: string): boolean {
  const rest = clause.replace(leadIn, '')
  if (keywordToCode.test(rest)) return true
  if (rest.split(' ').length > LONGEST_COMMAND) return false
  if (/^stop\b/.test(rest)) return !notAboutTexts.test(rest) && !(aims.test(clause) && aboutLooks.test(rest))
  const removal = /^(?:remove|delete|erase|unlist|deregister|de register)\b(.*)/.exec(rest)
  return removal !== null && !belongings.test(removal[1] ?? '')
}

const notAboutTexts =
  /^stop (?:being (?!a )|making me|worrying|apologi[sz]ing|laughing|teasing|pretending|joking|messing(?! me)|smiling|dreaming|lying|it|that|maybe|perhaps|or(?!.*\b(?:report\w*|ico|police|guards?|gardai|solicitor|lawyer|legal|complain\w*|sue|court|ofcom|block\w*)\b)|press|me (?:if|when)|the (?:car|lights?|press|clock|bus|lies|lights))\b/

/** `Can you stop hair breakage`: a treatment. `STOP HAIR` has no aim before the stop. */
const aims = /\b(?:can|could|will|would|want|need|how|help|to)\b.*\bstop\b/
const aboutLooks =
  /^stop (?!.*\b(?:text|messag|sms|send|offer|promo|ad|advert|spam|market)\w*)(?:\w+ ){0,3}(?:hair|breakage|frizz\w*|roots?|gr[ae]ys?|nails?|skin|acne|spots?|wrinkles?|colou?r\w*|toner|bras+\w*|shedding|dy(?:e|ed|eing|ing)|bleach\w*|growth|chip\w*|peel\w*|lifting|fading|fringe|length|itch\w*|sweating|headaches?|migraines?|pain|lashes|brows)\b/

const stopSigns = /[🛑✋🚫⛔🖕🤬]/u
const others =
  '(?:them|they|him|her|clients?|customers?|people|someone|anyone|(?:my|our) (?:husband|wife|partner|boyfriend|girlfriend|mum|mam|mom|sister|daughter)|(?:my|our|your|the) (?:clients?|customers?|people))\\b'
const things =
  '(?:texts?|txts?|texs|messages?|msgs?|sms|smses|spam|contact|communications?|ads?|adverts?|advertis\\w+|promos?|promotions?|promotional|offers?|deals?|discounts?|newsletters?|junk|comms|marketing|alerts?|notifications?|updates?|reminders?|campaigns?|emails?|mails?|crap|shit|shite|rubbish|nonsense|harassment)'
const doing =
  '(?:texting|txting|texing|messaging|msging|contacting|emailing|spamming|bothering|harassing|pestering|writing|sending|disturbing|calling|ringing|phoning|hassling|annoying|soliciting)'
const write =
  '(?:text|txt|message|msg|contact|sms|email|spam|bother|harass|pester|disturb|hassle|solicit|write)(?:ing)?'
const ours =
  '(?:number|no|num|phone|mobile|cell|details?|data|name|info|information|contact|salon|business|record)s?'
const list = '(?:list|lists|database|db|system|contacts|records|books|mailing)'

const requests = [
  // stop texting me, quit sending these, yes but stop texting after 6
  `(?<!\\b(?:we|i|they|he|she) )(?:stop|quit|cease|halt|discontinue|no longer|refrain from|give over|pack in)(?: (?:with|from|all|these|the|your|ever))* ${doing}\\b(?! ${others})`,
  `(?:stop|quit|cease|halt|discontinue|block)(?: (?:with|all|the|these|those|this|your|ur|any|more|further|getting|receiving|stupid|bloody|fucking|of))* ${things}\\b`,
  `(?:end|cancel|unsubscribe from|opt out of)(?: (?:all|these|those|your|my|any|further|this))+ (?:${things}|subscription|service|list)\\b`,
  `cancel (?:me|${things}|subscription)\\b|(?:want|need|like) (?:my|our|all my) (?:data|details?|number|info\\w*|record)s? (?:removed|deleted|erased|gone)\\b`,
  `(?:get|make|getting|making) (?:this|these|those|it|them|the texts|the messages|your texts)(?: to)? stop\\b|turn (?:this|these|it|them) off\\b`,
  `(?:texts|txts|messages|msgs|sms|spam)(?: (?:to|must|should|need|needs|has|have|will|ever|all|please|just|the|from|you|now))* stop\\b`,
  `(?:told|asked|begged|said|replied|texted|typed|sent|wrote|tell|asking|telling|saying)(?: \\w+){0,4} (?:stop|unsubscribe|opt out|remove)\\b(?! ${others})`,
  `(?:please|pls|plz) stop\\b(?! ${others})`,
  `stop (?:please|pls|plz)\\b`,
  `(?:please|pls|plz) (?:unsubscribe|opt out|desist)\\b`,
  // don't text me again, never message this number
  `(?<!\\b(?:i|we|they|you|he|she|people|clients|customers) )(?:dont|do not|never|dnt|donot)(?: (?:ever|even|keep|bother|try|dare|please|want|u|you|to|be))* ${write}\\b(?! (?:${others}|${doing}))`,
  `no more (?:of (?:this|these|it|your|that)|${things}|calls?|marketing)\\b`,
  `(?:rather|prefer|appreciate|mind|grateful)(?: \\w+){0,4} (?:didnt|did not|not|stopped|dont|never)(?: (?:to|be|ever))* (?:${write}|texted|contacted|messaged|sending)\\b`,
  `(?:dont|do not|never) (?:ask|try|bother) (?:me |us )?again|how many times\\b.{0,60}\\b(?:stop|remove|unsubscribe)|(?:dont|do not|no longer) want any (?:more )?of\\b`,
  `not to (?:ever )?${write}\\b(?! ${others})`,
  `no need to ${write}\\b(?: (?:me|us|again|anymore|any more)\\b|$)`,
  `(?:dont|do not|never) (?:call|phone|ring|reply to)(?: (?:me|us|this number|here))? (?:again|anymore|any more|ever)\\b`,
  `(?:dont|do not|never|stop) send(?:ing)?(?: (?:me|us|to))*(?: (?:any|anything|anymore|more|these|stuff|another|further|${things}))\\b`,
  `(?:dont|do not|no longer|not) (?:want|wish|wanna|need|care|like)(?: (?:to|be|getting|being|get|receive|receiving|any|more|these|those|your|ur|further|marketing|unsolicited|random|such|for|you))* (?:${things}|${write}|texted|contacted|messaged|bothered|spammed|disturbed|on (?:your|the|this|any) ${list})\\b`,
  `(?:dont|do not|no longer) want (?:any more of |any of |more of )?(?:these|those)\\b(?! (?:clients|customers|people))`,
  `(?:dont|do not|never) use (?:it|this|my|our)\\b.{0,20}\\bmarketing\\b|if (?:you|u|ye) (?:ever )?(?:text|txt|contact|message|msg)(?: me| us)? again\\b`,
  `(?:dont|do not|no longer|not) (?:want|wish|wanna|care|like) to (?:receive|get|hear|have) (?:any|more|these|this|from|your|marketing|promo\\w*|offers|texts)\\b`,
  `(?:didnt|did not|never|dont|do not)(?: \\w+)? (?:sign(?:ed)? up|consent(?:ed)?|subscribed?|agreed?|opt(?:ed)? in|asked?)(?: (?:for|to|get|be|receive|getting|receiving))+ (?:this|these|any|your|it|anything|${things}|texted|contacted)\\b`,
  `(?:dont|do not|didnt|did not|never)(?: \\w+){0,2} (?:consent|permission)\\b|never (?:gave|give)(?: you)?(?: my| any)* (?:permission|consent|number)`,
  // no more texts, sick of these messages
  `(?<!\\b(?:got|had|get|received|see|saw|was|is|have|left|leave|theres|there are|why|but) )(?:no|enough|fed up with|sick of|tired of|zero)(?: (?:with|more|further|of|these|your|the|this|getting|all|any|marketing|unsolicited))* (?:texts?|txts?|messages?|msgs?|sms|spam|communications?|contact)\\b(?! (?:yet|so|came|from|received|has|have|was|arrived|link|details?|form|number|info|consent|software|system|marketing|experience|campaign))`,
  // remove me, take me off your list, lose my number
  `(?:remove|delete|erase|scrub|deregister|strike)(?: (?:me|us)\\b| (?:my|our|this|the|all my|all)? ?${ours}\\b)`,
  `(?:remove|delete|erase|take)(?: (?:me|us|it|this|them|number))*(?: (?:off|from|of|out))+ (?:your|the|this|ur|all|any|all your|that)?(?: \\w+)? ?${list}\\b`,
  `(?:take|get|drop|knock|wipe|leave|strike|cross|keep)(?: (?:me|us|my ${ours}|our ${ours}|this ${ours}))(?: (?:off|out of|from|off of)) (?:your|the|this|ur|that|it|here|all|any|list|lists)\\b`,
  `take (?:me|us|my ${ours}|this ${ours}) off\\b(?! hold)`,
  `(?:off|from|on) (?:your|ur|this|that) (?:\\w+ )?${list} (?:please|pls|now|asap)\\b`,
  `(?:be|get|me|us|number|details) (?:removed|taken off|deleted|unsubscribed|struck off)\\b`,
  `(?:lose|forget|bin|burn) (?:my|this|our) (?:number|no|details)\\b`,
  `(?:leave|let) (?:me|us) (?:alone|be|in peace)\\b|go away\\b|(?:piss|fuck+|feck|fek|eff|f|sod|bugger|buzz|clear|naff|bog|do) off+\\b|get (?:lost|stuffed|bent)\\b|jog on\\b|shut up\\b|fuck you\\b`,
  `(?:this is|its|it is|thats|that is|these are) (?:a |just )?unsolicited\\b|\\b(?:im|am|been|gonna|will|ill) block(?:ed|ing)?(?: (?:you|this|your))?\\b|\\bblock(?:ed|ing) (?:you|this|your)\\b`,
  // angry
  `stop (?:spamming|harassing|pestering|bothering|hassling)\\b`,
  `(?:blacklist|blocklist|block(?:ing)?) (?:my|our|this|me|us)(?: (?:number|phone))?\\b`,
  `(?:get|stay|keep) (?:off|out of|the (?:hell|fuck) (?:off|out of)|away from) (?:my|our|me|this)(?: (?:phone|inbox|number|mobile|messages|texts|case|back|line))?\\b|(?:get|have) a life\\b|go to hell\\b|drop dead\\b|shove (?:it|your|these|them)\\b|stick (?:it|your \\w+) (?:up|where)\\b`,
  `(?:pack|cut|knock) (?:it|this) (?:in|out|off)\\b|give it a rest\\b|(?:bore|hop|push|shove|beat|do|bog|p|f\\w{0,4}|fk|fck|fuk|fcuk) (?:off|one)\\b|go (?:f|fuck|screw) yourself|(?:had|having|have) (?:\\w+ )?enough (?:of|with)?\\b|quit (?:bugging|annoying|it|this)|leave (?:me|us|my|this) (?:\\w+ )*?alone\\b|stop (?:the )?(?:fuck\\w*|hell|feck\\w*|f)\\b|no more of (?:this|these|your)`,
  // legal
  `(?:i|we) (?:(?:hereby|formally|strongly|do) )*object\\b|(?:i|we) (?:(?:hereby|formally|wish to|want to|would like to) )+opt out\\b|(?:objecting|objection) to\\b|right (?:to|of) (?:erasure|object|objection|be (?:removed|deleted|forgotten|erased))|(?:article|art|section|under) (?:17|21|11)\\b|(?:exercis\\w+|invok\\w+) (?:my|our) right`,
  `(?:without|no|not given|havent given|never given|nor|given no|dont have|do not have|lack|lacks|had no|have no|has no)(?: (?:you|any|my|our|prior|explicit|written|express|the|your|for|a))* (?:consent|permission|opt in|authori[sz]ation)(?!\\w)(?! (?:form|list|needed|required|question|issue|problem|from))|(?:not|never|havent|hasnt|didnt|did not|dont|do not) (?:\\w+ )?(?:consent\\w*|opted in|opt in|authori[sz]ed?|agreed to (?:this|these|be|receive|any|your))|unsolicited (?:\\w+ )?(?:texts?|messages?|sms|marketing|contact|communications?)`,
  `(?:gdpr|pecr|tcpa|data protection)\\b.{0,40}\\b(?:request|remove|delete|erase|breach\\w*|violat\\w*|complain\\w*|stop|illegal|against|right|law)|(?:breach\\w*|violat\\w*|against|under|break\\w*|request under)(?: \\w+){0,3} (?:gdpr|pecr|tcpa|data protection)\\b|data (?:deletion|erasure|removal) request|(?:wipe|destroy|purge|forget) (?:all |my |our |the |any )*(?:data|details|records|number|info)`,
  'cease and desist|\\bdo not (?:call|contact|text) (?:list|me)|\\bdnc\\b|\\bright to be forgotten|\\bgdpr (?:erasure|removal|deletion)',
  'consent (?:is )?(?:withdrawn|revoked)|take back my consent|(?:would|could|can|will) (?:you|u|ye)(?: please)? not (?:text|txt|message|msg|contact|call) (?:me|us|this)\\b|(?:sick|tired|fed up) (?:of|with) (?:getting|receiving) (?:these|this|them|your)|(?:cross|scratch|strike) (?:me|us|my \\w+) off|^(?:end|stop) (?:all )?(?:communication|contact|comms)s?|(?:withdraw|withdrawing|withdrawn|revoke|revoking|revoked|rescind)(?: (?:my|our|any|all|the))* (?:consent|permission|authori[sz]ation)',
  '^how to (?:stop|unsubscribe)$|wont (?:you|u|ye) (?:just )?stop\\b|when (?:will|are) (?:you|u|ye) (?:going to )?stop(?:ping)?(?: (?:texting|messaging|this|these))?$|how (?:do|can|to)(?: (?:i|we|u|you|ye))? (?:stop|end|cancel) (?:this|these|getting|receiving|it|being|texts?|messages?)\\b',
  '(?:what|how much|how many times|how often)(?: \\w+){0,3} (?:do|to|must|can|should|will it take)(?: \\w+){0,4} (?:to|say|get)? ?(?:stop (?:these|this|texts|the texts|the messages|getting|receiving)|(?:say|text|reply|type|send) stop)\\b|(?:get rid of|get shot of|ditch|destroy) (?:my|our|this) (?:number|no|details?|data|info\\w*|contact)\\b|want (?:off|out of|to be off|to get off|to come off) (?:this|your|the|ur)(?: \\w+)? (?:list|lists|database)\\b',
  'how (?:do|can|to)(?: (?:i|we))? (?:unsubscribe|opt out|get off)\\b(?! (?:my|our))',
  '(?:removal|deletion|erasure|suppression) of (?:my|our|this|all)\\b|(?:number|details|data|name|salon|info\\w*|i am|im|we are)(?: \\w+)? (?:is|be|are|get|gets) (?:removed|deleted|taken off|erased|suppressed)\\b|(?:dont|do not|never|stop) (?:try(?:ing)? (?:to )?)?sell(?:ing)? (?:me|us|to me|to us|anything|things|stuff)\\b|(?:dont|do not|no) want (?:dis|dat|dese|dem)\\b|^never (?:ever )?again$|(?:get|getting|receive|receiving|have) no (?:more|further) (?:texts?|messages?|sms|contact)\\b|still (?:getting|receiving|get) (?:these |the |your )?(?:texts?|messages?|sms|them) (?:after|even)|(?:taking|take|removing) (?:myself|ourselves) (?:off|out)|^(?:please |pls )?off (?:the|this|your|ur) list|(?:lose|delete|forget) my digits\\b|^please off$|prefer not to (?:receive|get|have|be)\\b|(?:dont|do not) make (?:texts?|messages?|sms)\\b|not wanting (?:to|these|this|any|your|more|texts|messages)|(?:suppression|do not (?:text|contact|call)|opt out|no contact|blocked) list|no (?:cold|unsolicited|sales|junk|spam|solicit\\w+) ?(?:texts?|messages?|calls?|marketing|sms|contact|ing|$)|(?:dont|do not) (?:accept|take|allow|want|like|need|permit) (?:any )?(?:solicit\\w+|cold|unsolicited|marketing|advertis\\w+|sales)\\b|\\b(?:tps|ctps|dnc|number|details)\\b.{0,20}\\b(?:remove|delete|erase) (?:it|them)$',
  '(?:dont|do not|never) want to hear\\b|never contact\\b|not (?:to be|be) contacted\\b|enough is enough',
].map((source) => new RegExp(`\\b(?:${source})`))

const aboutOthers = new RegExp(
  `\\b(?:${others}|their|everyone|contacts|recipients|guests?|rates?|link|button|how many)\\b`,
)
const someDay = /\b(?:later|any ?time|at any|whenever|in future|after (?:the|a)|if it)\b/

/** `unsubscribe` and `opt out` count anywhere, except about other people or a later day. */
function unsubscribes(sentence: string): boolean {
  return (
    /\b(?:unsubscribe|opt out)\b/.test(sentence) && !aboutOthers.test(sentence) && !someDay.test(sentence)
  )
}
