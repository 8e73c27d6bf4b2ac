import { withSpellingFixed } from './spelling.ts'
import { words } from './wording.ts'

const yes = '(?:ye+s+|yeah+|yep|yup|ya+s+|yass+|definitely|absolutely|interested(?! no)|go on then)'

/** Only these can be a cry or a slip. `Remove me` and `no more texts` are not. */
const cry =
  /\b(?:stop|unsubscribe|opt out|end|quit|go away|shut up|get (?:lost|out)|(?:piss|naff|bugger|sod|feck|buzz) off)\b/

/** A wish that names the texts or the number leaves no room for surprise or delight. */
const plainWish =
  /\bstop (?:\w+ ){0,2}(?:te?xti?n?g?s?|messag\w+|msg\w*|sms|sending|contacting|spamming|bothering|harassing|pestering|emailing|calling|ringing|these|those|this crap|marketing|promo\w*|offers|ads?)\b|\b(?:want|told|asked|need|telling|asking|said|begging) (?:\w+ ){0,3}to stop\b|\b(?:remove|delete|erase|take|leave|unsubscribe|opt) (?:me|us|my(?! money)|this)\b|\b(?:dont|do not|never) (?:text|txt|message|contact)\b|\bno more\b|\b(?:list|database)\b|\bnot interested\b|\bno thanks?\b|\b(?:fuck\w*|bloody|wtf|piss\w*|scam\w*|spam\w*|asked|told|times|report\w*)\b/

const delight =
  /[😂🤣😆😅😍🥰🤩🥹💕❤😘🎉]|\b(?:so|too|very|really|thats|that is|that) (?:cheap|good|funny|cute|sweet|kind|nice|lovely|pretty|gorgeous|reasonable|affordable)\b|\b(?:love|loving|obsessed|adore) (?:it|this|that|these|them|you|with)\b|\b(?:i love|im obsessed|obsessed|amazing|gorgeous|stunning|brilliant|incredible|unreal|dying|screaming|blush\w*|bargain|cant believe|so excited|excited|resist|take my money|had me at|teas(?:e|ing))\b/u
const surprise =
  /\b(?:no way|half price|(?:are|r) (?:you|u|ye) (?:serious|for real|joking|kidding|sure)|youre (?:joking|kidding)|\d+ ?(?:%|percent) off|is (?:that|this|it) (?:real|true|right|for real)|for real|get out of here|shut up|oh my (?:god|days|gosh)|omg)\b|\b(?:seriously|really|honestly|actually|free|half off|\d+ ?(?:%|percent|off)[^?]*)\s*\?/
/** A question about the offer or a visit. */
const asksAboutOffer =
  /\bhow much\b|\bhow (?:do|can|would) (?:i|we) book\b|\b(?:what(?:s| is| are)|whens?|when is) (?:the|this|your|it)\b[^?]*\?|\bwhen can i\b|\b(?:price|prices|cost|book|booking|appointments?|slots?|available)\b[^?]*\?/
/** Only the time, the phone or the kind of text is unwanted, or there is a condition. */
const condition =
  /\b(?:only|just) if\b|^(?:please )?(?:dont|do not) text\b.*\b(?:ring|call|phone|email)$|^maybe\b|\b(?:just )?(?:kidding|joking|messing|jk)\b|\bno (?:texts?|sms|messages?) (?:just |please |only )*(?:call|ring|phone|email)\b|\bif (?:this|its|it|that|youre|you are|u r|these)(?: is| are)? (?:just )?(?:a |an )?(?:scam\w*|spam\w*|fake|fraud|junk|bot|con|marketing)\b|\bstop (?:if|unless) (?:its|it is|it|the|there|i|im|you charge|you dont|not|youre|you are|u r|this|that)\b|\b(?:at|while im at) (?:work|school|college|the office)\b|\b(?:i|we) (?:may|might) (?:well |just |yet )?(?:unsubscribe|opt out|stop)\b|\b(?:can|could) (?:i|we) (?:unsubscribe|opt out|stop)\b.*\b(?:later|any ?time|whenever)\b|\b(?:before|after|past|between) \d{1,2} ?(?:am|pm|oclock)?\b|\bat night\b|\b(?:in|during) the (?:morning|evening|night|day|week|holidays)\b|\b(?:on|at) (?:weekends?|weekdays?|(?:mon|tues|wednes|thurs|fri|satur|sun)days?)\b|\b(?:unless|except|apart from|other than)\b(?! (?:you|u|ye) (?:want|fancy|like))|\b(?:but|and|just) (?:keep (?!texting|sending|messaging)|still send|still text|not my|not the)\b|\bif (?:its|it is|theres|there is) (?:not|no)\b|\bonly (?:text|message|send|contact)\b|\b(?:text|message|contact)ing(?: me)? (?:so|too|this|that) (?:much|often|early|late|many)\b|\bat (?:this|that) (?:hour|time)\b|\bmidnight\b|\b(?:stop|using|use) (?:\w+ )?this one\b|\b(?:only|just|yes to) (?:the |my )?reminders\b/

