import { latinInTexts } from '../lookAlikes.ts'

/** Words that people write without spaces, such as `stopplease`. */
const joinable = new Set(
  `stop unsubscribe unsub remove delete quit end cancel opt out optout please pls plz now it all this that me us my our the
   these those you your ur to 2 4 for from with texting textn txtn txting messaging msging sending spamming contacting bothering calling
   emailing harassing annoying text texts txt txts message messages msg msgs sms spam marketing promos promo promotions offers
   ads number phone list off take leave alone no more dont do not again ever just thanks thank thx ty immediately asap getting
   receiving contact want said yes hi reply and already forever kindly today good ever life real sure everything someone`.split(
    /\s+/,
  ),
)
const LONGEST_JOINED = 40

const mayBeJoined =
  /(?<![a-z\d])(?:(?:pls|plz|please|just|yes|no|nothanks|text|txt|reply|kindly)*(?:stop|unsub|remove|delete|dont|donot|nomore|notext|optme|optout|takeme|leaveme|cancel|quit|end))[a-z\d]{0,40}(?![a-z\d])/g

/** `stoptextingme` becomes `stop texting me`; words with any other part stay as they are. */
function apart(word: string): string {
  if (word.length > LONGEST_JOINED) return word
  // The words that end at each place, or null.
  const ends: (string[] | null)[] = [[]]
  for (let end = 1; end <= word.length; end++) {
    ends[end] = null
    for (let start = 0; start < end && !ends[end]; start++) {
      const before = ends[start]
      const part = word.slice(start, end)
      if (before && joinable.has(part)) ends[end] = [...before, part]
    }
  }
  return ends[word.length]?.join(' ') ?? word
}

/** Single letters with something between them, such as `s t o p` and `S.T.O.P`. */
const spaced = /(?<![\p{L}\p{N}])\p{L}(?:[ .,_*·•|/\\~\n-]{1,3}\p{L}){2,13}(?![\p{L}\p{N}])/gu

function joined(letters: string): string {
  const word = [...letters.replace(/[^\p{L}]/gu, '')].map((one) => latinInTexts.get(one) ?? one).join('')
  return /^(?:stop|unsub|quit$|end$|remove)/.test(word) ? word : letters
}

const typos: [RegExp, string][] = [
  [/^(?:s ?t ?o ?p)\b/, 'stop'],
  [/\bstop\d(?![a-z\d])/g, 'stop'],
  [/\b(?:st[.\-_]op|sto[.\-_]p|s[.\-_]top)\b/g, 'stop'],
  [
    /\b(?:stup|stoop|stip|stap|stob|atop|stol|stoo)(?= (?:texting|messaging|sending|contacting|texts|messages|these))/g,
    'stop',
  ],
  [/\bpl+e+a+s+e+\b/g, 'please'],
  // A sign instead of the word.
  [
    /[🛑✋🚫⛔]\ufe0f? ?(?=(?:texting|messaging|sending|contacting|spamming|texts?|messages?|sms)\b)/gu,
    ' stop ',
  ],
  [
    /\b(?:stpo|sotp|tsop|stopp+|sstop|sttop|stp|stopo|stoppen|stoip|staop|stopt|dtop|stopn|stop1|stahp|stawp|sotop|stiop|stpop|stopm|xtop|wtop|s5op|szop|ztop|stoppit|sopt|stpp|s ?topp)\b/g,
    'stop',
  ],
  [/\bstoppit\b/g, 'stop it'],
  [
    /^(?:sto|stip|stio|stoo|stol|stap|stup|atop|etop|stoop|stob|sop|stops|srop|sfop|stkp|stlp|stoped|sto0|st9p|stoð)$/,
    'stop',
  ],
  [/\b(?:un ?subb?s?|umsubscribe)\b/g, 'unsubscribe'],
  // Any misspelling of unsubscribe, but not unsuitable, unsure, unsupported, unsuccessful, unsung, unsustainable, unsuspecting.
  [
    /\b(?:un subscribe|unsu(?!it|r|p|ng|l|cc|st|sp)[a-z]{4,10}|unsibs?cri\w{1,3}|u[nm]?s?[bc]?u?[bc]?scri(?:b|p)[a-z]{1,3}|(?!re|to|me)[a-z]{1,3}subs?cri?be?)\b/g,
    'unsubscribe',
  ],
  [
    /\b(?:opt(?:ing|ed)? ?out|opt (?:me|us|this number|my number) out|opt+ ?out|opt ot|opt put|opy out|opt our|op out|otp out|opt outt)\b/g,
    'opt out',
  ],
  [/\b(?:rem+ov+e?|remvoe|reomve|rmove|remve|romove|remoove|removeme)\b/g, 'remove'],
  [/\b(?:delte|deleet|dlete|delet|deletee|dellete|deleate)\b/g, 'delete'],
  [/\bw?rong (?:num+[ber]{2,4}|numer|nr|#)(?![a-z])/g, 'wrong number'],
  [
    /\b(?:te?xti?n|te?xtn|txting|texing|texitng|tetxing|textign|textng|messagin|msgin|mesaging|messging|massaging me)\b/g,
    'texting',
  ],
  [/\b(?:mesages?|messges?|mesagges?|massages? from you|msgs|texs|txs|texst)\b/g, 'messages'],
  [
    /\b(?:dnt|dont t|donot|do nt|dot|don t|dunt|doint)\b(?= (?:text|txt|message|msg|contact|send|call))/g,
    'dont',
  ],
]

/** Separates words written as one, joins letters written apart, and corrects typos of the words that opt-outs use. */
export function withSpellingFixed(folded: string): string {
  const letters = folded
    .replace(/(?<![a-z\d])[s5][ .,_-]{1,3}t[ .,_-]{1,3}[o0][ .,_-]{1,3}p(?![a-z\d])/g, 'stop')
    .replace(spaced, joined)
    .replace(/\bs+t+o+p+\b/g, (word) => (word === 'stoop' ? word : 'stop'))
  return typos.reduce((text, [typo, right]) => text.replace(typo, right), letters.replace(mayBeJoined, apart))
}

/** What phones add below a text, such as `Sent from my iPhone`. */
const signature =
  /[\s*_-]*\b(?:sent (?:from|via|by) (?:my |an? |the )?[a-z][\w ]{1,30}|get outlook for \w+|von meinem \w+ gesendet|envoye (?:de|depuis) (?:mon|ma) [\w ]{2,20}|enviado (?:desde|de|do) (?:mi|meu) [\w ]{2,20}|wyslane z [\w ]{2,20}|inviato da [\w ]{2,20}|seolta o mo [\w ]{2,20})[.\s]*$/

export const withoutSignature = (folded: string): string => folded.replace(signature, '').trim() || folded
