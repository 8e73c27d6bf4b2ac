import { agreesAbroad } from './answersAbroad.ts'
import { isWilling } from './willingness.ts'
import { anyOf, type Wording, words } from './wording.ts'

export type Answer = 'positive' | 'negative' | 'unclear'

const yes =
  '(?:y+e+s+|yes+|yes(?:please|pls|plz|thanks)|yed|yrs|ys|yds|ya+s+|yis+|yus+|ues|tes|yws|yse|yez|yres|yesp|yues|yesd|yees|uep|yeo|ywah|yeag|yeha|yaeh|yeaj|yesh|yess?um|yessir|ye+s?sir|yea+h*|yeh+|yep+|yup+|yip|yah?|aye|yh|indeed|yip+|yaa+|yea+y)'
const opener =
  '(?:(?:oh|ok|okay|well|um|hi|hello|hey|hiya|ooh|ah|sorry|thanks|thank you|thx|ha|haha|omg|wow|great|hmm|and|perfect|lovely|brilliant|amazing|fab|fabulous|fantastic|ideal|grand|super|excellent|awesome|cool|please) )*'
const signsOfYes = /[👍👌✅☑✔🙌💯🤝❤😍🥰🤩👏🎉💪🙋🫡]/u
const signsOfNo = /[👎❌✖🙅]/u

/** Agreement when the clause holds nothing else. */
const agreesAlone = anyOf(`
  y | ye | 1 | daccord | in | by all means | gladly | with pleasure | (hell|heck) (yes|yeah|ya) | book (it|now|me|please) | okay book it | go on book it | fire it over | fire away | (ill|i will|id like to|i want to|want to|id love to|keen to|happy to) (try|come back|come in)( it| this| one)? | id love an appointment | we would love to | how do (i|we) get (it|this|one) | can i have (mon|tues|wednes|thurs|fri|satur|sun)day | (mon|tues|wednes|thurs|fri|satur|sun)day( at)? \\d+ ?(am|pm)? please | grand job | grand so | okay great | that suits( me)? | up for it | up for that | see you( then| there| soon)? | book me | book me please | i want it | i want this | i want one | ill take it | ill have that | ill have it | ill take one | ill come in | can i get this | can i have (it|this|one|the link) | can i get (it|one) | (how|where) do i book( this| in)? | looking to book( in)? | (i )?need an appointment | (id like|i want|i would like) an appointment | can i come in( this week| today| tomorrow)? | (mon|tues|wednes|thurs|fri|satur|sun)day (works|suits|is good|is grand|please|would be great) | def | defs | defi | let me know | thatd be (great|lovely|brilliant|good|perfect|amazing) | itd be (great|lovely) | info | more info | details | link | the link | can i book( in)? | could i book( in)? | i want to book( in)? | id like to book( in)? | i would like to book( in)? | want to book( in)? | book in | si | oui | ja | da | tak | sim | ok+ | okay | okey | okie | okey dokey | k | kk | oki | sure | surely | please | great |
  perfect | cool | fine | thats fine | lovely | brilliant | fab | fabulous | awesome | amazing | alright | deal | done | agreed | go |
  book | sound | grand | yessir | si por favor | si claro | claro | claro que si | me interesa | tak prosze | poprosze | tak poprosze |
  love to | would love to | id love to | wed love to | i would | i would love | i do | i am | we are | we would | you bet | hell yes | totally | suppose so | i suppose so |
  might as well | why wouldnt i | no harm | gwan | gwan so | work away | fire away | shoot | send | please send | send away | ok cool | ok lovely | ok grand |
  cool thanks | thats great | thats perfect | that would be great | that would be lovely | that would be brilliant | that works | works for me | suits me | im game |
  of course i am | yes yes | ok yes | too right | reply yes | text yes | bring it on | what do i need to do | whats next | next steps | im all ears | all ears | big time | 100 | 100 yes | delighted | delighted to |
  jestem zainteresowan[ay] | zainteresowan[ay] | poprosze o wiecej informacji | sea | sea le do thoil | le do thoil | cinnte | ta suim agam | ok great | sure thing | will do | happy days | nice one | interested | keen`)
const politeWords =
  /\b(?:please|pls|plz|thanks|thank you|thx|ty|ta|cheers|hun|love|mate|babe|hi|hello|hey|x+|oh|ok|lol|then|thats)\b/g

/** A clause that starts like this agrees. */
const agrees = new RegExp(
  `^${opener}(?:${yes}\\b(?! (?:right|no|nah|sir|well)\\b)|(?:absolutely|definitely|defo|deffo|certainly|of course|for sure|sure|please do)\\b(?! not\\b)|` +
    `go on\\b|go ahead\\b|go for it\\b|not a problem send\\b|interested\\b|happy to\\b|why not\\b|sign me up\\b|count me in\\b|100 ?(?:percent|per cent)?$)`,
)

