import { randomUUID } from 'node:crypto'
import { agreementWording } from '@salonback/shared/salons/owner/agreement.ts'
import { AGREEMENT_VERSION } from '@salonback/shared/salons/salons/agreementVersion.ts'
import type { SentLink } from '@salonback/shared/salons/salons/contract.ts'
import { expect, test } from 'vitest'
import { testApp } from '../../testing/app.ts'
import { makeSalon } from '../../testing/factories.ts'
import { ownerLink, tokenOf } from '../../testing/ownerLink.ts'

const TEXT = '{salon}: Hi {firstName}, 20 % off until Sunday. {link}'
const DAY = 24 * 3_600_000
const UNKNOWN = 'AAAAAAAAAAAAAAAAAAAAAA'

async function withSalon(settings: Record<string, string> = {}) {
  const app = await testApp(settings)
  const { id } = await makeSalon(app.sql)
  return {
    ...app,
    id,
    /** Token of a new link. */
    link: async (purpose: SentLink) => (await ownerLink(app, id, purpose)).token,
    /** A version that waits for the owner, and the token of its link. */
    async sent(text = TEXT, reminderText: string | null = null) {
      const offer = await app.staff.offers.create({ id, text, reminderText })
      const { url } = await app.staff.offers.send({ id, offerId: offer.id })
      const token = tokenOf(url)
      const { offer: shown } = await app.visitor.owner.open({ token })
      return { offer, token, sha256: shown?.sha256 ?? '' }
    },
    /** The latest version. */
    latest: async () => (await app.staff.offers.list({ id })).items[0],
  }
}

test('an owner reads the terms and agrees once', async () => {
  const { visitor, staff, sql, id, link, clock } = await withSalon()
  const token = await link('agree')
  const page = await visitor.owner.open({ token })
  expect(page).toMatchObject({
    purpose: 'agree',
    salonName: 'Aoife Hair',
    ownerName: 'Aoife Byrne',
    terms: { version: AGREEMENT_VERSION },
    offer: null,
  })
  const terms = JSON.stringify(page.terms)
  const words = ['list stays yours', 'only', '30 %', 'first rebooking', 'at most 4 texts a year', 'end it']
  for (const part of words) expect(terms).toContain(part)
  await visitor.owner.agree({ token, name: '  Aoife Byrne-Kelly ' })
  const [stored] = await sql`
    select agreed_at, agreed_by, agreed_ip, agreement_version, agreement_wording from salons where id = ${id}`
  expect(stored).toEqual({
    agreedAt: clock(),
    agreedBy: 'Aoife Byrne-Kelly',
    agreedIp: '127.0.0.1',
    agreementVersion: AGREEMENT_VERSION,
    agreementWording: agreementWording(await staff.salons.get({ id })),
  })
  expect((await staff.salons.get({ id })).checklist.agreement).toBe(true)
  const already = { status: 410, serverMessage: 'You agreed to this on 10 March 2026.' }
  clock.advance(DAY / 4)
  await expect(visitor.owner.agree({ token, name: 'Mallory' })).rejects.toMatchObject(already)
  await expect(visitor.owner.open({ token })).rejects.toMatchObject(already)
  await expect(visitor.owner.open({ token: await link('agree') })).rejects.toMatchObject(already)
  expect((await staff.salons.get({ id })).agreedBy).toBe('Aoife Byrne-Kelly')
  const lines = await sql`select actor, subject, detail from audit_log where action = 'salon.agree'`
  expect(lines).toEqual([{ actor: 'owner', subject: id, detail: { version: AGREEMENT_VERSION } }])
})

test('new terms need a new agreement, and the old one is kept', async () => {
  const { visitor, staff, sql, id, link, clock } = await withSalon()
  await visitor.owner.agree({ token: await link('agree'), name: 'Aoife' })
  await sql`update salons set agreement_version = 'old', agreement_wording = 'Old terms' where id = ${id}`
  expect((await staff.salons.get({ id })).checklist.agreement).toBe(false)
  expect(await visitor.owner.agree({ token: await link('agree'), name: 'Aoife B' })).toHaveProperty('message')
  expect((await staff.salons.get({ id })).checklist.agreement).toBe(true)
  expect(await sql`select version, wording, agreed_by, agreed_ip, agreed_at from past_agreements`).toEqual([
    { version: 'old', wording: 'Old terms', agreedBy: 'Aoife', agreedIp: '127.0.0.1', agreedAt: clock() },
  ])
})

