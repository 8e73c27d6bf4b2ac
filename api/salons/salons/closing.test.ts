import { expect, test } from 'vitest'
import { inTransaction, type Sql } from '../../platform/db/open.ts'
import { waitingForLocks } from '../../testing/database.ts'
import { ownerLink } from '../../testing/ownerLink.ts'
import { testSalon } from '../../testing/testSalon.ts'
import { createOwnerLink } from '../ownerLinks/ownerLinks.ts'
import { endLinks } from './queries.ts'

const TEXT = '{salon}: Hi {firstName}. Reply STOP to opt out.'
const DAY = 24 * 3_600_000

async function withSalon() {
  const { app, id } = await testSalon()
  const { id: offerId } = await app.staff.offers.create({ id, text: TEXT })
  const openLinks = async () =>
    (await app.sql`select 1 from owner_links where expires_at > ${app.clock()}`).count
  const isWaiting = () => expect.poll(() => waitingForLocks(app.sql), { timeout: 10_000 }).toHaveLength(1)
  return { ...app, id, offerId, openLinks, isWaiting }
}

type App = Awaited<ReturnType<typeof withSalon>>

test.each<[string, (app: App) => Promise<unknown>]>([
  ['to agree', ({ staff, id }) => staff.salons.createLink({ id, purpose: 'agree' })],
  ['to share a list', ({ staff, id }) => staff.salons.createLink({ id, purpose: 'list' })],
  ['to the results', ({ staff, id }) => staff.salons.createLink({ id, purpose: 'results' })],
  ['to an offer', ({ staff, id, offerId }) => staff.offers.send({ id, offerId })],
])('a link %s that waits for the closing of its salon is refused', async (_, create) => {
  const app = await withSalon()
  let made: Promise<unknown> = Promise.resolve()
  await inTransaction(app.sql, async (open) => {
    await open`update salons set state = 'closed' where id = ${app.id}`
    await endLinks(open, app.id, app.clock())
    made = create(app)
    made.catch(() => undefined)
    await app.isWaiting()
  })
  await expect(made).rejects.toMatchObject({ status: 409, serverMessage: 'This salon is closed' })
  expect(await app.openLinks()).toBe(0)
})

test.each(['agree', 'list', 'offer', 'results'] as const)(
  'a link of purpose %s that is made while its salon is being closed ends with it',
  async (purpose) => {
    const app = await withSalon()
    let closed: Promise<unknown> = Promise.resolve()
    const path = await inTransaction(app.sql, async (open: Sql) => {
      const link = { salonId: app.id, purpose, subjectId: null, now: app.clock() }
      const made = await createOwnerLink(open, link)
      closed = app.staff.salons.update({ id: app.id, state: 'closed' })
      closed.catch(() => undefined)
      await app.isWaiting()
      return made.path
    })
    await closed
    expect(await app.openLinks()).toBe(0)
    const opened = app.visitor.owner.open({ token: path.slice(3) })
    await expect(opened).rejects.toMatchObject({ status: 410, serverMessage: 'This link has expired.' })
  },
)

test('no link of a closed salon opens, also one that a restored backup brings back', async () => {
  const app = await withSalon()
  const { sql, clock, staff, visitor, id } = app
  const { token } = await ownerLink(app, id, 'results')
  await staff.salons.update({ id, state: 'closed' })
  await sql`update owner_links set expires_at = ${new Date(clock().getTime() + DAY)}`
  await expect(visitor.owner.open({ token })).rejects.toMatchObject({ status: 410 })
})
