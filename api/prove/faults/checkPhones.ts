import { countWrong, groupBy } from '../rows.ts'
import type { Row } from '../suite.ts'
import { textsFrom } from './journal.ts'
import type { Stage } from './stage.ts'
import type { TestBed } from './testBed.ts'

/** A text that is already being transmitted when a STOP is acknowledged can still arrive within this time. */
const IN_FLIGHT_MS = 300

/** What reached the carrier and the handsets, compared with what people did and the responses they got. */
export function checkPhones(stage: Stage): Row[] {
  return [noDuplicates(stage), oneFirstText(stage), ...noTextAfterStop(stage), repliesMatchAnswers(stage)]
}

function noDuplicates({ testBed }: Stage): Row {
  const same = groupBy(testBed.carrier.accepted.values(), ({ from, to, body }) => `${from} ${to} ${body}`)
  return countWrong(
    'no handset gets the same text twice from one sender',
    [...same.values()],
    (texts) => (texts.length > 1 ? `${texts[0]?.to}: ${texts.length} times “${texts[0]?.body}”` : null),
    ([text]) => text?.body.split(' ')[0] ?? '',
  )
}

function oneFirstText({ testBed }: Stage): Row {
  const byPhone = groupBy(testBed.carrier.accepted.values(), ({ to }) => to)
  return countWrong(
    'a number gets at most one first text from all campaigns',
    testBed.journal.prospects,
    ({ phone, name }) => {
      const firstTexts = (byPhone.get(phone) ?? []).filter(({ body }) => body.startsWith(`Hi ${name},`))
      return firstTexts.length > 1
        ? `${phone} got ${firstTexts.length}: ${firstTexts.map(({ body }) => body).join(' / ')}`
        : null
    },
  )
}

/** A period in which a number must get no text. */
interface OptOutPeriod {
  phone: string
  from: number
  to: number
}

/** From each acknowledged STOP to the next START to the same sender, or without end. */
function optOutPeriods({ journal }: TestBed): OptOutPeriod[] {
  return [...groupBy(journal.ownerTexts, ({ phone }) => phone).keys()].flatMap((phone) => {
    const texts = textsFrom(journal, phone)
    return texts.flatMap(({ to, meaning, acknowledgedAt }, n) => {
      if (meaning !== 'stop' || acknowledgedAt === null) return []
      const start = texts.slice(n + 1).find((text) => text.meaning === 'start' && text.to === to)
      return [{ phone, from: acknowledgedAt, to: start?.firstPostAt ?? Number.POSITIVE_INFINITY }]
    })
  })
}

function noTextAfterStop({ testBed }: Stage): Row[] {
  const callsTo = groupBy(testBed.carrier.calls, ({ to }) => to)
  const inBurst = new Set(testBed.journal.stopBursts.flat())
  const delays = ({ phone, from, to }: OptOutPeriod) =>
    (callsTo.get(phone) ?? [])
      .filter(({ at }) => at > from && at < to)
      .map(({ at }) => testBed.lags.activeMsBetween(from, at))
  const rowOf = (what: string, periods: OptOutPeriod[]): Row => {
    const row = countWrong(what, periods, (period) => {
      const late = delays(period).filter((ms) => ms > IN_FLIGHT_MS)
      return late.length > 0
        ? `${period.phone}: ${late.map((ms) => ms.toFixed(0)).join(', ')} ms after`
        : null
    })
    const all = periods.flatMap(delays)
    const note = `${all.length} texts reached the carrier afterwards, the last after ${Math.max(0, ...all).toFixed(0)} ms`
    return { ...row, note: row.note ? `${row.note}; ${note}` : note }
  }
  const periods = optOutPeriods(testBed)
  return [
    rowOf(
      'no text is sent by any sender after an acknowledged STOP to one',
      periods.filter(({ phone }) => !inBurst.has(phone)),
    ),
    rowOf(
      `the same when 100 owners send STOP at the same time, ${testBed.journal.stopBursts.length} times`,
      periods.filter(({ phone }) => inBurst.has(phone)),
    ),
  ]
}

function repliesMatchAnswers({ testBed }: Stage): Row {
  const byBody = groupBy(testBed.carrier.accepted.values(), ({ body }) => body)
  const answered = testBed.journal.replies.filter(({ answers }) => answers.length > 0)
  return countWrong('a reply is sent as often as its responses say', answered, ({ phone, body, answers }) => {
    const count = byBody.get(body)?.length ?? 0
    const statuses = answers.map(({ status, outcome }) => `${status} ${outcome ?? ''}`.trim()).join(', ')
    // Unknown: may or may not have been sent, and may be retried once while its author waits.
    const isUnknown = answers.some(({ outcome }) => outcome === 'unknown')
    const isSent = answers.some(({ status }) => status === 200)
    const isCorrect = isSent ? count === 1 : isUnknown ? count <= 1 : count === 0
    return isCorrect ? null : `${phone} “${body}”: answered ${statuses}, sent ${count} times`
  })
}
