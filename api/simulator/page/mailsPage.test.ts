import { expect, test } from 'vitest'
import { queueMail } from '../../platform/mail/queueMail.ts'
import { testApp } from '../../testing/app.ts'

test('on the simulated network mails are kept and shown, and nothing in them runs', async () => {
  const { sql, deps, worker, staffRequest } = await testApp()
  const page = async () => (await staffRequest('/dev/phones/mails')).text()
  expect(await page()).toContain('No email has been sent yet.')
  await queueMail(sql, deps, {
    kind: 'statement',
    to: 'aoife@glow.example',
    subject: 'Statement <b>7</b>',
    content: { paragraphs: ['<script>alert(1)</script>'] },
    dedupeKey: 'statement:7',
    salonId: null,
  })
  await worker.round()
  const list = await page()
  expect(list).toContain('Statement &lt;b&gt;7&lt;/b&gt;')
  expect(list).toContain('To aoife@glow.example')
  expect(list).not.toContain('<script>')
  const [, path = ''] = /href="(\/dev\/phones\/mails\/[^"]+)"/.exec(list) ?? []
  const mail = await staffRequest(path)
  expect(mail.headers.get('content-security-policy')).toContain("script-src 'self'")
  expect(await mail.text()).toContain('&lt;script&gt;')
  expect((await staffRequest('/dev/phones/mails/nothing')).status).toBe(404)
})
