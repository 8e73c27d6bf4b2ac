import { salonDetails } from '@salonback/shared/salons/salons/testing.ts'
import { expect, test } from 'vitest'
import { ownerLink, postForm } from '../../testing/ownerLink.ts'
import { later } from '../../testing/salons.ts'
import { answeredSalon, textedSalon } from '../../testing/textedSalon.ts'
import { textFrom } from '../../testing/webhooks.ts'
import { prune } from '../../worker/prune.ts'

async function withResults() {
  const { app, id, mary, token } = await answeredSalon()
  const path = `/o/${token}`
  const open = async () => (await app.request(path)).text()
  const post = (action: string, fields: Record<string, string>) => postForm(app, `${path}/${action}`, fields)
  return { ...app, id, path, open, post, mary, token }
}

test('the owner says that a client came, sees the fee and why, and disputes it', async () => {
  const { staff, open, post, mary, id } = await withResults()
  expect(await open()).toContain('Mary <span class="number">+44 7700 900600</span>')
  const answer = { clientId: mary, visitId: '', came: 'yes', visitOn: '2026-03-18', amount: '45,50' }
  const saved = await post('visit', answer)
  expect([saved.status, saved.text]).toEqual([200, expect.stringContaining('Thank you. Saved.')])
  expect(saved.text).toContain('No clients are waiting for your answer.')
  expect(saved.text).toContain('£13.65')
  const why = 'Came 8 days after the text. Not here for 6 months before. Confirmed by the salon.'
  expect(saved.text).toContain(why)
  const [entry] = (await staff.billing.entries({ id })).items
  expect(entry).toMatchObject({ kind: 'fee', amount: 1365, createdBy: 'owner' })
  const entryId = entry?.id ?? ''
  const tap = { entryId, note: 'She was here on her own account' }
  expect((await post('dispute', tap)).text).toContain('You disputed it. We are looking into it.')
  const held = { payable: 0, later: 0, disputed: 1365, outstanding: 0 }
  expect((await staff.billing.entries({ id })).owed).toEqual(held)
  expect((await post('dispute', { entryId, note: 'Again' })).status).toBe(409)
  expect((await post('dispute', tap)).status).toBe(200)
  await staff.billing.decideDispute({ id, entryId, upheld: true })
  const { items, owed } = await staff.billing.entries({ id })
  expect(items.map(({ kind, amount }) => [kind, amount])).toEqual([
    ['reversal', -1365],
    ['fee', 1365],
  ])
  expect(owed).toEqual({ payable: 0, later: 0, disputed: 0, outstanding: 0 })
  expect(await open()).toContain('You were right: it is taken back.')
})

test('a client who did not come costs nothing and is not asked about again', async () => {
  const { post, staff, mary, id } = await withResults()
  const saved = await post('visit', { clientId: mary, visitId: '', came: 'no', visitOn: '', amount: '' })
  expect(saved.text).toContain('No clients are waiting for your answer.')
  expect((await staff.visits.list({ id })).items).toMatchObject([{ state: 'no_show', decidedBy: 'owner' }])
  expect((await staff.billing.entries({ id })).items).toEqual([])
})

test('the answer that a client did not come can be taken back until the next statement', async () => {
  const { post, open, staff, sql, mary, id } = await withResults()
  const answer = { clientId: mary, visitId: '', came: 'no', visitOn: '', amount: '' }
  const saved = await post('visit', answer)
  expect(saved.text).toContain('You said that 1 client did not come')
  const [visit] = (await staff.visits.list({ id })).items
  const back = await post('take-back', { visitId: visit?.id ?? '' })
  expect(back.text).toContain('Taken back. Please say whether they came.')
  expect(back.text).toContain('1 client answered or booked after our text')
  expect(back.text).not.toContain('did not come</summary>')
  expect((await post('take-back', { visitId: visit?.id ?? '' })).status).toBe(409)
  expect((await post('visit', { ...answer, visitId: visit?.id ?? '' })).status).toBe(200)
  await sql`
    insert into statements (salon_id, number, issued_at, issued_by, currency, total, party, lines, page)
    select ${id}, 1, decided_at + interval '1 second', 'maya', 'GBP', 0, '{"salonName": "", "ownerName": "", "timeZone": "UTC"}',
      '[]', '' from visits`
  expect(await open()).not.toContain('You said that')
  const late = await post('take-back', { visitId: visit?.id ?? '' })
  expect([late.status, late.text.includes('cannot be taken back any more')]).toEqual([409, true])
})

