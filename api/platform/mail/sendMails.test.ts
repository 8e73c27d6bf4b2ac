import { expect, test } from 'vitest'
import { testApp } from '../../testing/app.ts'
import { testMailServer } from '../../testing/mailServer.ts'
import { MAIL_PASSWORD } from '../../testing/startMailServer.ts'
import { claimMail, handOver } from './claimMail.ts'
import { createMailer } from './mailer.ts'
import { expireMails, recordMailOutcome } from './mailStates.ts'
import { type QueueMail, queueMail } from './queueMail.ts'
import { sendMails } from './sendMails.ts'
import { readSmtpUrl } from './smtpUrl.ts'

const MINUTE = 60_000

const mail: QueueMail = {
  kind: 'statement',
  to: 'aoife@glow.example',
  subject: 'Statement 7',
  content: {
    paragraphs: ['Your statement is ready.'],
    button: { label: 'Open it', url: 'https://x.example/o/secret' },
  },
  dedupeKey: 'statement:7',
  salonId: null,
}

/** The service with a real mail server and one queued mail. */
async function scene(options?: Parameters<typeof testMailServer>[0]) {
  const server = await testMailServer(options)
  const app = await testApp({ ...server.settings, LOG_LEVEL: 'silent' })
  const { sql, deps } = app
  expect(await queueMail(sql, deps, mail)).toBe('queued')
  const state = async () => {
    const [row] = await sql<{ state: string; problem: string | null; attempts: number }[]>`
      select state, problem, attempts from mails order by mails.created_at limit 1`
    return row
  }
  const now = () => sql`${app.clock()}::timestamptz`
  /** Claims the mail, as a process does that dies or is suspended afterwards. */
  async function claim() {
    const claimed = await claimMail(sql, now())
    if (!claimed) throw new Error('nothing was due')
    return claimed
  }
  return { ...app, ...server, state, send: () => sendMails(deps), now, claim }
}

test('a queued mail is sent once and its content is emptied', async () => {
  const { sql, received, state, worker } = await scene()
  await worker.round()
  await worker.round()
  expect(received).toHaveLength(1)
  expect(await state()).toEqual({ state: 'sent', problem: null, attempts: 1 })
  expect(await sql`select content from mails`).toEqual([{ content: null }])
})

test('four workers at the same time send each mail once', async () => {
  const { sql, deps, received, send } = await scene()
  for (let n = 0; n < 12; n++) await queueMail(sql, deps, { ...mail, dedupeKey: `statement:many:${n}` })
  await Promise.all([send(), send(), send(), send()])
  expect(received).toHaveLength(13)
})

test('a mail that was certainly not accepted is tried again after growing pauses and fails after three days', async () => {
  const { clock, received, behaviour, state, send } = await scene({ refuse: { to: 451 } })
  await send()
  expect(await state()).toMatchObject({ state: 'queued', problem: /451/, attempts: 1 })
  clock.advance(MINUTE - 1)
  expect(await send()).toBe(0)
  clock.advance(1)
  expect(await send()).toBe(1)
  clock.advance(MINUTE)
  expect(await send()).toBe(0)
  clock.advance(MINUTE)
  expect(await send()).toBe(1)
  clock.advance(3 * 24 * 60 * MINUTE)
  expect(await send()).toBe(0)
  expect(await state()).toMatchObject({ state: 'failed', problem: /^Not sent within 3 days: .*451/ })
  behaviour.refuse = {}
  expect(await send()).toBe(0)
  expect(received).toEqual([])
})

test('a permanent refusal fails the mail', async () => {
  const { clock, state, send } = await scene({ refuse: { to: 550 } })
  await send()
  expect(await state()).toMatchObject({ state: 'failed', problem: /550/ })
  clock.advance(10 * MINUTE)
  expect(await send()).toBe(0)
})

