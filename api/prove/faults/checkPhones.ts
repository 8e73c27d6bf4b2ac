import { countWrong, groupBy } from '../rows.ts'
import type { Row } from '../suite.ts'
import { textsFrom } from './journal.ts'
import type { ChaosStage } from './stage.ts'

/** What is on the wire when a STOP is acknowledged may still arrive. */
const ON_THE_WIRE_MS = 300

/** The first side: what reached the carrier and the handsets, against what people did and were told. */
export function checkPhones(stage: ChaosStage): Row[] {
  const { surroundings } = stage
  const taken = [...surroundings.carrier.taken.values()]
  const same = [...groupBy(taken, ({ to, body }) => `${to} ${body}`).values()]
  const namesByPhone = new Map(surroundings.journal.prospects.map(({ phone, name }) => [phone, name]))
  const byPhone = groupBy(taken, ({ to }) => to)
  return [
    countWrong(
      'no handset got the same text twice',
      same,
      (texts) => (texts.length > 1 ? `${texts[0]?.to}: ${texts.length} times “${texts[0]?.body}”` : null),
      ([text]) => text?.body.split(' ')[0] ?? '',
    ),
    countWrong(
      'at most one first text to a number, over all campaigns',
      surroundings.journal.prospects,
      ({ phone }) => {
        const firsts = (byPhone.get(phone) ?? []).filter(({ body }) =>
          body.startsWith(`Hi ${namesByPhone.get(phone)},`),
        )
        return firsts.length > 1
          ? `${phone} got ${firsts.length}: ${firsts.map(({ body }) => body).join(' / ')}`
          : null
      },
    ),
    ...noneAfterStop(stage),
    repliesAsAnswered(stage),
  ]
}

interface Silence {
  phone: string
  from: number
  to: number
}

/** From each acknowledged STOP to the next START, or the end. */
function silencesOf({ journal }: ChaosStage['surroundings']): Silence[] {
  return [...groupBy(journal.ownerTexts, ({ phone }) => phone).keys()].flatMap((phone) => {
    const shortStack = textsFrom(journal, phone)
    return shortStack.flatMap(({ meaning, acknowledgedAt }, n) => {
      if (meaning !== 'stop' || acknowledgedAt === null) return []
      const start = shortStack.slice(n + 1).find((text) => text.meaning === 'start')
      return [{ phone, from: acknowledgedAt, to: start?.firstPostAt ?? Number.POSITIVE_INFINITY }]
    })
  })
}

function noneAfterStop({ surroundings }: ChaosStage): Row[] {
  const callsTo = groupBy(surroundings.carrier.calls, ({ to }) => to)
  const atOnce = new Set(surroundings.journal.bursts.flat())
  const lateness = ({ phone, from, to }: Silence) =>
    (callsTo.get(phone) ?? [])
      .filter(({ at }) => at > from && at < to)
      .map(({ at }) => surroundings.lags.liveBetween(from, at))
  const rowOf = (what: string, silences: Silence[]): Row => {
    const row = countWrong(what, silences, (silence) => {
      const late = lateness(silence).filter((ms) => ms > ON_THE_WIRE_MS)
      return late.length > 0
        ? `${silence.phone}: ${late.map((ms) => ms.toFixed(0)).join(', ')} ms after`
        : null
    })
    const all = silences.flatMap(lateness)
    const note = `${all.length} texts reached the carrier after it, the latest ${Math.max(0, ...all).toFixed(0)} ms`
    return { ...row, note: row.note ? `${row.note}; ${note}` : note }
  }
  const [burst = [], others = []] = [true, false].map((one) =>
    silencesOf(surroundings).filter(({ phone }) => atOnce.has(phone) === one),
  )
  return [
    rowOf('no text leaves after an acknowledged STOP', others),
    rowOf(`nor when 100 people say STOP at once, ${surroundings.journal.bursts.length} times`, burst),
  ]
}

function repliesAsAnswered({ surroundings }: ChaosStage): Row {
  const arrived = groupBy(surroundings.carrier.taken.values(), ({ body }) => body)
  const answered = surroundings.journal.replies.filter(({ answers }) => answers.length > 0)
  return countWrong(
    'a reply arrived as often as its sender was told',
    answered,
    ({ phone, body, answers }) => {
      const count = arrived.get(body)?.length ?? 0
      const told = answers.map(({ status, outcome }) => `${status} ${outcome ?? ''}`.trim()).join(', ')
      // Unknown: it may or may not have been sent, and may be sent once more while somebody waits.
      const unknown = answers.some(({ outcome }) => outcome === 'unknown')
      const sent = answers.some(({ status }) => status === 200)
      const fits = sent ? count === 1 : unknown ? count <= 1 : count === 0
      return fits ? null : `${phone} “${body}”: told ${told}, arrived ${count} times`
    },
  )
}
