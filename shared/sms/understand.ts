import { isExactRequest } from './exactRequests.ts'
import { reactionTo } from './reactions.ts'
import { likelihoodsOf, type Weights } from './reader/model.ts'
import learnt from './reader/weights.json' with { type: 'json' }
import { withoutSignature, withSpellingFixed } from './spelling.ts'
import { fold, words } from './wording.ts'

export type Intent =
  | 'opt_out'
  | 'maybe_opt_out'
  | 'opt_in'
  | 'help'
  | 'positive'
  | 'negative'
  | 'unclear'
  | 'automatic_reply'
export type OptOutType = 'STOP' | 'START' | 'HELP'

export type Understanding = {
  intent: Intent
  /** What detected the opt-out: Twilio's `OptOutType`, a keyword as the whole body, or our reader of plain language. */
  optOutSource?: 'keyword' | 'carrier' | 'plain_language'
  /** A person has to read the text, even if an automatic effect was applied. */
  needsReview: boolean
  /** A yes that is too uncertain for an automatic answer. Where texts arrive, it counts as unclear. */
  isUnsure?: true
  /** Stop all further texts to the number. */
  suppress: boolean
  /** Remove the suppression of the number. */
  liftsSuppression: boolean
}

const stopWords = /^(?:(?:stop|stop ?all|unsubscribe|cancel|end|quit|opt ?out|revoke)(?: |$))+$/
const startWords = /^(?:start|unstop)$/
/** A bare yes. Anything longer is left to the reader. */
const yesWords = /^(?:y|yes|yeah|yep|yup|sure|of course|interested|tell me more)(?: please)?$/
const thumbsUp = /^[👍\s]+$/u
const helpWords = /^(?:help|info)$/

/** Twilio's default keywords, matched as Twilio does: whole body, any case. Twilio answers these itself. */
const carrierWords: Record<OptOutType, RegExp> = {
  STOP: /^(?:stop|stopall|unsubscribe|cancel|end|quit|optout|revoke)$/,
  START: /^(?:start|yes|unstop)$/,
  HELP: /^(?:help|info)$/,
}

/** The keyword that Twilio recognises in this body, or null. Ignores that toll-free senders do not treat YES as one. */
export function carrierKeyword(body: string): OptOutType | null {
  const word = body.trim().toLowerCase()
  if (carrierWords.STOP.test(word)) return 'STOP'
  if (carrierWords.START.test(word)) return 'START'
  return carrierWords.HELP.test(word) ? 'HELP' : null
}

/** Longest text that a carrier delivers, in UTF-16 units. */
export const MAX_TEXT_LENGTH = 1600

interface Circumstances {
  optOutType?: string | null
  suppressed?: boolean
  /** Other than those learnt from the whole corpus, to measure the reader. */
  weights?: Weights
}

/** The reader suppresses when an opt-out is likelier than not. */
const SUPPRESS = 0.5
/** A text waits for a person when an opt-out or a doubt is at least this likely. */
const HOLD = 0.33
/** The same beside a no, which starts nothing automatic either. */
const HOLD_NO = 0.5
/** The corpus has few noes for what arrives, and a no is not answered: it wins against what is a little likelier. */
const WEIGHT_OF_NO = 1.6
/** An automatic reply is stored without a person, so a wish may not be likely in it. */
const MOST_DOUBT_OF_AUTOMATIC = 0.35
/** Below this a yes waits for a person. */
const SURE_YES = 0.9

/**
 * Classifies an inbound text. Order: Twilio's `OptOutType`, STOP family, START/UNSTOP, HELP/INFO, exact short requests, then
 * the likeliest meaning by what each mistake costs. When in doubt it reports an opt-out, or `maybe_opt_out`, which waits
 * for a person.
 * `suppressed`: the number has opted out; only START or UNSTOP lifts that, and a yes waits for a person.
 * Longer than MAX_TEXT_LENGTH: only both ends are read, only opt-outs are detected.
 */