/** These agree anywhere in the text. */
const agreement = [
  /\b(?:im|i am|were|we are|am|be|id be|very|def|defo|deffo|defs|really|definitely|super|so|quite|would be|both|still|sounds|always) interested\b/,
  /\btell (?:me|us) (?:more|about it|everything|a bit more|all about|about this)\b/,
  /\b(?:send|text|give|email|forward|share|shoot|get) (?:(?:me|us|it|that|on|over|through|along) )*(?:(?:the|some|more|your|any|all|a|full|further|over|that) )*(?:details?|info|information|link|more)\b/,
  /\bsend (?:it|that|them)(?: (?:over|through|on|away|please|across|to me))?$|\bsend (?:it|that|them) (?:over|through|on|away|please|across)\b/,
  /\b(?:more|further) (?:info|information|details?)\b/,
  /\b(?:hear|know|learn|find out|see|understand|read) (?:a bit |a little |some |lots )?more\b/,
  /\b(?:sounds?|looks?|seems?) (?:really |very |so |pretty |quite |absolutely )?(?:good|great|interesting|lovely|amazing|perfect|fab|brilliant|awesome|ideal|like a plan|nice|fantastic|cool|fair|class|deadly|grand)\b/,
  /\b(?:count|sign|book) (?:me|us) (?:in|up)\b|\bput (?:me|us) down\b/,
  /\b(?:im|i am|were|we are|id be|i would be|would be) (?:in|keen|up for (?:it|that|this)|game|on board|ready)$/,
  /\b(?:id|i would|would|wed|we would|ill|i will|id really|would really) (?:love|like) (?:to (?:know|hear|learn|find|see|try|give|go|do|join|sign|get|have|come|pop|visit|take|avail|book|start|chat|talk|discuss)|this|that|it|one|more|some)\b/,
  /\blets (?:do|go|try|start|talk|chat|give|have)\b/,
  /\b(?:im|were|id be|would be|more than|be) happy to\b|\bcant wait\b|\bcouldnt hurt\b/,
  /\bhow (?:do|can) (?:i|we) (?:sign up|start|join|get started|apply)\b|\bwhere do (?:i|we) sign\b/,
]

const refuses = new RegExp(
  `^${opener}(?:(?:but|im afraid|unfortunately) )*(?:no+|nope|nah+|naw)\\b` +
    `(?! (?:problem|probs?|worries|bother|idea|one|matter|doubt|brainer|issue|yet|sure|a problem|certain|only|clue|just|bad|messages?|texts?|repl\\w+|news|answer|website|link|email|charge|costs?|signal|luck|need to worry)\\b)`,
)
const refusesAlone = anyOf(
  'n | non | nein | nay | nao | never | no way | not really | nop | nopes | pass | ill pass | i pass | hard pass | we pass | well pass | decline | declined | im out | count me out | another time | nty | nie | nie dziekuje | nie dzieki | nie jestem zainteresowan[ay] | nil | nil suim agam | ni theastaionn',
)

const refusal = [
  /\b(?:not|isnt|arent|aint|wasnt|never|no longer|hardly)(?: \w+){0,2} (?:interested|keen|bothered|for (?:me|us)|needed|required|necessary|looking)\b/,
  /\b(?:wouldnt|wont|cant) be interested\b|\bno interest\b|\buninterested\b|\bno (?:thanks|thank you|ta|ty|thx|cheers)\b/,
  /\bnot (?:right )?(?:now|today|currently)\b|\bnot at (?:the|this) (?:moment|minute|time|stage|point)\b|\bnot this (?:time|year|month)\b|\bnot for (?:me|us|now)\b/,
  /\b(?:dont|do not|doesnt|wont|wouldnt|didnt) (?:really |actually |currently |even )?(?:want|need|think so|fancy|require|have time|have the time|see the point)\b|\bcant afford\b/,
  /\b(?:were|we are|im|i am) (?:all )?(?:fine|good|grand|sorted|ok|okay|all set|covered)(?: for now)?(?: (?:thanks|thank you|thx|ta|cheers))?$/,
  /\b(?:youre|ur|you are|yer) (?:grand|alright|all right)\b|\b(?:have|got) (?:someone|somebody)(?: \w+){0,3} already\b/,
  /\b(?:i|we|well|ill) (?:already )?(?:pass|decline)\b|\balready (?:have|use|using|got|sorted|do)\b|\bunfortunately not\b|\btoo busy\b|\bno longer\b|\bthanks but no\b/,
  /\b(?:absolutely|definitely|certainly|of course|for sure|hell|hard|big|its a|thats a) (?:not?|nope)\b/,
  /\b(?:closed down|gone out of business|out of business|shut down|retired|not a salon|sold the (?:salon|business))\b/,
]