test('a name that is missing or too long is refused', async () => {
  const { visitor, link } = await withSalon()
  const token = await link('agree')
  for (const name of ['', ' A ', 'x'.repeat(101)])
    await expect(visitor.owner.agree({ token, name })).rejects.toMatchObject({ status: 422 })
  expect(await visitor.owner.agree({ token, name: `Ao\0${'x'.repeat(97)}` })).toHaveProperty('message')
})

test('an owner approves the text that was shown', async () => {
  const { visitor, sql, sent, latest, clock } = await withSalon()
  const { offer, token, sha256 } = await sent(TEXT, '{salon}: still free on Friday?')
  const { offer: shown } = await visitor.owner.open({ token })
  const body = /^Aoife Hair: Hi Aoife, 20 % off until Sunday\. http.* Reply STOP to opt out\.$/
  expect(shown).toEqual({
    sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    body: expect.stringMatching(body),
    reminderBody: 'Aoife Hair: still free on Friday? Reply STOP to opt out.',
    ...{ people: 0, eligible: 0, countedOn: null, repeatUntil: null, feePercent: 30 },
  })
  await visitor.owner.approve({ token, sha256 })
  expect(await latest()).toMatchObject({
    id: offer.id,
    state: 'approved',
    approvedBy: 'Aoife Byrne',
    approvedAt: clock().toISOString(),
  })
  const lines = await sql`select actor, detail from audit_log where action = 'offer.approve'`
  expect(lines).toEqual([{ actor: 'owner', detail: { version: 1 } }])
  const already = { status: 410, serverMessage: 'You approved this offer on 10 March 2026.' }
  await expect(visitor.owner.approve({ token, sha256 })).rejects.toMatchObject(already)
  await expect(visitor.owner.requestChanges({ token, sha256, note: 'No' })).rejects.toMatchObject(already)
  await expect(sql`update offers set text = 'x' where id = ${offer.id}`).rejects.toThrow(/cannot change/)
})

test('an owner asks for changes with a note, and the new version needs a new approval', async () => {
  const { visitor, staff, id, sent, latest } = await withSalon()
  const { offer, token, sha256 } = await sent()
  await visitor.owner.requestChanges({ token, sha256, note: ' 15 %, please ' })
  expect(await latest()).toMatchObject({ state: 'changes_requested', note: '15 %, please' })
  const changed = expect.stringContaining('You asked for changes on 10 March 2026.')
  await expect(visitor.owner.open({ token })).rejects.toMatchObject({ status: 410, serverMessage: changed })
  await expect(staff.offers.send({ id, offerId: offer.id })).rejects.toThrow(/^409/)
  const next = await sent('{salon}: Hi {firstName}, 15 % off until Sunday. {link}')
  await visitor.owner.approve({ token: next.token, sha256: next.sha256 })
  expect(await latest()).toMatchObject({ version: 2, state: 'approved' })
})

test('a note may have 1,000 characters', async () => {
  const { visitor, sent, latest } = await withSalon()
  const { token, sha256 } = await sent()
  for (const note of ['', '  ', 'x'.repeat(1001)])
    await expect(visitor.owner.requestChanges({ token, sha256, note })).rejects.toMatchObject({ status: 422 })
  await visitor.owner.requestChanges({ token, sha256, note: 'x'.repeat(1000) })
  expect((await latest())?.note).toHaveLength(1000)
})

test('the hash of an older text does not approve a changed offer', async () => {
  const { visitor, sent, latest } = await withSalon()
  const before = await sent()
  const after = await sent(`${TEXT} Hurry!`)
  const conflict = { status: 409, serverMessage: 'The offer has changed. Please read the new text.' }
  for (const sha256 of [before.sha256, '', 'f'.repeat(64)])
    await expect(visitor.owner.approve({ token: before.token, sha256 })).rejects.toMatchObject(conflict)
  expect((await latest())?.state).toBe('with_owner')
  // The older link shows the new text, which can be approved then.
  const { offer } = await visitor.owner.open({ token: before.token })
  expect(offer?.body).toContain('Hurry!')
  await visitor.owner.approve({ token: before.token, sha256: after.sha256 })
  expect(await latest()).toMatchObject({ version: 2, state: 'approved' })
})

