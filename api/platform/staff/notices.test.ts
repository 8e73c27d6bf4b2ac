import { expect, test } from 'vitest'
import { type App, testApp } from '../../testing/app.ts'
import { colleague } from '../../testing/colleague.ts'

const EMAIL = 'maya@agency.example'
const message = 'How does it work exactly?'
const query = { name: 'Ana', email: 'ana@example.com', subject: 'Prices', message }

/** Mails as the simulated network kept them. */
async function kept({ sql, worker }: App) {
  await worker.round()
  return sql<{ to: string; subject: string; body: string; replyTo: string | null }[]>`
    select to_address as to, subject, body, reply_to from simulator.mails order by at, subject`
}

/** Saves an address and uses the link that is mailed to it. */
async function confirmed(app: App, email: string) {
  await app.staff.staff.setNotices({ email, contact: true, summary: false })
  expect((await use(app, linkIn(await kept(app)), 'POST')).status).toBe(200)
}

const linkIn = (mails: { body: string }[]) =>
  /\/m\/confirm\/[\w-]{43}/.exec(mails.at(-1)?.body ?? '')?.[0] ?? ''
const use = ({ request }: App, path: string, method: 'GET' | 'POST') => request(path, { method })
const notices = async (app: App) =>
  (await kept(app)).filter(({ subject }) => subject !== 'Confirm your email address')

test('a new contact message goes to accounts with a confirmed address, until they turn it off', async () => {
  const app = await testApp()
  const { staff, visitor, sql } = app
  const none = { email: null, confirmed: false, contact: true, summary: false }
  expect(await staff.staff.notices()).toEqual(none)
  await visitor.contact.submit(query)
  expect(await kept(app)).toEqual([])
  await confirmed(app, ' Maya@AGENCY.example')
  const stored = { ...none, email: 'Maya@agency.example', confirmed: true }
  expect(await staff.staff.notices()).toEqual(stored)
  await visitor.contact.submit({ ...query, name: 'Ana\r\nBcc: eve@evil.example' })
  expect(await notices(app)).toMatchObject([
    {
      to: 'Maya@agency.example',
      subject: 'New message from Ana Bcc: eve@evil.example: Prices',
      replyTo: 'ana@example.com',
      body: expect.stringContaining('How does it work exactly?'),
    },
  ])
  const same = { email: 'Maya@agency.example', summary: false }
  expect(await staff.staff.setNotices({ ...same, contact: false })).toEqual({ ...stored, contact: false })
  await visitor.contact.submit(query)
  expect(await notices(app)).toHaveLength(1)
  // Asking for it takes back what a link turned off.
  await sql`insert into mail_turned_off values ('maya@agency.example', 'contact', now())`
  await staff.staff.setNotices({ ...same, contact: true })
  await visitor.contact.submit(query)
  expect(await notices(app)).toHaveLength(2)
})

test('nothing goes to an address that was typed and not confirmed, and typing it turns nothing on', async () => {
  const app = await testApp()
  const { staff, visitor, sql } = app
  await sql`insert into mail_turned_off values (${EMAIL}, 'contact', now())`
  const typed = await staff.staff.setNotices({ email: EMAIL, contact: true, summary: true })
  expect(typed.confirmed).toBe(false)
  await visitor.contact.submit(query)
  expect(await kept(app)).toMatchObject([{ to: EMAIL, subject: 'Confirm your email address' }])
  const link = linkIn(await kept(app))
  const opened = await use(app, link, 'GET')
  expect(await opened.text()).toContain(EMAIL)
  expect((await staff.staff.notices()).confirmed).toBe(false)
  expect(await sql`select 1 from mail_turned_off`).toHaveLength(1)
  await use(app, link, 'POST')
  expect((await staff.staff.notices()).confirmed).toBe(true)
  expect(await sql`select 1 from mail_turned_off`).toHaveLength(0)
  // Once, and for this address only.
  expect((await use(app, link, 'POST')).status).toBe(410)
  await staff.staff.setNotices({ email: 'maya@other.example', contact: true, summary: true })
  await visitor.contact.submit(query)
  expect(await notices(app)).toEqual([])
})

