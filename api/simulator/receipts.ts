import type { Sql } from '../platform/db/open.ts'
import type { AppliedFault } from './faults.ts'
import type { Text } from './queries.ts'
import { postWebhook, type WebhookSettings } from './webhooks.ts'

/** After this time another process takes over the steps of a dead one. */
const LEASE = '30 seconds'
const BATCH = 20

/** A status that a text reaches later, and how often its receipt is posted. */
type Step = {
  id: number
  textSid: string
  status: string
  errorCode: number | null
  posts: number
}

/** Plans the statuses of an accepted text and their receipts, with the faults that apply to it. */
export async function planSteps(sql: Sql, text: Text, faults: AppliedFault[], due: Date): Promise<void> {
  const find = (kind: AppliedFault['kind']) => faults.find((fault) => fault.kind === kind)
  const failure = find('failed') ?? find('undelivered')
  const statuses: { status: string; errorCode: number | null }[] = []
  if (text.status !== 'queued') statuses.push({ status: 'queued', errorCode: null })
  if (failure?.kind !== 'failed') statuses.push({ status: 'sent', errorCode: null })
  statuses.push(
    failure
      ? { status: failure.kind, errorCode: failure.code ?? 30_008 }
      : { status: 'delivered', errorCode: null },
  )
  if (find('reorder')) statuses.reverse()
  const posts =
    find('withhold') || !text.statusCallback ? 0 : (find('repeat')?.times ?? (find('repeat') ? 3 : 1))
  const rows = statuses.map((status) => ({ textSid: text.sid, ...status, dueAt: due, posts }))
  await sql`insert into simulator.steps ${sql(rows)}`
}

/** Claims due steps. Only the first open step of each text, so that its receipts keep their order. */
async function claimSteps(sql: Sql, now: Date): Promise<Step[]> {
  return sql<Step[]>`
    update simulator.steps set taken_at = now() where id in (
      select id from simulator.steps s
      where done_at is null and due_at <= ${now} and (taken_at is null or taken_at < now() - ${LEASE}::interval)
        and not exists (
          select 1 from simulator.steps e where e.text_sid = s.text_sid and e.done_at is null and e.id < s.id)
      order by due_at, id limit ${BATCH} for update skip locked)
    returning id, text_sid, status, error_code, posts`
}

/** Changes the text's status, posts the receipt and stores the response status. */
async function runStep(sql: Sql, step: Step, accountSid: string, now: Date, settings: WebhookSettings) {
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

/** The date format of carrier receipts: `2603101200`. */
const dlrDate = (at: Date) => at.toISOString().replace(/\D/g, '').slice(2, 12)

export type ReceiptSettings = WebhookSettings & {
  sql: Sql
  accountSid: string
  clock: () => Date
  onError: (error: unknown) => void
}

const POLL_MS = 500

/**
 * Changes statuses and posts receipts, in the background after `start`. Steps are rows, so a restart continues with
 * them. `drain` resolves when no step is due; it also works without `start`.
 */
export function createReceipts(settings: ReceiptSettings) {
  const { sql, accountSid, clock, onError } = settings
  let running: Promise<void> | null = null
  let timer: NodeJS.Timeout | undefined
  let started = false

  const work = async () => {
    for (;;) {
      const steps = await claimSteps(sql, clock())
      if (steps.length === 0) return
      await Promise.all(steps.map((step) => runStep(sql, step, accountSid, clock(), settings)))
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
    async drain() {
      if (running) await running
      await drain()
    },
    start() {
      started = true
      poll()
    },
    /** Runs due steps without waiting for the next poll. */
    pollNow() {
      if (started && !running) poll()
    },
    async stop() {
      started = false
      clearTimeout(timer)
      await running?.catch(onError)
    },
  }
}