const suspicious = [
  /\bwho(?:s| is| are|re| r)? (?:this|that|dis|you|u|ya|it|texting)\b|\bwho am i\b|\bwhos this\b|\bnew phone\b/,
  /\b(?:how|where) (?:did|have|do|d|on earth|the hell)(?: \w+){0,3} (?:get|got|find|have|obtain)(?: \w+){0,2} (?:number|details|info)\b|\bwho gave you\b/,
  /\bis (?:this|it) (?:a )?(?:\w+ )?(?:scam|spam|legit|real|genuine|fraud|bot|robot|joke|automated)\b|\bsounds like a scam\b|\bare you (?:a )?(?:real|bot|robot|human|legit|scam)/,
  /\bare you interested\b/,
]

const hedges =
  /\b(?:but|if|unless|depends?|depending|maybe|might|perhaps|possibly|however|although|except|too good|not sure|unsure|could be|later|until|another day|only when|supposed to|should i|not yet)\b/
const politeIfs =
  /\bif (?:possible|you can|u can|you could|thats (?:ok|okay|alright|possible)|you like|you dont mind|thats cool)\b/g
const agreeingBut =
  /\bbut (?=(?:yes|would love|id love|i would love|love|definitely|still interested|keen|interested|happy)\b)/g
const fillersOfNo = /\b(?:no|not a) (?:problem|probs?|worries|bother)\b|\bnp\b/g

/** Yes, no or unclear, for texts that are not keywords or opt-outs. `asks`: the text also contains a question. */
export function answerOf(wording: Wording): { answer: Answer; asks: boolean } {
  const { text, onlySigns } = wording
  const flat = spelt(wording.flat)
  const clauses = wording.clauses.map(spelt)
  const asks = text.includes('?')
  if (onlySigns) return { answer: signAnswer(text), asks }
  if (suspicious.some((pattern) => pattern.test(flat))) return { answer: 'unclear', asks: true }
  const bare = clauses.map((clause) => words(clause.replace(fillersOfNo, ' ')))
  const agreed = bare.some((clause) => agreesIn(clause) && !refusesIn(clause))
  const refused =
    bare.some(refusesIn) || refusal.some((pattern) => pattern.test(flat)) || signsOfNo.test(text)
  if (refused) return { answer: agreed ? 'unclear' : 'negative', asks }
  const weakly = signsOfYes.test(text) ? saysLittle(flat) : bare.length > 0 && bare.every(isWeakYes)
  if (!agreed && !weakly) return { answer: 'unclear', asks }
  if (
    hedged(flat, asks) ||
    (asks && flat.split(' ').length < 3 && !yesAndQuestion.test(flat) && !asksToBook.test(flat))
  )
    return { answer: 'unclear', asks }
  return { answer: 'positive', asks }
}

const misspeltInterest =
  /\b(?:intrested|intersted|interestd|intrestd|interrested|interseted|intrsted|intrested)\b/g
const misspeltSure: [RegExp, string][] = [
  [/\babs[aiou]l\w{1,6}y\b/g, 'absolutely'],
  [/\bdef[aei]n\w{2,6}y\b/g, 'definitely'],
]
const spelt = (told: string) =>
  misspeltSure.reduce(
    (text, [typo, right]) => text.replace(typo, right),
    told.replace(misspeltInterest, 'interested'),
  )

function agreesIn(clause: string): boolean {
  return (
    agrees.test(clause) ||
    agreesAbroad(clause) ||
    isWilling(clause) ||
    agreement.some((pattern) => pattern.test(clause))
  )
}

function refusesIn(clause: string): boolean {
  if (refuses.test(clause) || refusesAlone.test(words(clause.replace(politeWords, ' ')))) return true
  return refusal.some((pattern) => pattern.test(clause))
}

function signAnswer(text: string): Answer {
  if (signsOfNo.test(text)) return 'negative'
  return signsOfYes.test(text) ? 'positive' : 'unclear'
}

function isWeakYes(clause: string): boolean {
  return (
    agreesAlone.test(clause) ||
    agreesAlone.test(words(clause.replace(politeWords, ' '))) ||
    /^(?:ok|please|thats fine)(?: (?:thanks|thank you|thx|please|ok))+$/.test(clause)
  )
}

/** Small talk around a 👍 does not change it. */
function saysLittle(flat: string): boolean {
  return words(flat.replace(politeWords, ' ')) === '' || isWeakYes(flat)
}

const asksToBook =
  /^more info$|^how do i get (?:it|this)\b|^(?:can|could) i (?:please )?(?:book|come in|have|get)\b|^(?:how|where) do i book\b/
const yesAndQuestion = new RegExp(`^${yes} (?!who|what|why|huh|really|and|no)\\w+$`)

/** `yes if it is free` is a condition; `yes but how much?` is a yes with a question. */
function hedged(flat: string, asks: boolean): boolean {
  const told = flat.replace(politeIfs, ' ').replace(agreeingBut, ' ')
  return hedges.test(asks ? told.replace(/\bbut\b/g, ' ') : told)
}