test.each<[title: string, spoil: (app: App) => unknown, status: number]>([
  ['an unknown link', () => undefined, 404],
  ['a link after 72 hours', ({ clock }) => clock.advance(72 * 3_600_000), 410],
  [
    'a link to an address that was replaced',
    ({ staff }) => staff.staff.setNotices({ email: 'new@agency.example', contact: true, summary: true }),
    410,
  ],
  ['a link of a disabled account', ({ sql }) => sql`update admins set disabled_at = now()`, 410],
])('%s confirms nothing', async (title, spoil, status) => {
  const app = await testApp()
  await app.staff.staff.setNotices({ email: EMAIL, contact: true, summary: true })
  const link = linkIn(await kept(app))
  await spoil(app)
  const path = title === 'an unknown link' ? `/m/confirm/${'A'.repeat(43)}` : link
  expect([(await use(app, path, 'GET')).status, (await use(app, path, 'POST')).status]).toEqual([
    status,
    status,
  ])
  expect(await app.sql`select 1 from admins where email_confirmed_at is not null`).toHaveLength(0)
})

test('the link is mailed again, five times a day for an account and an address', async () => {
  const app = await testApp()
  const { staff, sql } = app
  await expect(staff.staff.confirmAddress()).rejects.toMatchObject({ status: 409 })
  await staff.staff.setNotices({ email: EMAIL, contact: true, summary: true })
  for (let n = 1; n < 5; n++) await staff.staff.confirmAddress()
  await expect(staff.staff.confirmAddress()).rejects.toMatchObject({ status: 429 })
  const other = staff.staff.setNotices({ email: 'other@agency.example', contact: true, summary: true })
  await expect(other).rejects.toMatchObject({ status: 429 })
  expect(await staff.staff.notices()).toMatchObject({ email: EMAIL })
  const sam = await colleague(app, 'agent')
  const third = sam.staff.setNotices({ email: EMAIL.toUpperCase(), contact: true, summary: true })
  await expect(third).rejects.toMatchObject({ status: 429 })
  await sql`update address_confirmations set created_at = created_at - interval '24 hours'`
  expect(await kept(app)).toHaveLength(5)
  expect(await staff.staff.confirmAddress()).toEqual({ message: `We have mailed a link to ${EMAIL}` })
  await use(app, linkIn(await kept(app)), 'POST')
  await expect(staff.staff.confirmAddress()).rejects.toMatchObject({ status: 409 })
})

test('an address from before confirmations gets a link, once, with the first notice', async () => {
  const app = await testApp()
  await app.sql`update admins set email = ${EMAIL}`
  await app.visitor.contact.submit(query)
  await app.visitor.contact.submit(query)
  expect(await kept(app)).toMatchObject([{ to: EMAIL, subject: 'Confirm your email address' }])
})

test('a disabled account gets no notices', async () => {
  const app = await testApp()
  await app.sql`insert into admins (username, email, disabled_at) values ('zoe', 'zoe@agency.example', now())`
  await app.visitor.contact.submit(query)
  expect(await kept(app)).toEqual([])
})

test('a flood of contact messages makes ten mails and one that says so', async () => {
  const app = await testApp()
  await confirmed(app, EMAIL)
  for (let n = 0; n < 15; n++) await app.visitor.contact.submit(query)
  expect(
    await app.sql`select count(*)::int as count, subject from mails where kind = 'contact' group by 2 order by 1`,
  ).toEqual([
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
  // The link on the screen confirms nothing, because an admin may hand it on.
  const zoe = () =>
    sql`select email, email_confirmed_at is not null as confirmed from admins where username = 'Zoe'`
  expect(await zoe()).toEqual([{ email: 'zoe@agency.example', confirmed: false }])
  expect(token).not.toBe(link.url.split('#')[1])
  await visitor.staff.choosePassword({ token, newPassword: 'a long and quiet river' })
  expect(await zoe()).toEqual([{ email: 'zoe@agency.example', confirmed: true }])
  const ended = visitor.staff.openLink({ token: link.url.split('#')[1] ?? '' })
  await expect(ended).rejects.toMatchObject({ status: 410 })
  expect(await staff.mail.ofStaff()).toMatchObject([{ kind: 'invitation', state: 'sent' }])
})
