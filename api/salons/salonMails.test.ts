import { expect, test } from 'vitest'
import { createMailer } from '../platform/mail/mailer.ts'
import { type App, testApp } from '../testing/app.ts'
import { owing } from '../testing/owing.ts'
import { ownerLink } from '../testing/ownerLink.ts'
import { readySalon } from '../testing/salons.ts'
import { testSalon } from '../testing/testSalon.ts'
import { tellStatement } from './billing/tellStatement.ts'
import { sendLink } from './ownerLinks/sendLink.ts'

const EMAIL = 'aoife@glow.example'

/** Mails as the simulated network kept them, oldest first. */
async function kept({ sql, worker }: Pick<App, 'sql' | 'worker'>) {
  await worker.round()
  return sql<{ to: string; subject: string; body: string }[]>`
    select to_address as to, subject, body from simulator.mails order by at, subject`
}

test('an owner who agrees gets a copy of exactly these terms, once, where there is an address', async () => {
  const app = await testApp()
  const { staff, visitor, sql } = app
  const agreeing = async (ownerEmail: string | null) => {
    const salon = await readySalon(app, `Salon of ${ownerEmail}`)
    await sql`update salons set agreed_at = null, agreement_version = null where id = ${salon.id}`
    await staff.salons.update({ id: salon.id, ownerEmail })
    const { token } = await ownerLink(app, salon.id, 'agree')
    await visitor.owner.agree({ token, name: 'Aoife Byrne' })
    return salon.id
  }
  await agreeing(null)
  const id = await agreeing(EMAIL)
  const mails = await kept(app)
  expect(mails).toMatchObject([{ to: EMAIL, subject: `Your agreement for Salon of ${EMAIL}` }])
  const [salon] = await sql<{ wording: string }[]>`
    select agreement_wording as wording from salons where id = ${id}`
  expect(mails[0]?.body).toContain('Aoife Byrne accepted this on')
  for (const part of (salon?.wording ?? 'missing').split(/\n{2,}/)) expect(mails[0]?.body).toContain(part)
  expect(await staff.mail.ofSalon({ salonId: id })).toMatchObject([
    { kind: 'agreement', to: EMAIL, state: 'sent', problem: null },
  ])
})

test('staff email a link to the owner; without an address, or turned off, nothing is created', async () => {
  const { app, staff, sql, id } = await testSalon()
  const links = async () => (await sql`select 1 from owner_links where salon_id = ${id}`).count
  const before = await links()
  await staff.salons.update({ id, ownerEmail: null })
  const mailed = (purpose: 'list' | 'results') => staff.salons.createLink({ id, purpose, mail: true })
  await expect(mailed('list')).rejects.toThrow("Enter the owner's email address first")
  await staff.salons.update({ id, ownerEmail: EMAIL })
  const { url } = await mailed('list')
  expect(await kept(app)).toEqual([
    { to: EMAIL, subject: 'Client list of Aoife Hair', body: expect.stringContaining(url) },
  ])
  // The stored row has no secret any more.
  expect(await sql`select content from mails`).toEqual([{ content: null }])
  await sql`insert into mail_turned_off values (${EMAIL}, 'owner_link', now())`
  await expect(mailed('results')).rejects.toThrow('turned these emails off')
  expect(await links()).toBe(before + 1)
})

test('without a mail server a link cannot be emailed', async () => {
  const app = await testApp()
  const salon = await app.staff.salons.get({ id: (await readySalon(app)).id })
  const mailer = createMailer({ SMTP_URL: undefined, MAIL_FROM: undefined }, { keep: null })
  const link = { purpose: 'list', subjectId: null, mail: true } as const
  const sent = sendLink(app.sql, { ...app.deps, mailer }, { ...salon, ownerEmail: EMAIL }, link)
  await expect(sent).rejects.toThrow('Email is not set up')
})

test('an issued statement is mailed once with sums, how to pay and a link that opens it', async () => {
  const app = await owing()
  const { staff, id, request, deps, sql } = app
  await staff.salons.update({ id, ownerEmail: EMAIL })
  const statement = await staff.billing.issue({ id })
  const salon = await staff.salons.get({ id })
  await tellStatement(sql, deps, salon, statement)
  const mails = await kept(app)
  expect(mails.map(({ subject }) => subject)).toEqual(['Statement 1 for Aoife Hair'])
  const body = mails[0]?.body ?? ''
  expect(body).toMatch(/Total: £40\.50\nTo pay by \d+ \w+ 2026: £40\.50\n[\s\S]*Reference: \d+-1/)
  // Names of clients stay on the page.
  expect(body).not.toContain('…60')
  const [, path = ''] = /(\/o\/[\w-]+\/statements\/1)\n/.exec(body) ?? []
  expect(await (await request(path)).text()).toContain('Statement 1')
})

test('the mail of a closed salon lists the lines, because its links have ended', async () => {
  const app = await owing()
  const { staff, id, deps, sql } = app
  await staff.salons.update({ id, ownerEmail: EMAIL })
  const statement = await staff.billing.issue({ id })
  await sql`delete from mails`
  await tellStatement(sql, deps, { ...(await staff.salons.get({ id })), state: 'closed' }, statement)
  const [mail] = await kept(app)
  expect(mail?.body).toContain('M. …600: £13.50')
  expect(mail?.body).not.toContain('/o/')
})