export function understand(body: string, circumstances: Circumstances = {}): Understanding {
  const understood = partsOf(body).map((part) => understandFolded(part, circumstances))
  if (understood.length === 1 && understood[0]) return understood[0]
  const find = (wanted: Intent) => understood.find(({ intent }) => intent === wanted)
  return find('opt_out') ?? find('maybe_opt_out') ?? classified('unclear', true)
}

/** What is read of a text, folded: the whole, or both ends of a long one. */
export const partsOf = (body: string): string[] =>
  endsOf(body)
    .map(withoutReaction)
    .flatMap((part) => endsOf(withoutSignature(fold(part))))

/** A reaction to a text becomes its emoji, or the words that the person added. */
function withoutReaction(part: string): string {
  const reaction = reactionTo(part)
  return reaction ? reaction.own || reaction.sign : part
}

/** Limits the input: folding can turn one letter into 18 (\ufdfa). */
const endsOf = (text: string): string[] =>
  text.length <= MAX_TEXT_LENGTH ? [text] : [text.slice(0, MAX_TEXT_LENGTH), text.slice(-MAX_TEXT_LENGTH)]

function understandFolded(folded: string, circumstances: Circumstances): Understanding {
  const { optOutType, suppressed = false, weights = learnt } = circumstances
  const keyword = words(folded)
  const reported = optOutType?.trim().toUpperCase()

  if (reported === 'STOP') return optOut('carrier')
  if (stopWords.test(keyword)) return optOut('keyword')
  // Twilio reports START for YES too, but a YES is not consent to marketing.
  if (startWords.test(keyword) || (reported === 'START' && keyword !== 'yes')) return handled('opt_in', true)
  if (reported === 'HELP' || helpWords.test(keyword)) return handled('help')
  // Joins the list of the salon that it was sent to; to the agency it means nothing.
  if (keyword === 'join') return classified('unclear', false)
  if (!/[\p{L}\p{N}\p{Extended_Pictographic}]/u.test(folded)) return classified('unclear', true)
  if (yesWords.test(keyword) || thumbsUp.test(folded))
    return classified('positive', suppressed || asks(folded))
  const text = withSpellingFixed(folded)
  if (isExactRequest(text)) return optOut('plain_language')
  return likeliest(text, weights, suppressed)
}

const asks = (text: string) => /[?¿？؟]/.test(text)

function likeliest(text: string, weights: Weights, suppressed: boolean): Understanding {
  const { opt_out, maybe_opt_out, positive, negative, unclear, automatic_reply } = likelihoodsOf(
    text,
    weights,
  )
  const doubt = opt_out + maybe_opt_out
  const no = WEIGHT_OF_NO * negative
  const most = Math.max(positive, no, unclear)
  if (automatic_reply > most && doubt < MOST_DOUBT_OF_AUTOMATIC) return handled('automatic_reply')
  if (opt_out > SUPPRESS) return optOut('plain_language')
  if (doubt >= (no === most ? HOLD_NO : HOLD)) return classified('maybe_opt_out', true)
  if (positive === most) {
    const isUnsure = positive < SURE_YES
    const yes = classified('positive', isUnsure || suppressed || asks(text))
    return isUnsure ? { ...yes, isUnsure } : yes
  }
  return no === most ? classified('negative', false) : classified('unclear', true)
}

function optOut(optOutSource: NonNullable<Understanding['optOutSource']>): Understanding {
  const needsReview = optOutSource === 'plain_language'
  return { intent: 'opt_out', optOutSource, needsReview, suppress: true, liftsSuppression: false }
}

function handled(intent: 'opt_in' | 'help' | 'automatic_reply', liftsSuppression = false): Understanding {
  return { intent, needsReview: false, suppress: false, liftsSuppression }
}

function classified(
  intent: 'maybe_opt_out' | 'positive' | 'negative' | 'unclear',
  needsReview: boolean,
): Understanding {
  return { intent, needsReview, suppress: false, liftsSuppression: false }
}
