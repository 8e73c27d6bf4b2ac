import { randomUUID } from 'node:crypto'
import { contracts } from '@salonback/shared/contracts.ts'
import { keyScopes } from '@salonback/shared/platform/http/endpoint.ts'
import { eventsPath } from '@salonback/shared/platform/http/wire.ts'
import { FunnelStep } from '@salonback/shared/sales/metrics/contract.ts'
import { endpoints, type NamedEndpoint } from '@salonback/shared/testing/endpoints.ts'
import { expect, test } from 'vitest'
import type { z } from 'zod'
import { type App, testApp } from '../../testing/app.ts'
import { makeText } from '../../testing/factories.ts'
import { makeKey } from '../../testing/keys.ts'
import { tokenOf } from '../../testing/ownerLink.ts'
import { listOf, OFFER, salonWithOffer, uploadList } from '../../testing/salons.ts'
import { schemaOf } from '../../testing/schemaOf.ts'
import { textFrom } from '../../testing/webhooks.ts'

// Covers every call below a salon. A new one fails the first test until its ids and body are below.

const PREFIX = '/api/admin/salons/{id}'
const PHONE = '+447700900600'

/** A salon with a running campaign to one client. */
async function salonWithCampaign(app: App, name: string, firstName: string) {
  const { salon, offerId: approved } = await salonWithOffer(app, [`${firstName},${PHONE}`], { name })
  const plan = { id: salon.id, offerId: approved, perDay: 1 }
  const { id: campaignId } = await app.staff.campaigns.start(plan)
  return { salon, firstName, approved, campaignId }
}

/** Two salons with the same client. Both campaigns start before the client writes, which would hold the second. */
async function twoFullSalons(app: App) {
  const mine = await salonWithCampaign(app, 'Aoife Hair', 'Mary')
  const other = await salonWithCampaign(app, 'Beth Nails', 'Zoe')
  return { mine: await fill(app, mine), other: await fill(app, other) }
}

/** Gives the salon one of everything that has an id; ids by the name of the parameter. */
async function fill(
  app: App,
  { salon, firstName, approved, campaignId }: Awaited<ReturnType<typeof salonWithCampaign>>,
) {
  const { id: offerId } = await app.staff.offers.create({ id: salon.id, text: OFFER })
  const [client] = (await app.staff.clients.list({ id: salon.id })).items
  const preview = await (await uploadList(app, salon.id, listOf([`Ann,+447700900609,2025-09-01,Yes`]))).json()
  const text = { direction: 'inbound', intent: 'maybe_opt_out', body: `From ${firstName}` } as const
  const ofSalon = { phone: PHONE, salonId: salon.id, senderId: salon.sender.id }
  const { id: messageId } = await makeText(app.sql, { ...text, ...ofSalon })
  const { id: unknownId } = await makeText(app.sql, { kind: 'reply', status: 'unknown', ...ofSalon })
  const clientId = client?.id ?? ''
  const visit = { clientId, state: 'booked', visitOn: null, note: 'Phone' } as const
  const { id: visitId } = await app.staff.visits.create({ id: salon.id, ...visit })
  const [entry] = await app.sql<[{ id: string }]>`
    insert into ledger_entries (salon_id, client_id, visit_id, kind, amount, payable_from, line, rule_version, created_by,
      created_at)
    values (${salon.id}, ${clientId}, ${visitId}, 'fee', 100, now(),
      '{"client": "M. …600", "visitOn": null, "paid": 300, "feeBps": 3000, "reasons": []}', '1', 'maya', now())
    returning id`
  await app.sql`insert into disputes (entry_id, note, opened_at) values (${entry.id}, 'Not ours', now())`
  const payment = await app.staff.billing.recordPayment({
    id: salon.id,
    receivedOn: '2026-03-01',
    amount: 100,
  })
  const [request] = await app.sql<[{ id: string }]>`
    update invitations set call_requested_at = now() where client_id = ${clientId} returning id`
  const importId = randomUUID()
  await app.sql`
    insert into appointment_imports (id, salon_id, file_name, imported_by, imported_at)
    values (${importId}, ${salon.id}, 'appointments.csv', 'maya', now())`
  const ids: Record<string, string> = {
    ...{ id: salon.id, listId: preview.id, clientId, offerId, campaignId, messageId, unknownId, visitId },
    ...{ entryId: entry.id, paymentId: payment.id, requestId: request.id, importId },
    ...{ subjectId: offerId, otherOfferId: approved },
  }
  return { ...ids, id: salon.id, approved, ids }
}

/** Query parameters that a call cannot do without. */
const queries: Record<string, string> = { 'lists.listRows': '?part=eligible' }

const pathIds = ({ path }: NamedEndpoint) =>
  [...path.slice(PREFIX.length).matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)

function bodyIds({ body }: NamedEndpoint): string[] {
  const { properties = {} } = body ? schemaOf<{ properties?: object }>(body, 'input') : {}
  return Object.keys(properties).filter((name) => name.endsWith('Id'))
}