test('a mail with unclear outcome is not retried automatically; staff can send it again', async () => {
  const { sql, staff, clock, received, behaviour, state, send } = await scene({ cut: 'end' })
  await send()
  expect(received).toHaveLength(1)
  const problem = 'The mail server did not confirm the e-mail'
  expect(await state()).toMatchObject({ state: 'unknown', problem })
  behaviour.cut = null
  clock.advance(11 * 60 * MINUTE)
  expect(await send()).toBe(0)
  const [{ id } = { id: '' }] = await sql<{ id: string }[]>`select id from mails`
  await staff.mail.sendAgain({ id })
  await expect(staff.mail.sendAgain({ id })).rejects.toMatchObject({ status: 409 })
  expect(await send()).toBe(1)
  expect(await state()).toMatchObject({ state: 'sent' })
  expect(received).toHaveLength(2)
  // Both attempts have one Message-ID, so that mail programs show one.
  const ids = received.map(({ raw }) => /^Message-ID: (.*)$/im.exec(raw)?.[1])
  expect(ids).toEqual([`<${id}@salonback.example>`, `<${id}@salonback.example>`])
})

test('while the server refuses the password all mails wait, logins are few, and staff see why', async () => {
  const { sql, deps, clock, staff, received, port } = await scene({ tls: 'implicit' })
  for (let n = 0; n < 5; n++) await queueMail(sql, deps, { ...mail, dedupeKey: `statement:more:${n}` })
  const mailerWith = (password: string) =>
    createMailer(
      { ...deps.env, SMTP_URL: readSmtpUrl(`smtps://maya:${password}@127.0.0.1:${port}?tls=self-signed`) },
      { keep: null },
    )
  const wrong = { ...deps, mailer: mailerWith('wrong') }
  expect(await sendMails(wrong)).toBe(1)
  expect(await sendMails(wrong)).toBe(0)
  clock.advance(30_000)
  expect(await sendMails(wrong)).toBe(1)
  clock.advance(30_000)
  expect(await sendMails(wrong)).toBe(0)
  expect(await staff.mail.server()).toMatchObject({ on: true, trouble: /refused the user or password/ })
  clock.advance(30_000)
  expect(await sendMails({ ...deps, mailer: mailerWith(encodeURIComponent(MAIL_PASSWORD)) })).toBe(6)
  expect(received).toHaveLength(6)
  expect(await staff.mail.server()).toMatchObject({ trouble: null, troubleSince: null })
})

test('when a process dies before it writes the message, the mail is sent later; after that it is unknown', async () => {
  const { sql, clock, received, state, send, now, claim } = await scene()
  await claim()
  expect(await send()).toBe(0)
  clock.advance(MINUTE)
  expect(await send()).toBe(1)
  expect(received).toHaveLength(1)

  await sql`update mails set state = 'queued', content = '{"paragraphs":[]}'`
  const claimed = await claim()
  expect(await handOver(sql, claimed, now())).toBe(true)
  clock.advance(3 * MINUTE)
  expect(await send()).toBe(0)
  expect(await state()).toMatchObject({ state: 'unknown', problem: 'The service stopped while sending it' })
  // A suspended process that wakes up now writes nothing.
  expect(await handOver(sql, claimed, now())).toBe(false)
})

test('an answer after the end of the lease counts, even when staff have queued the mail again', async () => {
  const { sql, clock, state, now, claim } = await scene()
  const claimed = await claim()
  await handOver(sql, claimed, now())
  clock.advance(5 * MINUTE)
  await expireMails(sql, now())
  await sql`update mails set state = 'queued'`
  await recordMailOutcome(sql, claimed, { kind: 'accepted' }, now())
  expect(await state()).toMatchObject({ state: 'sent' })
  await recordMailOutcome(sql, claimed, { kind: 'later', message: 'late' }, now())
  expect(await state()).toMatchObject({ state: 'sent' })
})

test('an outdated attempt changes nothing', async () => {
  const { sql, state, now, claim } = await scene()
  const first = await claim()
  await sql`update mails set state = 'queued', lease_until = null`
  await claim()
  for (const kind of ['accepted', 'unclear'] as const)
    await recordMailOutcome(sql, first, { kind, message: 'old' }, now())
  expect(await state()).toMatchObject({ state: 'sending', attempts: 2 })
})

test('a process hands over no message after its lease, even if no other process has claimed it', async () => {
  const { sql, clock, state, now, claim } = await scene()
  const claimed = await claim()
  clock.advance(MINUTE)
  expect(await handOver(sql, claimed, now())).toBe(false)
  expect(await state()).toMatchObject({ state: 'sending' })
})
