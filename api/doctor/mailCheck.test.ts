import { expect, test } from 'vitest'
import { readEnv } from '../env.ts'
import { queueMail } from '../platform/mail/queueMail.ts'
import { testApp } from '../testing/app.ts'
import { testMailServer } from '../testing/mailServer.ts'
import { MAIL_PASSWORD } from '../testing/startMailServer.ts'
import { formatResult } from './checkResult.ts'
import { checkMail } from './mailCheck.ts'

const envWith = (url: string) => readEnv({ SMTP_URL: url, MAIL_FROM: 'Salonback <hello@salonback.example>' })

test('the doctor connects with TLS, logs in, and lists stuck mails; without a mail server that is a note', async () => {
  const { port } = await testMailServer({ tls: 'starttls' })
  const { sql, deps } = await testApp()
  const check = async (url: string) => (await checkMail(sql, envWith(url))).map(formatResult)
  const at = (password: string, option = '?tls=self-signed') =>
    `smtp://maya:${encodeURIComponent(password)}@127.0.0.1:${port}${option}`
  expect(await check(at(MAIL_PASSWORD))).toEqual([
    `ok    E-mail: 127.0.0.1:${port} answers (STARTTLS, logged in); mails come from hello@salonback.example`,
    'ok    E-mails: none is stuck',
  ])
  expect((await check(at('wrong')))[0]).toMatch(
    /^fix {3}E-mail: .* refused the user or password: 535 .* → correct/,
  )
  expect((await check(at(MAIL_PASSWORD, '')))[0]).toMatch(/certificate of the mail server is not trusted/)

  // By the clock of the test these wait since March.
  for (const dedupeKey of ['waits', 'unknown', 'sent']) {
    const mail = { subject: 'Hello', content: { paragraphs: [] }, salonId: null, to: 'aoife@glow.example' }
    await queueMail(sql, deps, { ...mail, kind: 'statement', dedupeKey })
  }
  await sql`update mails set state = 'sent' where dedupe_key = 'sent'`
  await sql`update mails set state = 'unknown', state_at = now(), problem = 'No answer' where dedupe_key = 'unknown'`
  expect((await check(at(MAIL_PASSWORD))).slice(1).sort()).toEqual([
    'fix   E-mails: Statement of 2026-03-10T12:00 is queued → see the line above about the mail server',
    'fix   E-mails: Statement of 2026-03-10T12:00 is unknown: No answer → it may have arrived: ask, or send it again in the console',
  ])
  expect((await checkMail(sql, readEnv({}))).map(formatResult)[0]).toMatch(/^note {2}E-mail: off/)
})
