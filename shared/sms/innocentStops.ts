import { words } from './wording.ts'

const person =
  '(?:clients?|customers?|person|someone|somebody|anyone|anybody|people|they|he|she|who|guests?|subscribers?|recipients?|one|girls|ladies)'

/** Uses of stop, remove and the like that are about something else. */
const innocents = [
  /\b(?:bus|tram|train|coach|taxi|cab|pit|rest|truck|full|short|next|first|last|final|one|non|door|quick|whistle|tube|metro|luas|dart|back|f|glottal|organ|gear|comfort) ?stops?\b/g,
  /\bstop(?:ping)? (?:by(?! (?:accident|mistake|error))|in(?! error)|over|off|round|around|into|outside|sign|light|lights|watch|motion|gap|and shop|at (?!once|all|texting|messaging|sending)|here$|there$|for (?:a |some |the |my )?(?:coffee|lunch|dinner|petrol|fuel|gas|food|tea|break|chat|bit|minute|while|day|night)|near|near(?:by)?|close to|on the way|between|next to)\b/g,
  /\b(?:dont|do not|cant|cannot|can not|couldnt|never|not|wont|will not|didnt|doesnt|without|hard to|couldnt even|havent|hasnt) (?:ever |really |want to |want (?:it|this|them|you) to |be able to )?stop(?:ping|ped)?\b(?! (?:texting|messaging|sending|contacting|spamming|calling|harassing|bothering|these|the (?:texts?|messages?)))/g,
  /\b(?:dont|do not|didnt|never) (?:ever |want (?:it|this|them|you) to )?stop (?:texting|messaging|sending|contacting)\b/g,
  /(?<!\b(?:youve|you have|you|u|uve|ye have|yous have) )\b(?:gave|give|given|entered|typed|put|used|wrote|got) (?:you |in |down )?(?:the |a |my )?wrong (?:number|no)\b/g,
  /\b(?:take|put|remove|get|knock) (?:me|us|my name) (?:off|from|out of) (?:the |your |that )?(?:wait(?:ing)?|cancellation|standby) ?list\b/g,
  /\b(?:unsubscribed?|opt(?:ed)? out) by (?:accident|mistake)\b/g,
  // a client texts stop, does the stop button work
  new RegExp(
    `\\b${person} (?:ever |just |then |also |do |does |can |could |will |would |have to |need to )*(?:texts?|replies|reply|replied|says?|sends?|sent|types?|writes?|wrote|press(?:es)?|hits?|responds?|asks?|wants?|texted)(?: (?:with|to|us|you|back|in|the word|me|says|saying))* (?:stop|unsubscribe|opt out)s?\\b`,
    'g',
  ),
  /\b(?:the|a|an|your|any|get|got|many|more|these|those) (?:\w+ )?(?:stop|unsubscribe|opt out)s? (?:word|keyword|button|option|request|reply|replies|message|link|rate|feature|thing|list|command|line|part)s?\b/g,
  /\b(?:how|what|does|do|is|if|when)\b.{0,30}\b(?:stop|opt outs?|unsubscribes?) (?:works?|counts?|means?|handled|gets?|does|do|is|rates?|happens?|are)\b/g,
  /\b(?:does|will|would|can|could) (?!(?:you|u|ye|yous|we|i|someone|somebody|this|these|that|it|everyone|the (?:texts?|messages?|spam))\b)(?:the |a |your |my )?\w+ stop (?!(?:texting|messaging|sending|contacting|these|this|me|it|please|now)\b)\w+/g,
  /\b(?:did|have) (?:you|u|ye|yous|they) (?:\w+ )?stop(?:ped)? (?:doing|the (?!texts?|messages?)|selling|offering|taking|opening|using|stocking|your)\b/g,
  /\b(?:a|an|no|any|the) stop (?:fee|charge|cost|press|bath|gap)s?\b|^stop press\b|\bstop bite\b/g,
  /\bremov(?:e|al) and (?:re ?apply|re ?do|replace|new|fresh|re ?fill|infills?|put)\b/g,
  /\b(?:we|i) (?:want|need|would like|try) to stop (?:empty|no ?shows?|late|gaps|losing|cancell\w+|clients)\b/g,
  /\b(?:put|pencil|mark|stick|have) (?:me|us) down(?: for \w+)?/g,
  /\b(?:will|do|would) (?:you|ye|u) (?:then )?(?:delete|remove|erase) (?:my|the|our) (?:\w+ )?\w+ (?:after|afterwards|later|once|when)\b/g,
  /\b(?:when|what time|until when) (?:do|does|will|did) (?:you|ye|yous|it|they|the \w+)(?: \w+)? stop (?!(?:texting|sending|messaging|bothering|spamming|contacting|these|this|it|me|please|pls)\b)\w+/g,
  /\b(?:dont|do not) (?:block|delete|remove|take|drop|cancel) (?:my|the|our|out)(?: \w+)? (?:slots?|time|chair|day|appointment|booking|place|spot|week|number|account|data|review)\b/g,
  /\bpeidi\w+ a stopio\b/g,
  // stop my roots showing
  /\b(?:to|will|would|could|can|help|helps|it|that|they|does|did|and) stop (?:my|the|her|his|their|your|it|them|our) (?:\w+ )?\w+ing\b(?! (?:me|us)\b)/g,
  /\bstop (?:(?:crying|smoking|drinking|eating|biting|picking|losing|growing|chipping|breaking|falling|working|thinking|looking|wearing|shedding|bleeding|itching|frizz\w*|talking about) ?)/g,
]

