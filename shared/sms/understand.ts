import { answerOf } from './answers.ts'
import { doubtsOf } from './maybeOptOut.ts'
import { asksToStop, endsInStop, mentionsStopping } from './optOut.ts'
import { fold, wordingOf, words } from './wording.ts'

export type Intent = 'opt_out' | 'maybe_opt_out' | 'opt_in' | 'help' | 'positive' | 'negative' | 'unclear'
export type OptOutType = 'STOP' | 'START' | 'HELP'

export type Understanding = {
  intent: Intent
  /** How the opt-out was known: Twilio said so, the whole body is a keyword, or the words mean it. */
  optOutSource?: 'keyword' | 'carrier' | 'plain_language'
  /** A person should read it, whatever was already done by machine. */
  needsReview: boolean
  /** The number takes no more texts, at once. */
  suppress: boolean
  /** The number asked to be texted again. */
  liftsSuppression: boolean
}

const stopWords = /^(?:(?:stop|stop ?all|unsubscribe|cancel|end|quit|opt ?out|revoke)(?: |$))+$/
const startWords = /^(?:start|unstop)$/
const helpWords = /^(?:help|info)$/

/** Twilio's default keywords, matched as Twilio does: the whole body, any case. It answers these itself. */
const carrierWords: Record<OptOutType, RegExp> = {
  STOP: /^(?:stop|stopall|unsubscribe|cancel|end|quit|optout|revoke)$/,
  START: /^(?:start|yes|unstop)$/,
  HELP: /^(?:help|info)$/,
}

/** The keyword the carrier itself would see in this body, or null. A toll-free sender's YES is not one (not known here). */
export function carrierKeyword(body: string): OptOutType | null {
  const word = body.trim().toLowerCase()
  if (carrierWords.STOP.test(word)) return 'STOP'
  if (carrierWords.START.test(word)) return 'START'
  return carrierWords.HELP.test(word) ? 'HELP' : null
}

/** The longest text a carrier brings, in UTF-16 units. */
export const MAX_TEXT_LENGTH = 1600

interface Circumstances {
  optOutType?: string | null
  suppressed?: boolean
}

/**
 * What an inbound text means. Order: Twilio's `OptOutType`, STOP family, START/UNSTOP, HELP/INFO, plain-language
 * opt-outs, then yes or no. `suppressed`: the number has opted out; then only START or UNSTOP lifts that, and
 * a yes waits for a person. Opt-outs may be seen where none was meant, never the other way round: what only may be one
 * holds the number until a person has read it.
 * Of a text longer than any real one only both ends are read: for an opt-out, and nothing else is done by machine.
 */
export function understand(body: string, circumstances: Circumstances = {}): Understanding {
  const parts = endsOf(body).flatMap((part) => endsOf(fold(reactionTo(part) ?? part)))
  const understood = parts.map((part) => understandFolded(part, circumstances))
  if (understood.length === 1 && understood[0]) return understood[0]
  const wish = (wanted: Intent) => understood.find(({ intent }) => intent === wanted)
  return wish('opt_out') ?? wish('maybe_opt_out') ?? read('unclear', true)
}

/** Some rules take time that grows with the square of a text, and folding makes 18 letters of one (\ufdfa). */
const endsOf = (text: string): string[] =>
  text.length <= MAX_TEXT_LENGTH ? [text] : [text.slice(0, MAX_TEXT_LENGTH), text.slice(-MAX_TEXT_LENGTH)]

function understandFolded(folded: string, { optOutType, suppressed = false }: Circumstances): Understanding {
  const keyword = words(folded)
  const told = optOutType?.trim().toUpperCase()

  if (told === 'STOP') return optOut('carrier')
  if (stopWords.test(keyword)) return optOut('keyword')
  // Twilio also reports START for its keyword YES, which is no consent to marketing.
  if (startWords.test(keyword) || (told === 'START' && keyword !== 'yes')) return quiet('opt_in', true)
  if (told === 'HELP' || helpWords.test(keyword)) return quiet('help')
  const { doubtful, rest } = doubtsOf(folded)
  if (asksToStop(doubtful ? rest : folded)) return optOut('plain_language')
  if (doubtful) return read('maybe_opt_out', true)

  const { answer, asks } = answerOf(wordingOf(folded))
  if (answer !== 'unclear' && mentionsStopping(folded)) {
    return answer === 'negative' ? optOut('plain_language') : read('unclear', true)
  }
  if (endsInStop(folded)) return read('maybe_opt_out', true)
  return read(answer, asks || answer === 'unclear' || (suppressed && answer === 'positive'))
}

function optOut(optOutSource: NonNullable<Understanding['optOutSource']>): Understanding {
  const needsReview = optOutSource === 'plain_language'
  return { intent: 'opt_out', optOutSource, needsReview, suppress: true, liftsSuppression: false }
}

function quiet(intent: 'opt_in' | 'help', liftsSuppression = false): Understanding {
  return { intent, needsReview: false, suppress: false, liftsSuppression }
}

function read(
  intent: 'maybe_opt_out' | 'positive' | 'negative' | 'unclear',
  needsReview: boolean,
): Understanding {
  return { intent, needsReview, suppress: false, liftsSuppression: false }
}

const reactions: [RegExp, string][] = [
  [/^(?:liked|loved)\s*["“]/i, '👍'],
  [/^disliked\s*["“]/i, '👎'],
  [/^(?:laughed at|emphasi[sz]ed|questioned|removed an? .{1,30} from)\s*["“]/i, '.'],
  [/^reacted\s+(\S{1,8})\s+to\s*["“]/i, '$1'],
  [/^[\s\u200a\u200b]*(\p{Extended_Pictographic}\S{0,6})[\s\u200a\u200b]*to[\s\u200a\u200b]*["“]/u, '$1'],
]

/** A phone without iMessage or RCS receives `Liked “…our whole text…”`: only the reaction is the owner's. */
function reactionTo(body: string): string | null {
  for (const [pattern, sign] of reactions) {
    const match = pattern.exec(body)
    if (match) return sign === '$1' ? (match[1] ?? '.') : sign
  }
  return null
}