test('what an account named owner decided is not the answer of the owner', async () => {
  const { post, open, staff, sql, mary, id } = await withResults()
  await sql`update admins set username = 'owner'`
  const booked = { state: 'booked', visitOn: null, note: 'Rang' } as const
  const { id: visitId } = await staff.visits.create({ id, clientId: mary, ...booked })
  const visit = await staff.visits.update({ id, visitId, state: 'no_show' })
  expect(visit.decidedBy).toBe('owner')
  expect(await open()).not.toContain('You said that')
  expect((await post('take-back', { visitId })).status).toBe(409)
})

const early = 'We texted this client on 10 Mar 2026. Please enter the day of the visit after that.'

test.each([
  [{ visitOn: '', amount: '45' }, 'Please enter the day of the visit'],
  [{ visitOn: '2026-03-18', amount: '' }, 'Please enter what was paid, such as 45 or 45.50'],
  [{ visitOn: '2026-03-18', amount: 'lots' }, 'Please enter what was paid, such as 45 or 45.50'],
  [{ visitOn: '2026-12-01', amount: '45' }, 'This day is in the future'],
  [{ visitOn: '2026-03-21', amount: '45' }, 'This day is in the future'],
  [{ visitOn: 'next friday', amount: '45' }, 'Please enter the day of the visit'],
  [{ visitOn: '3/4', amount: '45' }, 'Please enter the day of the visit'],
  [{ visitOn: '2026-02-29', amount: '45' }, 'Please enter the day of the visit'],
  [{ visitOn: '2026-03-09', amount: '45' }, early],
  [{ visitOn: '0026-03-18', amount: '45' }, 'Please check the year'],
  [{ visitOn: '2026-03-18', amount: '1.200' }, 'Please enter what was paid, such as 45 or 45.50'],
  [{ visitOn: '2026-03-18', amount: '€45' }, 'Please enter what was paid, such as 45 or 45.50'],
  [{ visitOn: '2026-03-18', amount: '-45' }, 'Please enter what was paid, such as 45 or 45.50'],
  [{ visitOn: '2026-03-18', amount: '20000.01' }, 'At most 20,000 for one visit'],
])('the answer %j is refused and what was typed is kept', async (fields, message) => {
  const { post, staff, mary, id } = await withResults()
  const about = { clientId: mary, visitId: '', came: 'yes', currency: 'GBP' }
  const { status, text } = await post('visit', { ...about, ...fields })
  expect([status, text]).toEqual([422, expect.stringContaining(message)])
  expect(text).toContain(`value="${fields.amount}"`)
  const wrong = /name="(\w+)"[^>]*autofocus/.exec(text)?.[1]
  expect(wrong, 'the field with the focus').toBe(/paid|20,000/.test(message) ? 'amount' : 'visitOn')
  expect((await staff.visits.list({ id })).items).toEqual([])
})

/** Mary came, and 30 days later a statement is issued. */
async function issued(app: Awaited<ReturnType<typeof withResults>>) {
  const came = { clientId: app.mary, visitId: '', came: 'yes', visitOn: '2026-03-18', amount: '45' }
  await app.post('visit', came)
  await later(app, 30)
  await app.staff.billing.issue({ id: app.id })
}

test('a statement opens on the link as it was issued; links of other salons and purposes are 404', async () => {
  const app = await withResults()
  const { staff, id, path, request } = app
  await issued(app)
  const page = await request(`${path}/statements/1`)
  expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('Statement 1')])
  expect(page.headers.get('cache-control')).toBe('no-store')
  for (const number of ['2', '0', '-1', '1.5', 'x', '99999999999999'])
    expect((await request(`${path}/statements/${number}`)).status).toBe(404)
  const other = await staff.salons.create(salonDetails({ name: 'Other' }))
  for (const link of [await ownerLink(app, id, 'agree'), await ownerLink(app, other.id, 'results')])
    expect((await request(`${link.path}/statements/1`)).status).toBe(404)
})

