import { expect, test } from 'vitest'
import { testApp } from '../../testing/app.ts'
import { createMailer } from './mailer.ts'
import { type QueueMail, queueMail } from './queueMail.ts'

const settings = { SMTP_URL: 'smtp://127.0.0.1:1?tls=off', MAIL_FROM: 'Salonback <hello@salonback.example>' }
const mail: QueueMail = {
  kind: 'statement',
  to: ' Aoife@Glow.ie ',
  subject: 'Statement 7\r\nBcc: eve@evil.example',
  content: { paragraphs: ['Your statement is ready.'] },
  dedupeKey: 'statement:7',
  salonId: null,
}

test('a mail is stored once for its key, in the transaction of the caller', async () => {
  const { sql, deps } = await testApp(settings)
  const undone = sql.begin(async (open) => {
    expect(await queueMail(open, deps, mail)).toBe('queued')
    throw new Error('rolled back')
  })
  await expect(undone).rejects.toThrow('rolled back')
  expect(await sql`select 1 from mails`).toHaveLength(0)
  expect(await queueMail(sql, deps, mail)).toBe('queued')
  expect(await queueMail(sql, deps, { ...mail, subject: 'Another' })).toBe('duplicate')
  expect(await sql`select kind, to_address, subject, content, state from mails`).toEqual([
    {
      kind: 'statement',
      toAddress: 'Aoife@glow.ie',
      subject: 'Statement 7 Bcc: eve@evil.example',
      content: { paragraphs: ['Your statement is ready.'] },
      state: 'queued',
    },
  ])
})

test('without a mail server nothing is stored', async () => {
  const { sql, deps } = await testApp()
  const off = { ...deps, mailer: createMailer({ SMTP_URL: undefined, MAIL_FROM: undefined }, { keep: null }) }
  expect(await queueMail(sql, off, mail)).toBe('off')
  expect(await sql`select 1 from mails`).toHaveLength(0)
})

test('an invalid address or a kind that was turned off stores nothing and does not throw', async () => {
  const { sql, deps } = await testApp(settings)
  const two = { ...mail, to: 'aoife@glow.ie, eve@evil.example' }
  expect(await queueMail(sql, deps, two)).toBe('invalidAddress')
  await sql`insert into mail_turned_off values ('aoife@glow.ie', 'owner_link', now()), ('aoife@glow.ie', 'statement', now())`
  expect(await queueMail(sql, deps, { ...mail, kind: 'owner_link' })).toBe('turnedOff')
  // A statement is owed.
  expect(await queueMail(sql, deps, mail)).toBe('queued')
  expect(await sql`select kind from mails`).toEqual([{ kind: 'statement' }])
})
