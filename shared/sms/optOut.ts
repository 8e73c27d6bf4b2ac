import { foreignRequests } from './optOutAbroad.ts'
import { anyOf, wordingOf, words } from './wording.ts'

/**
 * Detects plain-language opt-outs that the carrier's keywords miss but a reasonable person would understand
 * (47 CFR 64.1200(a)(10)). When in doubt it returns true: staff can undo a wrong suppression, but a text to someone who
 * opted out is a breach.
 */
export function asksToStop(folded: string): boolean {
  const ownWords = folded.replace(ourOptOutLine, ' ')
  if (!words(ownWords) && words(folded)) return true
  const wording = wordingOf(withTyposFixed(withoutUnrelatedUses(ownWords)))
  if (wording.onlySigns) return stopSigns.test(wording.text)
  return (
    [wording.flat, ...wording.clauses].some(isBareRequest) ||
    requests.some((pattern) => pattern.test(wording.flat)) ||
    wording.sentences.some(unsubscribes) ||
    foreignRequests.some((pattern) => pattern.test(wording.flat))
  )
}

/** Contains `stop` or `unsubscribe` outside any known pattern: no automatic answer. */
export function mentionsStopping(folded: string): boolean {
  return /\b(?:stop|stopall|unsubscribe|unsub|opt(?:ing)? ?out)\b/.test(words(withoutUnrelatedUses(folded)))
}

/** Ends with an unknown use of stop, such as `maybe stop`: needs review. Ignores texts about other people. */
export function endsInStop(folded: string): boolean {
  const text = words(withoutUnrelatedUses(folded))
  return /^(?:\S+ ){0,5}stop$/.test(text) && !aboutOthers.test(text)
}

/** Our own opt-out line, quoted in a reply. A text that holds nothing else counts as an opt-out. */
const ourOptOutLine =
  /["“]?\b(?:reply|text|txt|send|respond|type)(?: with)? ["“]?stop["”]? ?(?:to|2|if|for) (?:opt out|unsubscribe|end|cancel|quit|stop)(?: (?:of|from|these|the|texts?|messages?|receiving|all))*\b["”.]?/g

const innocents = [
  /\b(?:bus|tram|train|coach|taxi|cab|pit|rest|truck|full|short|next|first|last|final|one|non|door|quick|whistle|tube|metro|luas|dart) ?stops?\b/g,
  /\bstop(?:ping)? (?:by|in|over|off|round|around|into|outside|sign|light|lights|watch|gap|and shop)\b/g,
  /\b(?:dont|do not|cant|cannot|can not|couldnt|never|not|wont|will not|didnt|doesnt|without|hard to) (?:ever |want to |want (?:it|this|them|you) to )?stop(?:ping|ped)?\b(?! (?:texting|messaging|sending|contacting|spamming|calling|harassing|bothering|these|the))/g,
  /\b(?:dont|do not|didnt) (?:ever |want (?:it|this|them|you) to )?stop (?:texting|messaging|sending|contacting)\b/g,
  /(?<!\b(?:youve|you have|you|u|uve|ye have|yous have) )\b(?:gave|give|given|entered|typed|put|used|wrote|got) (?:you |in |down )?(?:the |a |my )?wrong (?:number|no)\b/g,
]

function withoutUnrelatedUses(folded: string): string {
  return innocents.reduce((text, pattern) => text.replace(pattern, ' x '), folded)
}