test('an issued statement is the same page after a year and three migrations', async () => {
  const app = await withResults()
  const { id, clock, sql } = app
  await issued(app)
  const page = async () => {
    const { path } = await ownerLink(app, id, 'results')
    return (await (await app.request(`${path}/statements/1`)).text()).replace(path, '/o/token')
  }
  const first = await page()
  expect(first).toContain('To pay by 3 May 2026: <strong>£13.50</strong>')
  await later(app, 365)
  await prune(sql, clock())
  await sql`alter table statements add column tax integer not null default 0`
  await sql`alter table ledger_entries add column tax_bps integer`
  await sql`update salons set name = 'Fern and Daughters', owner_name = 'Zoe Quinn', currency = 'EUR', fee_bps = 4000`
  expect(await page()).toBe(first)
})

test('a booking of another salon cannot be answered', async () => {
  const { visitor, token } = await withResults()
  const answer = { came: 'no', clientId: crypto.randomUUID(), visitId: null } as const
  await expect(visitor.owner.visit({ token, answer })).rejects.toMatchObject({ status: 404 })
  const visit = { ...answer, visitId: crypto.randomUUID() }
  await expect(visitor.owner.visit({ token, answer: visit })).rejects.toMatchObject({ status: 404 })
})

const FRIDAY = '2026-03-13T14:00:00.000Z'

/** What clients did after the text, and how the list of the owner shows them ten days later; null: not at all. */
test.each<[string, string[], 'booked' | 'wrong_person' | null, object | null]>([
  ['said yes', ['Yes please'], null, { reason: 'answered', time: null, words: 'Yes please' }],
  [
    'booked',
    ['Is Friday at 2 free?'],
    'booked',
    { reason: 'booked', time: 'Fri 13 March, 14:00', words: 'Is Friday at 2 free?' },
  ],
  ['has a doubt', ['Does it hurt?'], null, null],
  ['said no', ['No thanks'], null, null],
  ['may have opted out', ['please leave me alone'], null, null],
  ['opted out after a yes', ['Yes please', 'STOP'], null, null],
  ['is the wrong person', ['Yes please', 'Wrong number'], 'wrong_person', null],
])(
  'a client who %s is on the list of the owner, with words and time, or not at all',
  async (_, bodies, outcome, asked) => {
    const { app, salon } = await textedSalon()
    const { staff, origin, visitor } = app
    for (const body of bodies) await textFrom(origin, '+447700900600', body, { To: salon.sender.address })
    const [text] = (await staff.replies.list({ state: 'all' })).items
    const visitAt = outcome === 'booked' ? { visitAt: FRIDAY } : {}
    if (outcome)
      await staff.replies.setOutcome({ id: salon.id, messageId: text?.id ?? '', outcome, ...visitAt })
    await later(app, 10)
    const { token } = await ownerLink(app, salon.id, 'results')
    const { results } = await visitor.owner.open({ token })
    expect(results?.toDecide).toMatchObject(asked ? [asked] : [])
  },
)

test('a client who asked for a call is on the list; the page shows words and time', async () => {
  const { app, salon } = await textedSalon()
  const { staff, origin, sql, request } = app
  await textFrom(origin, '+447700900600', 'Friday <at> 2 please', { To: salon.sender.address })
  const [text] = (await staff.replies.list({ state: 'all' })).items
  await staff.replies.setOutcome({
    id: salon.id,
    messageId: text?.id ?? '',
    outcome: 'booked',
    visitAt: FRIDAY,
  })
  await sql`
    update invitations set call_requested_at = now() + interval '100 years'
    where client_id = (select id from clients where phone = '+447700900601')`
  await later(app, 10)
  const { token } = await ownerLink(app, salon.id, 'results')
  const page = await (await request(`/o/${token}`)).text()
  expect(page).toContain('booked by text for Fri 13 March, 14:00')
  expect(page).toContain('“Friday &lt;at&gt; 2 please”')
  expect(page).toContain('asked for a call')
})