const about =
  /\b(?:them|they|clients?|customers?|people|someone|anyone|their|everyone|contacts|recipients|guests?|subscribers?|rates?|link|button|how many(?! times))\b/
const asks =
  /^(?:(?:and|but|so|ok|hi|hello|also|yes|well|then) )*(?:what|how|do|does|did|when|if|is|are|will|would|can|could|who|why|where|which|have|has)\b/

/** A question about how opt-outs of other people work. */
function isAboutOthers(sentence: string): boolean {
  const text = words(sentence)
  return (
    (sentence.includes('?') || asks.test(text)) &&
    about.test(text) &&
    !/\b(?:texting|messaging|contacting|bothering|spamming) (?:me|us)\b|\b(?:remove|unsubscribe|delete|take|get) (?:me|us|my)\b/.test(
      text,
    )
  )
}

/** Replaces uses of stop that are no wish of the person, so that other patterns do not see them. */
export function withoutInnocentStops(folded: string): string {
  const own = folded.replace(/[^.!?\n]+[.!?\n]*/g, (sentence) =>
    isAboutOthers(sentence) ? ' x. ' : sentence,
  )
  return innocents.reduce((text, pattern) => text.replace(pattern, ' x '), own)
}

/** What salons work on or keep for a client: removing or canceling it is no opt-out. */
export const belongings =
  /\b(?:gels?|polish|tan|fringe|knots?|nits|scars?|moustache|upper lip|wrinkles?|veins?|spots?|warts?|verruca\w*|blackheads?|bleach|layers?|inch\w*|o ?clock|nails?|acrylics?|shellac|biab|infills?|extensions?|lash(?:es)?|brows?|tattoos?|hair|colou?r|tint|dye|stains?|wax|moles?|skin tags?|tags|make ?up|tips?|toner|highlights?|perm|fillers?|botox|hard skin|callus\w*|glue|weave|braids?|dreads?|piercing|appointments?|appoinment|appointmnt|apointment|appts?|app|bookings?|reservation|slots?|orders?|service|treatments?|prices?|photos?|pics?|pictures?|images?|reviews?|comments?|posts?|deposits?|voicemails?|cards?|basket|cart|duplicates?|second|visit|session|consultation|facial|massage|manicure|pedicure|blow ?dry|patch test|add ?on|(?:mon|tues|wednes|thurs|fri|satur|sun)day|tomorrow|am|pm|\d{1,2}(?:am|pm)|june|july|week|cushion|chair|shoes?|rings?|mask|parking|(?:last|previous|that) (?:message|text|msg)|i sent|by mistake|code|wait(?:ing)? ?list|direct debit|standing order|gift|voucher|standing|invoice|payment)\b/
