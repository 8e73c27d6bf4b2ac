import { expect, test } from 'vitest'
import { type App, testApp } from '../../testing/app.ts'

const EMAIL = 'maya@agency.example'
const message = 'How does it work exactly?'
const query = { name: 'Ana', email: 'ana@example.com', subject: 'Prices', message }

/** Mails as the simulated network kept them. */
async function kept({ sql, worker }: App) {
  await worker.round()
  return sql<{ to: string; subject: string; body: string; replyTo: string | null }[]>`
    select to_address as to, subject, body, reply_to from simulator.mails order by at, subject`
}

test('a new contact message goes to accounts with an address, until they turn it off', async () => {
  const app = await testApp()
  const { staff, visitor, sql } = app
  expect(await staff.staff.notices()).toEqual({ email: null, contact: true, summary: false })
  await visitor.contact.submit(query)
  expect(await kept(app)).toEqual([])
  await staff.staff.setNotices({ email: ' Maya@AGENCY.example', contact: true, summary: false })
  expect(await staff.staff.notices()).toEqual({ email: 'Maya@agency.example', contact: true, summary: false })
  await visitor.contact.submit({ ...query, name: 'Ana\r\nBcc: eve@evil.example' })
  expect(await kept(app)).toMatchObject([
    {
      to: 'Maya@agency.example',
      subject: 'New message from Ana Bcc: eve@evil.example: Prices',
      replyTo: 'ana@example.com',
      body: expect.stringContaining('How does it work exactly?'),
    },
  ])
  await staff.staff.setNotices({ email: EMAIL, contact: false, summary: false })
  await visitor.contact.submit(query)
  expect(await kept(app)).toHaveLength(1)
  // Asking for it takes back what a link turned off.
  await sql`insert into mail_turned_off values (${EMAIL}, 'contact', now())`
  await staff.staff.setNotices({ email: EMAIL, contact: true, summary: false })
  await visitor.contact.submit(query)
  expect(await kept(app)).toHaveLength(2)
})

test('a disabled account gets no notices', async () => {
  const app = await testApp()
  await app.sql`insert into admins (username, email, disabled_at) values ('zoe', 'zoe@agency.example', now())`
  await app.visitor.contact.submit(query)
  expect(await kept(app)).toEqual([])
})

test('a flood of contact messages makes ten mails and one that says so', async () => {
  const app = await testApp()
  await app.staff.staff.setNotices({ email: EMAIL, contact: true, summary: false })
  for (let n = 0; n < 15; n++) await app.visitor.contact.submit(query)
  expect(await app.sql`select count(*)::int as count, subject from mails group by 2 order by 1`).toEqual([
    { count: 1, subject: 'Many new contact messages' },
    { count: 10, subject: 'New message from Ana: Prices' },
  ])
})

test.each(['not an address', 'a@b.ie, c@d.ie', 'a@b.ie\r\nBcc: c@d.ie'])(
  '%j is refused as an address',
  async (email) => {
    const { staff } = (await testApp()).staff
    const notices = staff.setNotices({ email, contact: true, summary: false })
    await expect(notices).rejects.toMatchObject({ status: 422 })
    const invitation = staff.invite({ username: 'Zoe', role: 'agent', email })
    await expect(invitation).rejects.toMatchObject({ status: 422 })
  },
)

test('an invitation is mailed when there is an address, and its link works', async () => {
  const app = await testApp()
  const { staff, visitor, sql } = app
  expect(await staff.staff.invite({ username: 'Ida', role: 'agent' })).toMatchObject({ mailedTo: null })
  const link = await staff.staff.invite({ username: 'Zoe', role: 'agent', email: 'zoe@agency.example' })
  expect(link.mailedTo).toBe('zoe@agency.example')
  const [mail] = await kept(app)
  expect(mail).toMatchObject({ to: 'zoe@agency.example', subject: 'Your Salonback account' })
  const [, token = ''] = /#([\w-]{43})\n/.exec(mail?.body ?? '') ?? []
  expect(await visitor.staff.openLink({ token })).toEqual({ username: 'Zoe' })
  const [zoe] = await sql`select email from admins where username = 'Zoe'`
  expect(zoe).toEqual({ email: 'zoe@agency.example' })
  expect(await staff.mail.ofStaff()).toMatchObject([{ kind: 'invitation', state: 'sent' }])
})