test('while no version waits, the link says that the offer is being changed', async () => {
  const { visitor, link } = await withSalon()
  const changing = { status: 410, serverMessage: expect.stringContaining('being changed') }
  await expect(visitor.owner.open({ token: await link('offer') })).rejects.toMatchObject(changing)
})

test('two approvals at the same time are one', async () => {
  const { visitor, sql, sent } = await withSalon()
  const { token, sha256 } = await sent()
  const answers = await Promise.allSettled([1, 2, 3].map(() => visitor.owner.approve({ token, sha256 })))
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(await sql`select 1 from audit_log where action = 'offer.approve'`).toHaveLength(1)
})

test('unknown tokens and links of another purpose answer 404 with the same message', async () => {
  const { visitor, link, sent, latest } = await withSalon()
  const { token: offerToken, sha256 } = await sent()
  const agreeToken = await link('agree')
  const unknown = { status: 404, serverMessage: 'This link is not valid.' }
  const calls = [
    visitor.owner.open({ token: UNKNOWN }),
    visitor.owner.open({ token: `${offerToken}x` }),
    visitor.owner.open({ token: offerToken.slice(0, -1) }),
    visitor.owner.agree({ token: UNKNOWN, name: 'Aoife' }),
    visitor.owner.agree({ token: offerToken, name: 'Aoife' }),
    visitor.owner.approve({ token: agreeToken, sha256 }),
    visitor.owner.approve({ token: randomUUID(), sha256 }),
    visitor.owner.requestChanges({ token: agreeToken, sha256, note: 'No' }),
  ]
  for (const { status, reason } of (await Promise.allSettled(calls)) as PromiseRejectedResult[])
    expect([status, reason]).toMatchObject(['rejected', unknown])
  expect((await latest())?.state).toBe('with_owner')
})

test('a link of another salon does not approve this offer', async () => {
  const { visitor, staff, sql, sent, latest } = await withSalon()
  const { sha256 } = await sent()
  const other = await makeSalon(sql)
  const { token } = await ownerLink({ staff }, other.id, 'offer')
  await expect(visitor.owner.approve({ token, sha256 })).rejects.toMatchObject({ status: 410 })
  expect((await latest())?.state).toBe('with_owner')
})

const expired = { status: 410, serverMessage: 'This link has expired.' }

test('a link ends after 14 days', async () => {
  const { visitor, link, sent, clock } = await withSalon()
  const token = await link('agree')
  const { token: offerToken, sha256 } = await sent()
  clock.advance(14 * DAY - 1)
  expect(await visitor.owner.open({ token })).toMatchObject({ purpose: 'agree' })
  clock.advance(1)
  await expect(visitor.owner.open({ token })).rejects.toMatchObject(expired)
  await expect(visitor.owner.agree({ token, name: 'Aoife' })).rejects.toMatchObject(expired)
  await expect(visitor.owner.approve({ token: offerToken, sha256 })).rejects.toMatchObject(expired)
})

test('a link ends with its salon', async () => {
  const { visitor, staff, id, link, sent } = await withSalon()
  const token = await link('agree')
  const { token: offerToken, sha256 } = await sent()
  await staff.salons.update({ id, state: 'closed' })
  await expect(visitor.owner.agree({ token, name: 'Aoife' })).rejects.toMatchObject(expired)
  await expect(visitor.owner.approve({ token: offerToken, sha256 })).rejects.toMatchObject(expired)
})

test('the 21st request of a minute is refused, whether it reads, writes or guesses', async () => {
  const { visitor, request, link, clock } = await withSalon({ PUBLIC_POSTS_PER_MINUTE: '20' })
  const token = await link('agree')
  for (let n = 0; n < 10; n++) {
    expect((await request(`/api/owner/${UNKNOWN}`)).status).toBe(404)
    expect((await request(`/o/${UNKNOWN}`)).status).toBe(404)
  }
  await expect(visitor.owner.open({ token })).rejects.toMatchObject({ status: 429 })
  await expect(visitor.owner.agree({ token, name: 'Aoife' })).rejects.toMatchObject({ status: 429 })
  const page = await request(`/o/${token}`)
  expect([page.status, page.headers.get('retry-after')]).toEqual([429, '60'])
  expect(await page.text()).toContain('Please try again in a minute.')
  clock.advance(60_000)
  expect(await visitor.owner.open({ token })).toMatchObject({ purpose: 'agree' })
})