/** A number belongs to no salon: two may have the same client. */
const isId = (name: string) => name !== 'number'

const calls = endpoints
  .filter(({ path }) => path.startsWith(PREFIX))
  .map((row) => ({ ...row, path: row.path.replace('unknown-sms/{messageId}', 'unknown-sms/{unknownId}') }))
  .map((row) => ({ row, inPath: pathIds(row).filter(isId), inBody: bodyIds(row) }))
  .filter(({ inPath, inBody }) => inPath.length + inBody.length > 0)

type Call = (typeof calls)[number]

/** Makes the call in a salon with the other ids of `from`. */
async function statusOf(app: App, call: Call, salonId: string, from: Record<string, string>) {
  const { row, inBody } = call
  const path = row.path.replace(/\{(\w+)\}/g, (_, name) => (name === 'id' ? salonId : (from[name] ?? '')))
  const body = {
    ...(row.example as object | undefined),
    ...Object.fromEntries(inBody.map((name) => [name, from[name]])),
  }
  const headers = { 'content-type': 'application/json', 'idempotency-key': `${row.name} ${salonId}` }
  const sent = row.body ? { headers, body: JSON.stringify(body) } : {}
  return (await app.staffRequest(path + (queries[row.name] ?? ''), { method: row.method, ...sent })).status
}

test('every call with an id of another salon answers 404 and changes nothing', async () => {
  const app = await testApp()
  const { mine, other } = await twoFullSalons(app)
  const known = calls.flatMap(({ inPath, inBody }) => [...inPath, ...inBody])
  expect(known.filter((name) => !other.ids[name])).toEqual([])
  expect(calls.length).toBeGreaterThan(12)
  const state = () => app.sql`
    select (select jsonb_agg(o order by id) from offers o) as offers, (select jsonb_agg(l order by id) from client_lists l) as lists,
      (select jsonb_agg(c order by id) from campaigns c) as campaigns, (select jsonb_agg(m order by id) from messages m) as texts,
      (select count(*) from consent_events) as consent, (select count(*) from owner_links) as links`
  const before = await state()
  const answers = []
  for (const call of calls) answers.push([call.row.name, await statusOf(app, call, mine.id, other.ids)])
  expect(answers).toEqual(calls.map(({ row }) => [row.name, 404]))
  expect(await state()).toEqual(before)
  // With its own ids each of them finds what it needs, so the 404 above is about the salon.
  for (const call of calls)
    expect(await statusOf(app, call, other.id, other.ids), call.row.name).not.toBe(404)
})

test('no call with the key of one salon shows another salon', async () => {
  const app = await testApp()
  const { mine, other } = await twoFullSalons(app)
  const { headers } = await makeKey(app, { salonId: mine.id })
  const revoked = await makeKey(app, { salonId: mine.id })
  await app.staff.keys.revoke({ id: revoked.id })
  const ofKeys = endpoints.filter(({ access }) => access === 'key')
  const statusWith = async ({ method, path, body, example }: NamedEndpoint, more: Record<string, string>) => {
    const sent = body && { body: JSON.stringify(example) }
    const headers = { 'content-type': 'application/json', ...more }
    return (await app.request(path.replace('{phone}', PHONE), { method, headers, ...sent })).status
  }
  const ask = async ({ method, path, body, example }: NamedEndpoint, salonId?: string) => {
    const json = body && {
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ ...(example as object), ...(salonId && { salonId }) }),
    }
    const query = salonId && method === 'GET' ? `?salonId=${salonId}` : ''
    const answer = await app.request(path.replace('{phone}', PHONE) + query, { method, headers, ...json })
    return { status: answer.status, text: await answer.text() }
  }
  for (const row of ofKeys) {
    const scopes = keyScopes.filter((scope) => scope !== row.scope)
    const otherScope = await makeKey(app, { salonId: mine.id, scopes })
    const refused = [await statusWith(row, {}), await statusWith(row, revoked.headers)]
    expect([...refused, await statusWith(row, otherScope.headers)], row.name).toEqual([401, 401, 403])
    const answer = await ask(row)
    expect(answer.status, row.name).toBeLessThan(300)
    for (const secret of [other.id, 'Beth', 'Zoe', ...Object.values(other.ids)])
      expect(answer.text, row.name).not.toContain(secret)
    const bySalon = row.query && 'salonId' in (row.query as z.ZodObject).shape
    if (!bySalon) continue
    expect((await ask(row, mine.id)).status, row.name).toBeLessThan(300)
    const [foreign, unknown] = [await ask(row, other.id), await ask(row, crypto.randomUUID())]
    expect([foreign.status, foreign], row.name).toEqual([404, unknown])
  }
  expect(ofKeys.length).toBeGreaterThan(5)
})

