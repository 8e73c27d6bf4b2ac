import type { Sql } from '../db/open.ts'
import type { Fault } from './faults.ts'
import type { Text } from './queries.ts'
import { postWebhook, type WebhookSettings } from './webhooks.ts'

/** A step taken by a process that died is taken again after this long. */
const LEASE = '30 seconds'
const BATCH = 20

type Step = {
  id: number
  textSid: string
  status: string
  errorCode: number | null
  posts: number
}

/** What will become of an accepted text and what will be reported, with the faults that struck it. */
export async function planSteps(sql: Sql, text: Text, reports: Fault[], due: Date): Promise<void> {
  const has = (kind: Fault['kind']) => reports.find((fault) => fault.kind === kind)
  const lost = has('failed') ?? has('undelivered')
  const ways: { status: string; errorCode: number | null }[] = []
  if (text.status !== 'queued') ways.push({ status: 'queued', errorCode: null })
  if (lost?.kind !== 'failed') ways.push({ status: 'sent', errorCode: null })
  ways.push(
    lost ? { status: lost.kind, errorCode: lost.code ?? 30_008 } : { status: 'delivered', errorCode: null },
  )
  if (has('reorder')) ways.reverse()
  const posts =
    has('withhold') || !text.statusCallback ? 0 : (has('repeat')?.times ?? (has('repeat') ? 3 : 1))
  const rows = ways.map((way) => ({ textSid: text.sid, ...way, dueAt: due, posts }))
  await sql`insert into simulator.steps ${sql(rows)}`
}

/** Takes due steps, the first open one of each text, so that receipts of one text keep their order. */
async function takeSteps(sql: Sql, now: Date): Promise<Step[]> {
  return sql<Step[]>`
    update simulator.steps set taken_at = now() where id in (
      select id from simulator.steps s
      where done_at is null and due_at <= ${now} and (taken_at is null or taken_at < now() - ${LEASE}::interval)
        and not exists (
          select 1 from simulator.steps e where e.text_sid = s.text_sid and e.done_at is null and e.id < s.id)
      order by due_at, id limit ${BATCH} for update skip locked)
    returning id, text_sid, status, error_code, posts`
}

/** Changes the text's status, posts the receipt, notes the answer. */
async function takeStep(sql: Sql, step: Step, accountSid: string, now: Date, settings: WebhookSettings) {
  const [text] = await sql<Text[]>`
    update simulator.texts set updated_at = ${now},
      sent_at = case when ${step.status} in ('sent', 'delivered', 'undelivered') then coalesce(sent_at, ${now}) else sent_at end,
      error_code = case when simulator.rank(${step.status}) > simulator.rank(status) then ${step.errorCode} else error_code end,
      status = case when simulator.rank(${step.status}) > simulator.rank(status) then ${step.status} else status end
    where sid = ${step.textSid} returning *`
  let answer: number | null = null
  if (text?.statusCallback) {
    const params = receiptParams(text, step, accountSid)
    for (let post = 0; post < step.posts; post++)
      answer = await postWebhook(text.statusCallback, params, settings)
  }
  await sql`update simulator.steps set done_at = ${now}, answer = ${answer} where id = ${step.id}`
}

function receiptParams(text: Text, step: Step, accountSid: string): Record<string, string> {
  return {
    ...(step.errorCode !== null && { ErrorCode: String(step.errorCode) }),
    ApiVersion: '2010-04-01',
    MessageStatus: step.status,
    ...(step.status === 'delivered' && { RawDlrDoneDate: dlrDate(text.updatedAt) }),
    SmsSid: text.sid,
    SmsStatus: step.status,
    To: text.handset,
    From: text.sender,
    MessageSid: text.sid,
    AccountSid: accountSid,
    ...(text.serviceSid && { MessagingServiceSid: text.serviceSid }),
  }
}

/** `2603101200`: what carriers put into a delivery receipt. */
const dlrDate = (at: Date) => at.toISOString().replace(/\D/g, '').slice(2, 12)

export type ReceiptSettings = WebhookSettings & {
  sql: Sql
  accountSid: string
  clock: () => Date
  onError: (error: unknown) => void
}

const POLL_MS = 500

/**
 * Posts delivery receipts, in the background once started. Steps live in the database, so a restart continues
 * where the last process stopped. `drain` resolves when nothing is due; it works without `start`, too.
 */
export function createReceipts(settings: ReceiptSettings) {
  const { sql, accountSid, clock, onError } = settings
  let running: Promise<void> | null = null
  let timer: NodeJS.Timeout | undefined
  let started = false

  const work = async () => {
    for (;;) {
      const steps = await takeSteps(sql, clock())
      if (steps.length === 0) return
      await Promise.all(steps.map((step) => takeStep(sql, step, accountSid, clock(), settings)))
    }
  }
  const drain = (): Promise<void> => {
    running ??= work().finally(() => {
      running = null
    })
    return running
  }
  const poll = () => {
    drain()
      .catch(onError)
      .finally(() => {
        clearTimeout(timer)
        if (started) timer = setTimeout(poll, POLL_MS).unref()
      })
  }
  return {
    /** Resolves when no step is due any more. */
    async drain() {
      if (running) await running
      await drain()
    },
    start() {
      started = true
      poll()
    },
    /** A text was accepted: report on it without waiting for the next look. */
    nudge() {
      if (started && !running) poll()
    },
    async stop() {
      started = false
      clearTimeout(timer)
      await running?.catch(onError)
    },
  }
}
