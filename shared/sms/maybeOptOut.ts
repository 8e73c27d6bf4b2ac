import { words } from './wording.ts'

/**
 * Detects questions that may be an opt-out, such as `Hello, wrong number?`. `isDoubtful`: found one, so a person decides.
 * `rest`: the text without these words, so that a clear opt-out beside them is still detected.
 */
export function detectDoubts(folded: string): { isDoubtful: boolean; rest: string } {
  const asked = askingSigns.test(folded)
  let isDoubtful = false
  const rest = (folded.match(/[^.,;:!?\n]+[.,;:!?\n]*/g) ?? []).map((clause) => {
    const found = doubtsIn(clause, asked)
    if (found.length === 0) return clause
    isDoubtful = true
    return found.reduce((text, pattern) => text.replace(pattern, ' '), words(clause))
  })
  return { isDoubtful, rest: rest.join(' ') }
}

const askingSigns = /[❓❔🤔]/u
const hedge = /\b(?:might|maybe|perhaps|possibly|could be|could have|chyba|quiza|quizas|tal vez)\b/
const asking =
  /^(?:(?:hi|hiya|hello|hey|sorry|eh|em|um|so|and|but|then|czy|excuse me|who is this|whos this|who dis) )*(?:is|are|r|have|has|do|did|does|was|could|would|you sure|u sure|an bhfuil|czy)\b/

const wrongNumber =
  /\bw?rong (?:nu\w{1,5}|no|num|phone|person|one|salon|business)\b|\b(?:numero|persona) equivocad[oa]\b|\bpomylka\b|\bzly numer\b|\buimhir mhi ?cheart\b|\b(?:faux|mauvais) numero\b|\bfalsche nummer\b/
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
    `\\b(?:why|how come|y)(?: \\w+){0,2} ${people}(?: \\w+){0,2} (?:text|txt|messag|msg|contact|gett|sent|send|receiv|writ|bother)\\w*`,
  ),
  /\bpor ?que (?:me|nos) (?:escrib|mand|envi|llam|contact|text)\w*|\b(?:dlaczego|czemu|po co) (?:do mnie |pani |pan |panstwo )?(?:pisz|wysyla|dzwon)\w*|\b(?:cen fath|cad chuige)\b.{0,40}\b(?:teacs|cur|seol|scriobh)/,
  // did I ask for it
  /\b(?:did|have) (?:i|we) (?:ever |really |just )?(?:sign(?:ed)? up|subscribed?|agreed?|opt(?:ed)? in|consent(?:ed)?|give|gave|given|join(?:ed)?)\b|\bsomething (?:i|we) (?:signed|subscribed|agreed)\b/,
  /\b(?:am|are) (?:i|we) (?:subscribed|signed up|on (?:a|some|your|the|this|any)(?: \w+)? ?list)\b|\b(?:what|which|whose) list (?:am|are) (?:i|we)\b|\bis (?:this|it) an? (?:subscription|mailing list)\b/,
  // what if I opted out
  /\bshould (?:i|we)(?: just| be)? (?:block|report)\w*/,
  /\b(?:do|should|can|must|could) (?:i|we) (?:(?:just|have|need|to|got|gotta) ){0,3}(?:reply|text|say|send|type|txt)(?: you)? stop\b|^what happens if (?:i|we) (?:reply|text|say|send|type|txt) stop$/,
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

function doubtsIn(clause: string, allAsked: boolean): RegExp[] {
  const text = words(clause)
  const asked = allAsked || clause.includes('?') || asking.test(text)
  const numbers = [
    ...(asked || hedge.test(text) ? [wrongNumber] : []),
    ...(asked ? [rightNumber, /\bsure (?:this|that) is for (?:me|us)\b/] : []),
  ]
  return [...numbers, ...doubts, ...otherOwner].filter((pattern) => pattern.test(text))
}