test('calls of the agency do not find texts and campaigns of a salon', async () => {
  const app = await testApp()
  const { ids } = await fill(app, await salonWithCampaign(app, 'Aoife Hair', 'Mary'))
  const isOfAgency = /^(messages|campaigns)\./
  const ofAgency = endpoints.filter(({ name, path }) => isOfAgency.test(name) && path.includes('{id}'))
  expect(ofAgency.length).toBeGreaterThan(5)
  for (const { name, method, path, body, example } of ofAgency)
    for (const id of [ids.campaignId, ids.messageId]) {
      const headers = { 'content-type': 'application/json' }
      const sent = body ? { headers, body: JSON.stringify(example) } : {}
      const { status } = await app.staffRequest(path.replace('{id}', id ?? ''), { method, ...sent })
      expect(status, name).toBe(404)
    }
  expect(await app.staff.campaigns.list({ id: ids.id ?? '' })).toMatchObject([{ state: 'running' }])
})

/** Values of parameters that are no id and no number. */
const otherParameters: Record<string, readonly string[]> = {
  '{key}': ['auto_followup_enabled'],
  '{step}': FunnelStep.options,
}

/** Calls of Sales that read. Those of the salons workspace, and the search over both, show salons. */
function readsOfSales(): { name: string; path: string }[] {
  const isOfSalons = /^\/api\/admin\/(salons|mails|people|search)(\/|$)/
  const { path: inbox } = contracts.inbox.inboxPage
  const filters = ['review', 'optout', 'processed'].map((filter) => `filter=${filter}`)
  const searches = ['Mary', PHONE].map((search) => `search=${encodeURIComponent(search)}`)
  return endpoints
    .filter(({ method, access }) => method === 'GET' && access !== 'public' && access !== 'key')
    .filter(({ path }) => !isOfSalons.test(path) && !path.includes('{id}'))
    .flatMap(({ name, path }) => {
      const parameter = /\{\w+\}/.exec(path)?.[0]
      if (!parameter) return [{ name, path }]
      const values = parameter === '{number}' ? [encodeURIComponent(PHONE)] : otherParameters[parameter]
      return (values ?? []).map((value) => ({ name, path: path.replace(parameter, value) }))
    })
    .concat([...filters, ...searches].map((query) => ({ name: 'inbox', path: `${inbox}?${query}` })))
}

test('no call of Sales and no event shows a text of a salon', async () => {
  const app = await testApp()
  const { ids } = await fill(app, await salonWithCampaign(app, 'Aoife Hair', 'Mary'))
  await makeText(app.sql, { phone: PHONE, body: 'From the agency' })
  const stream = await app.staffRequest(eventsPath)
  const [sender] = await app.sql<
    [{ address: string }]
  >`select address from senders where salon_id = ${ids.id ?? ''}`
  await textFrom(app.origin, PHONE, 'Again from Mary', { To: sender.address })
  await app.worker.round()
  await textFrom(app.origin, '+447700900699', 'For the agency')
  let events = ''
  for await (const chunk of stream.body ?? []) {
    events += Buffer.from(chunk).toString()
    if (events.includes('+447700900699')) break
  }
  expect(events).not.toMatch(/Mary|\+447700900600/)
  for (const { name, path } of readsOfSales()) {
    const answer = await app.staffRequest(path)
    const text = await answer.text()
    expect(answer.status, name).toBe(200)
    for (const secret of ['Mary', ids.messageId, ids.unknownId, ids.campaignId])
      expect(text.replaceAll('search=Mary', ''), path).not.toContain(secret)
  }
})

test('a conversation does not show texts of another salon with the same client', async () => {
  const app = await testApp()
  const { mine } = await twoFullSalons(app)
  const shown = JSON.stringify(await app.staff.replies.conversation({ id: mine.id, number: PHONE }))
  expect(shown).toContain('From Mary')
  expect(shown).not.toMatch(/Zoe|Beth/)
})

test('the link of one owner does not open or decide the offer of another salon', async () => {
  const app = await testApp()
  const { mine, other } = await twoFullSalons(app)
  const send = (salon: typeof mine) =>
    app.staff.offers.send({ id: salon.id, offerId: salon.ids.offerId ?? '' })
  const token = tokenOf((await send(mine)).url)
  await app.sql`update offers set text_sha256 = ${'b'.repeat(64)} where id = ${other.ids.offerId ?? ''}`
  await send(other)
  const page = await app.visitor.owner.open({ token })
  expect(page.salonName).toBe('Aoife Hair')
  expect(JSON.stringify(page)).not.toMatch(/Beth|Zoe/)
  const sha256 = 'b'.repeat(64)
  await expect(app.visitor.owner.approve({ token, sha256 })).rejects.toMatchObject({ status: 409 })
  const change = { token, sha256, note: 'Shorter' }
  await expect(app.visitor.owner.requestChanges(change)).rejects.toMatchObject({ status: 409 })
  await app.visitor.owner.approve({ token, sha256: page.offer?.sha256 ?? '' })
  const offers = (await app.staff.offers.list({ id: other.id })).items
  expect(offers.find(({ id }) => id === other.ids.offerId)).toMatchObject({ state: 'with_owner', note: null })
  await expect(app.visitor.owner.agree({ token, name: 'Mallory' })).rejects.toMatchObject({ status: 404 })
})