const typos: [RegExp, string][] = [
  [
    /\b(?:stpo|sotp|tsop|stopp+|sstop|stp|st0p|stopo|stoppen|stoip|staop|stopt|dtop|stopn|stop1|stahp|stawp)\b/g,
    'stop',
  ],
  [/\bs[ .]t[ .]o[ .]p\b/g, 'stop'],
  [/^(?:sto|stip|stio|stoo|stol|stap|stup|atop|etop|stoop|stob|sop|stops)$/, 'stop'],
  // Any misspelling of unsubscribe, but not unsuitable, unsure, unsupported, unsuccessful, unsung, unsustainable, unsuspecting.
  [/\b(?:un subscribe|unsub|umsubscribe|unsu(?!it|r|p|ng|l|cc|st|sp)[a-z]{4,10})\b/g, 'unsubscribe'],
  [/\b(?:opt(?:ing|ed)? ?out|opt (?:me|us|this number|my number) out|optout)\b/g, 'opt out'],
  [/\b(?:rem+ove|remvoe|reomve|rmove)\b/g, 'remove'],
  [/\bw?rong (?:num+[ber]{2,4}|numer|nr|#)(?![a-z])/g, 'wrong number'],
  [/\b(?:te?xti?n|te?xtn|txting|texing|messagin|msgin)\b/g, 'texting'],
]

function withTyposFixed(folded: string): string {
  return typos.reduce((text, [pattern, right]) => text.replace(pattern, right), folded)
}

const filler =
  /\b(?:please|pls|plz|thanks|thank you|ty|thx|cheers|now|ok|okay|right|hi|hello|hey|hiya|sorry|just|can|could|would|will|you|u|i|want|need|to|must|have|got|say|said|saying|asap|immediately|straight away|right away|already|kindly|sir|madam|guys|mate|lads|love|this|these|that|it|all|at once|me|us|everything|forever|today|with|again|for good|fully|the|way|thats|enough|reply|text|txt|lol|ffs|omg|ugh|jesus|christ|god|no|yes|yeah|fucking|bloody|wtf|ta|hun|x+)\b/g
const polite =
  /\b(?:please|pls|plz|thanks|thank you|ty|thx|cheers|now|ok|okay|hi|hello|hey|sorry|this|it|me|us|all|immediately|asap|kindly|just|ta|hun|x+|the texts|texts|messages|por favor|porfa|svp|s il vous plait|sil vous plait|bitte|per favore|prosze)\b/g
const bareRequest = anyOf(
  'stop( stop)* | stop ?all | unsubscribe | opt out | stop (2|to) (end|quit|opt out|stop) | desist | halt',
)
const politeRequest = anyOf(`
  cancel | end | quit | revoke | remove | delete | no more | enough | enough already | spam( spam)* | cease | reported | i want out | no marketing( texts)? | not? contact | blocked |
  arret | arreter | arrete | arretez | desabonner | desinscrire | desabonnement | parar | pare | paren | para | alto | basta |
  cancelar | no mas | baja | dar de baja | detener | detente | sair | stad | stopp | abmelden | abbestellen | aufhoren | schluss |
  ferma | fermare | smettila | annulla | rezygnuje | wypisz | przestan | koniec | opreste | dezabonare | dur | iptal |
  afmelden | ophouden | sluta | avsluta | lopeta | стоп | хватит | отписаться | отпишите | отписка | зупинити | досить |
  停止 | 退订 | 取消 | やめて | 停 | توقف | قف | إلغاء | الغاء | dung lai | huy`)

/** A clause that holds only the request once filler words are removed. */
function isBareRequest(clause: string): boolean {
  if (/\b(?:i|we) (?:can|could|will|would|have) stop\b/.test(clause) && / \w+ \w+ \w+ /.test(clause))
    return false
  if (bareRequest.test(clause) || bareRequest.test(words(clause.replace(filler, ' ')))) return true
  return politeRequest.test(words(clause.replace(polite, ' ')))
}

const stopSigns = /[🛑✋🚫⛔🖕🤬]/u
const others =
  '(?:them|they|clients?|customers?|people|someone|anyone|(?:my|our|your|the) (?:clients?|customers?|people))'
const things =
  '(?:texts?|txts?|texs|messages?|msgs?|sms|smses|spam|contact|communications?|ads|adverts|promos?|crap|shit|shite|rubbish|nonsense|harassment)'
const doing =
  '(?:texting|txting|texing|messaging|msging|contacting|emailing|spamming|bothering|harassing|pestering|writing|sending|disturbing|calling|ringing|phoning|hassling|annoying|soliciting)'
const write =
  '(?:text|txt|message|msg|contact|sms|email|spam|bother|harass|pester|disturb|hassle|solicit|write)(?:ing)?'
const mine =
  '(?:number|no|num|phone|mobile|cell|details?|data|name|info|information|contact|salon|business|record)s?'
const list = '(?:list|lists|database|db|system|contacts|records|books|mailing)'

const requests = [
  // stop texting me, quit sending these, yes but stop texting after 6
  `(?<!\\b(?:we|i|they|he|she) )(?:stop|quit|cease|halt|discontinue|no longer|refrain from|give over|pack in)(?: (?:with|from|all|these|the|your|ever))* ${doing}\\b(?! ${others})`,
  `(?:stop|quit|cease|halt|discontinue|block)(?: (?:with|all|the|these|those|this|your|ur|any|more|further|getting|receiving|stupid|bloody|fucking|of))* ${things}\\b`,
  `(?:end|cancel|unsubscribe from|opt out of)(?: (?:all|these|those|your|my|any|further|this))+ (?:${things}|subscription|service|list)\\b`,
  `cancel (?:me|${things})\\b`,
  `(?:get|make|getting|making) (?:this|these|those|it|them|the texts|the messages|your texts)(?: to)? stop\\b|turn (?:this|these|it|them) off\\b`,
  `(?:texts|txts|messages|msgs|sms|spam)(?: (?:to|must|should|need|needs|has|have|will|ever|all|please|just|the|from|you|now))* stop\\b`,
  `(?:told|asked|begged|said|replied|texted|typed|sent|wrote|tell|asking|telling|saying)(?: \\w+){0,4} (?:stop|unsubscribe|opt out|remove)\\b(?! ${others})`,
  `(?:please|pls|plz) stop\\b(?! ${others})`,
  `stop (?:please|pls|plz)\\b`,
  `(?:please|pls|plz) (?:unsubscribe|opt out|desist)\\b`,
  // don't text me again, never message this number
  `(?<!\\b(?:i|we|they|you|he|she|people|clients|customers) )(?:dont|do not|never|dnt|donot)(?: (?:ever|even|keep|bother|try|dare|please|want|u|you|to|be))* ${write}\\b(?! (?:${others}|${doing}))`,
  `not to (?:ever )?${write}\\b(?! ${others})`,
  `no need to ${write}\\b(?: (?:me|us|again|anymore|any more)\\b|$)`,
  `(?:dont|do not|never) (?:call|phone|ring|reply to)(?: (?:me|us|this number|here))? (?:again|anymore|any more|ever)\\b`,
  `(?:dont|do not|never|stop) send(?:ing)?(?: (?:me|us|to))*(?: (?:any|anything|anymore|more|these|stuff|another|further|${things}))\\b`,
  `(?:dont|do not|no longer|not) (?:want|wish|wanna|need|care|like)(?: (?:to|be|getting|being|get|receive|receiving|any|more|these|those|your|ur|further|marketing|unsolicited|random|such|for|you))* (?:${things}|${write}|texted|contacted|messaged|bothered|spammed|disturbed|on (?:your|the|this|any) ${list})\\b`,
  `(?:dont|do not|no longer) want (?:any more of |any of |more of )?(?:these|those)\\b(?! (?:clients|customers|people))`,
  `(?:dont|do not|never) use (?:it|this|my|our)\\b.{0,20}\\bmarketing\\b|if (?:you|u|ye) (?:ever )?(?:text|txt|contact|message|msg)(?: me| us)? again\\b`,
  `(?:dont|do not|no longer|not) (?:want|wish|wanna|care|like) to (?:receive|get|hear|have) (?:any|more|these|this|from|your)\\b`,
  `(?:didnt|did not|never|dont|do not)(?: \\w+)? (?:sign(?:ed)? up|consent(?:ed)?|subscribed?|agreed?|opt(?:ed)? in|asked?)(?: (?:for|to|get|be|receive|getting|receiving))+ (?:this|these|any|your|it|anything|${things}|texted|contacted)\\b`,
  `(?:dont|do not|didnt|did not|never)(?: \\w+){0,2} (?:consent|permission)\\b|never (?:gave|give)(?: you)?(?: my| any)* (?:permission|consent|number)`,
  // no more texts, sick of these messages
  `(?<!\\b(?:got|had|get|received|see|saw|was|is|have|left|leave|theres|there are|why|but) )(?:no|enough|fed up with|sick of|tired of|zero)(?: (?:with|more|further|of|these|your|the|this|getting|all|any|marketing|unsolicited))* (?:texts?|txts?|messages?|msgs?|sms|spam|communications?|contact)\\b(?! (?:yet|so|came|from|received|has|have|was|arrived|link|details?|form|number|info|consent|software|system|marketing|experience|campaign))`,
  // remove me, take me off your list, lose my number
  `(?:remove|delete|erase|scrub|deregister|strike)(?: (?:me|us)\\b| (?:my|our|this|the|all my|all)? ?${mine}\\b)`,
  `(?:remove|delete|erase|take)(?: (?:me|us|it|this|them|number))*(?: (?:off|from|of|out))+ (?:your|the|this|ur|all|any|all your|that)?(?: \\w+)? ?${list}\\b`,
  `(?:take|get|drop|knock|wipe|leave|strike|cross|keep)(?: (?:me|us|my ${mine}|our ${mine}|this ${mine}))(?: (?:off|out of|from)) (?:your|the|this|ur|that|it|here|all|any|list|lists)\\b`,
  `take (?:me|us|my ${mine}|this ${mine}) off\\b(?! hold)`,
  `(?:off|from|on) (?:your|ur|this|that) (?:\\w+ )?${list} (?:please|pls|now|asap)\\b`,
  `(?:be|get|me|us|number|details) (?:removed|taken off|deleted|unsubscribed|struck off)\\b`,
  `(?:lose|forget|bin|burn) (?:my|this|our) (?:number|no|details)\\b`,
  `(?:leave|let) (?:me|us) (?:alone|be|in peace)\\b|go away\\b|(?:piss|fuck+|feck|fek|eff|f|sod|bugger|buzz|clear|naff|bog|do) off+\\b|get (?:lost|stuffed|bent)\\b|jog on\\b|shut up\\b|fuck you\\b`,
  `report(?:ed|ing)? (?:you|this number|this as|your number|as spam|to (?:the )?(?:ico|fcc|ftc|comreg|ofcom|police|dpc|dpa|authorities|spam|7726))\\b`,
  `(?:this is|its|it is|thats|that is|youre|you are) (?:a |just )?(?:spam|harassment|illegal|unsolicited)\\b(?! (?:or|free))|\\b(?:im|am|been|gonna|will|ill) block(?:ed|ing)?(?: (?:you|this|your))?\\b|\\bblock(?:ed|ing) (?:you|this|your)\\b`,
  'cease and desist|\\bdo not (?:call|contact|text) (?:list|me)|\\bdnc\\b|\\bright to be forgotten|\\bgdpr (?:erasure|removal|deletion)',
  '(?:withdraw|withdrawing|withdrawn|revoke|revoking|revoked|rescind)(?: (?:my|our|any|all|the))* (?:consent|permission|authori[sz]ation)',
  'how (?:do|can|to)(?: (?:i|we))? (?:stop|end|cancel) (?:this|these|getting|receiving|it|being|texts?|messages?)\\b',
  'how (?:do|can|to)(?: (?:i|we))? (?:unsubscribe|opt out|get off)\\b(?! (?:my|our))',
  'wrong (?:number|person|no|num|phone)\\b',
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
