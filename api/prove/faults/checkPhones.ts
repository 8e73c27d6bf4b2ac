import { lateCall } from '../lateCall.ts'
import { acceptedCalls } from '../network.ts'
import { countWrong, groupBy } from '../rows.ts'
import type { Row } from '../suite.ts'
import { textsFrom } from './journal.ts'
import type { TestBed } from './testBed.ts'

/** What reached the carrier and the handsets, compared with what people did and the responses they got. */
export function checkPhones(testBed: TestBed): Row[] {
  return [
    noDuplicates(testBed),
    oneFirstText(testBed),
    noTextAfterStop(testBed),
    repliesMatchAnswers(testBed),
  ]
}

function noDuplicates({ network }: TestBed): Row {
  const same = groupBy(acceptedCalls(network), ({ from, to, body }) => `${from} ${to} ${body}`)
  return countWrong(
    'no handset gets the same text twice from one sender',
    [...same.values()],
    (texts) => (texts.length > 1 ? `${texts[0]?.to}: ${texts.length} times “${texts[0]?.body}”` : null),
    ([text]) => text?.body.split(' ')[0] ?? '',
  )
}

function oneFirstText({ network, journal }: TestBed): Row {
  const byPhone = groupBy(acceptedCalls(network), ({ to }) => to)
  return countWrong(
    'a number gets at most one first text from all campaigns',
    journal.prospects,
    ({ phone, name }) => {
      const firstTexts = (byPhone.get(phone) ?? []).filter(({ body }) => body.startsWith(`Hi ${name},`))
      return firstTexts.length > 1
        ? `${phone} got ${firstTexts.length}: ${firstTexts.map(({ body }) => body).join(' / ')}`
        : null
    },
  )
}

/** A period when a number must get no text. */
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

function noTextAfterStop(testBed: TestBed): Row {
  const callsTo = groupBy(testBed.network.calls, ({ to }) => to)
  return countWrong(
    'no text is sent by any sender after an acknowledged STOP to one',
    optOutPeriods(testBed),
    ({ phone, from, to }) => {
      const calls = (callsTo.get(phone) ?? []).filter(({ at }) => at < to)
      return lateCall(phone, calls, from, testBed.lags)
    },
  )
}

function repliesMatchAnswers({ network, journal }: TestBed): Row {
  const byBody = groupBy(acceptedCalls(network), ({ body }) => body)
  const answered = journal.replies.filter(({ answers }) => answers.length > 0)
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
