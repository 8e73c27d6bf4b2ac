import { answerOf } from './answers.ts'
import { withIrishYes } from './answersAbroad.ts'
import { isAutomaticReply, isMachineNotice, withoutMachinePhrases } from './automaticReply.ts'
import { detectDoubts } from './maybeOptOut.ts'
import { saysNotTheOwner } from './notTheOwner.ts'
import { asksToStop, mayMeanStop, mentionsStopping, ownWords } from './optOut.ts'
import { reactionTo } from './reactions.ts'
import { hasSecondThoughts, takesStopBack } from './secondThoughts.ts'
import { doubtsSender } from './senderDoubts.ts'
import { withoutSignature } from './spelling.ts'
import { fold, wordingOf, words } from './wording.ts'

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
  /** What detected the opt-out: Twilio's `OptOutType`, a keyword as the whole body, or our plain-language rules. */
  optOutSource?: 'keyword' | 'carrier' | 'plain_language'
  /** A person has to read the text, even if an automatic effect was applied. */
  needsReview: boolean
  /** Stop all further texts to the number. */
  suppress: boolean
  /** Remove the suppression of the number. */
  liftsSuppression: boolean
}

const stopWords = /^(?:(?:stop|stop ?all|unsubscribe|cancel|end|quit|opt ?out|revoke)(?: |$))+$/
const startWords = /^(?:start|unstop)$/
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
}

/**
 * Classifies an inbound text. Order: Twilio's `OptOutType`, STOP family, START/UNSTOP, HELP/INFO, plain-language
 * opt-outs, then yes or no. When in doubt it reports an opt-out, or `maybe_opt_out`, which waits for a person.
 * `suppressed`: the number has opted out; only START or UNSTOP lifts that, and a yes waits for a person.
 * Longer than MAX_TEXT_LENGTH: only both ends are read, only opt-outs are detected.
 */
export function understand(body: string, circumstances: Circumstances = {}): Understanding {
  const parts = endsOf(body)
    .map(withoutReaction)
    .flatMap((part) => endsOf(withoutSignature(fold(withIrishYes(part)))))
  const understood = parts.map((part) => understandFolded(part, circumstances))
  if (understood.length === 1 && understood[0]) return understood[0]
  const find = (wanted: Intent) => understood.find(({ intent }) => intent === wanted)
  return find('opt_out') ?? find('maybe_opt_out') ?? classified('unclear', true)
}

/** A reaction to a text becomes its emoji, or the words that the person added. */
function withoutReaction(part: string): string {
  const reaction = reactionTo(part)
  return reaction ? reaction.own || reaction.sign : part
}

/** Limits the input: some patterns take quadratic time, and folding can turn one letter into 18 (\ufdfa). */
const endsOf = (text: string): string[] =>
  text.length <= MAX_TEXT_LENGTH ? [text] : [text.slice(0, MAX_TEXT_LENGTH), text.slice(-MAX_TEXT_LENGTH)]

function understandFolded(folded: string, { optOutType, suppressed = false }: Circumstances): Understanding {
  const keyword = words(folded)
  const reported = optOutType?.trim().toUpperCase()

  if (reported === 'STOP') return optOut('carrier')
  if (stopWords.test(keyword)) return optOut('keyword')
  // Twilio reports START for YES too, but a YES is not consent to marketing.
  if (startWords.test(keyword) || (reported === 'START' && keyword !== 'yes')) return handled('opt_in', true)
  if (reported === 'HELP' || helpWords.test(keyword)) return handled('help')
  // Joins the list of the salon that it was sent to; to the agency it means nothing.
  if (keyword === 'join') return classified('unclear', false)
  if (isMachineNotice(folded)) return handled('automatic_reply')
  if (isAutomaticReply(folded)) {
    return asksToStop(withoutMachinePhrases(folded)) ? optOut('plain_language') : handled('automatic_reply')
  }
  const { isDoubtful, rest } = detectDoubts(folded)
  if (asksToStop(isDoubtful ? rest : folded, isDoubtful)) return optOutUnlessDoubtful(folded)
  const own = ownWords(folded)
  if (isDoubtful || takesStopBack(folded) || doubtsSender(own) || saysNotTheOwner(own))
    return classified('maybe_opt_out', true)

  const { answer, asks } = answerOf(wordingOf(folded))
  if (answer !== 'unclear' && mentionsStopping(folded)) {
    return answer === 'negative' ? optOutUnlessDoubtful(folded) : classified('unclear', true)
  }
  if (mayMeanStop(folded)) return classified('maybe_opt_out', true)
  return classified(answer, asks || answer === 'unclear' || (suppressed && answer === 'positive'))
}

const optOutUnlessDoubtful = (folded: string): Understanding =>
  hasSecondThoughts(folded) ? classified('maybe_opt_out', true) : optOut('plain_language')

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
