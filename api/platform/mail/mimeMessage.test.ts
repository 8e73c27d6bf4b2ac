import { expect, test } from 'vitest'
import type { ClaimedMail } from './claimedMail.ts'
import { readMailFrom } from './mailFrom.ts'
import { mimeMessage, renderMail } from './mimeMessage.ts'
import { oneLine } from './oneLine.ts'

const claimed: ClaimedMail = {
  id: '7b1f0000-0000-4000-8000-000000000007',
  kind: 'statement',
  to: 'aoife@glow.example',
  replyTo: null,
  subject: 'Statement 7',
  content: { paragraphs: ['Your statement is ready.'] },
  attempts: 1,
  offToken: 'token',
}

/** Headers and body of the message as the server gets it. */
async function written(changes: Partial<ClaimedMail>, from = 'Salonback <hello@salonback.example>') {
  const sender = readMailFrom(from)
  if (!sender) throw new Error('No sender')
  const mail = renderMail({ ...claimed, ...changes }, 'https://salonback.example')
  const raw = String(await mimeMessage(mail, sender, new Date('2026-03-10T12:00:00Z')))
  const [head = '', ...parts] = raw.split('\r\n\r\n')
  return { headers: headersOf(head), body: parts.join('\n\n') }
}

/** Names and unfolded values of all headers. */
const headersOf = (head: string) =>
  Object.fromEntries(
    head
      .replace(/\r\n[ \t]+/g, ' ')
      .split('\r\n')
      .map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 2)]),
  )

/** Text of encoded words (RFC 2047). */
const decoded = (value: string) =>
  value
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?UTF-8\?([QB])\?([^?]*)\?=/gi, (_, kind: string, text: string) =>
      kind.toUpperCase() === 'B'
        ? Buffer.from(text, 'base64').toString()
        : decodeURIComponent(text.replaceAll('_', ' ').replaceAll('%', '%25').replaceAll('=', '%')),
    )

const usual = 'auto-submitted content-type date from message-id mime-version subject to'.split(' ')

test.each([
  ['Statement 7\r\nBcc: eve@evil.example', 'Statement 7 Bcc: eve@evil.example'],
  ['Glow\nContent-Type: text/plain\n\nHello', 'Glow Content-Type: text/plain Hello'],
  ['Glow\u2028Bcc: eve@evil.example', 'Glow Bcc: eve@evil.example'],
  ['Siobhán’s salon 💇 is ready', 'Siobhán’s salon 💇 is ready'],
  ['Glow & Co '.repeat(30), `${'Glow & Co '.repeat(20).slice(0, 199).trimEnd()}…`],
])('the subject %j adds no header', async (subject, arrives) => {
  const { headers } = await written({ subject: oneLine(subject) })
  expect(Object.keys(headers).sort()).toEqual(usual)
  expect(decoded(headers.subject ?? '')).toBe(arrives)
})

test.each([['Statement 7\r\nBcc: eve@evil.example'], ['=?UTF-8?Q?Glow=0D=0ABcc:_eve@evil.example?=']])(
  'a subject that was stored as %j adds no header either',
  async (subject) => {
    expect(Object.keys((await written({ subject })).headers).sort()).toEqual(usual)
  },
)

test.each([
  ['aoife@glow.example', 'aoife@glow.example'],
  ["o'neill+bills@glow.example", "o'neill+bills@glow.example"],
  ['owner@xn--bcher-kva.example', 'owner@xn--bcher-kva.example'],
  ['siobhán@glow.example', 'siobhán@glow.example'],
  ['aoife@glow.example\r\nBcc: eve@evil.example', '<"aoife@glow.example Bcc: eve"@evil.example>'],
])('the address %j is one header', async (to, arrives) => {
  const { headers } = await written({ to })
  expect(Object.keys(headers).sort()).toEqual(usual)
  expect(headers.to).toBe(arrives)
})

test('a mail has a date, a sender and a Message-ID', async () => {
  expect((await written({})).headers).toMatchObject({
    date: 'Tue, 10 Mar 2026 12:00:00 +0000',
    from: 'Salonback <hello@salonback.example>',
    'message-id': `<${claimed.id}@salonback.example>`,
    'auto-submitted': 'auto-generated',
  })
})

test.each([
  ['"Glow, Dublin (Ltd)" <hello@glow.example>', '"Glow, Dublin (Ltd)" <hello@glow.example>'],
  ['hello@glow.example', 'Salonback <hello@glow.example>'],
])('MAIL_FROM %s is the sender %s', async (from, sender) => {
  expect((await written({}, from)).headers.from).toBe(sender)
})

test('a mail can name another address for answers', async () => {
  expect((await written({ replyTo: 'ana@example.com' })).headers['reply-to']).toBe('ana@example.com')
})

test('an optional kind has a link that turns it off by one click (RFC 8058); an owed kind has none', async () => {
  expect((await written({})).headers['list-unsubscribe']).toBeUndefined()
  const { headers, body } = await written({ kind: 'summary' })
  expect(headers).toMatchObject({
    'list-unsubscribe': '<https://salonback.example/m/token>',
    'list-unsubscribe-post': 'List-Unsubscribe=One-Click',
  })
  expect(body.replaceAll('=\r\n', '')).toContain('https://salonback.example/m/token')
})

test('a file is attached under its name', async () => {
  const base64 = Buffer.from('%PDF-1.3').toString('base64')
  const attachments = [{ filename: 'statement-7.pdf', contentType: 'application/pdf', base64 }]
  const { body, headers } = await written({ content: { ...claimed.content, attachments } })
  expect(headers['content-type']).toMatch(/^multipart\/mixed/)
  expect(body).toContain('Content-Type: application/pdf; name=statement-7.pdf')
  expect(body).toContain(base64)
})