const withdrawal = [
  /\bactually (?:wait|no|nah|sorry|yes|yeah|ignore|scrap|id|i do|i would|i am|im|can|could|what|how|keep|dont)\b|\b(?:no|stop|oh|sorry|hang on|hold on|but|ah|eh) wait\b|\bwait (?:no|sorry|what|how|i|is|yes|a (?:sec|minute))\b|\bhang on\b|\bhold on (?:a|what|how|i|sorry)\b/,
  /(?<!\b(?:you|u|dont|keep|to|they) )\b(?:ignore|disregard|scrap|undo) (?:that|this|my|me|the last|last|previous|it)\b|\bcancel (?:that|my (?:last|stop))\b|\b(?:i|we) (?:didnt|did not|dont|never) mean(?:t)?\b|\bnever ?mind\b|\bchanged my mind\b|\b(?:i )?(?:mean|meant) (?:yes|to say|start|book|no dont)\b|\btake (?:that|it) back\b|\b(?:do|did|would) (?:still )?want (?:it|this|that|one|to (?:book|come)|in)\b|\b(?:oops|whoops|woops|autocorrect|typo)\b|\bundo\b|\bstill want (?:these|them|it|the)\b|\bwrong button\b|\bmeant start\b|\bstart again\b/,
  /\bwrong (?:chat|window|thread|conversation|text|group)\b|\b(?:sent|sorry|that|this|it|i|was|pressed|typed|replied)(?: \w+){0,4} (?:by|in) (?:mistake|accident|error)\b|\b(?:accidentally|mistakenly) (?:sent|typed|pressed|replied|hit|texted)\b|\b(?:sent|meant) (?:to|for) (?:my|someone|somebody|another|the wrong)\b|\b(?:my )?(?:kid|son|daughter|toddler|child|baby|cat)(?: \w+){0,2} (?:sent|typed|had|got|pressed|was playing)\b/,
  /\bdont stop\b|\bnot stop\b|\bstop was\b|\brejoin\b|\b(?:stop|unsubscribe|opt out|remove|delete)(?: of)? (?:what|who|whom|why|which)$|\bkeep (?:them|it|these) coming\b/,
]

/** `Yes stop`, and `yes please, but stop texting so late`. `Yes, stop texting me` names the wish. */
const yesBeside = new RegExp(
  `\\b${yes}\\b|\\b(?:id|i would|would) (?:like|love) (?:to (?:book|come|have|try|know|see|hear|get an?)|it|one|that|an?)\\b|\\bi(?:ll| will) (?:take|have|come)\\b|\\bbook me\\b|\\bsign me up\\b`,
)
const yesFirst = new RegExp(
  `^(?:(?:hi|hello|hey|ok|oh) )*(?:${yes}\\b|(?:id|i would) (?:like|love)\\b).{0,60}\\b(?:but|just|only|although|though) .{0,30}\\b(?:stop|dont|do not|no)\\b`,
)

/** `Not stop sorry, yes`: takes back a stop that was sent before or stands in this text. */
export function takesStopBack(folded: string): boolean {
  const flat = words(withSpellingFixed(folded))
  return withdrawsStop.test(flat)
}
const withdrawsStop =
  /(?<!\b(?:do|will|can|did|does|would|could) )not stop$|\bnot stop sorry\b|\bsorry\b.*\bnot stop\b|\b(?:undo|ignore|disregard|cancel|scrap) (?:that |my |the |last )*stop\b|\bstop was\b|\brejoin\b|\bundo that\b|\bif i (?:text|reply|send|say|type) stop\b/

/**
 * Whether a request to stop has a second reading: it is taken back, follows or precedes a yes, is a cry of delight, or is
 * bound to a condition. `folded`: a text with a request to stop.
 */
export function hasSecondThoughts(folded: string): boolean {
  const flat = words(withSpellingFixed(folded))
  if (/^(?:delete|remove)\s*\?+$/.test(folded)) return true
  if (withdrawal.some((pattern) => pattern.test(flat)) || condition.test(flat) || yesFirst.test(flat))
    return true
  if (plainWish.test(flat) || !cry.test(flat)) return false
  return yesBeside.test(flat) || delight.test(folded) || surprise.test(folded) || asksAboutOffer.test(folded)
}
