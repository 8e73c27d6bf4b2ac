import { expect, test } from 'vitest'
import { type App, testApp } from '../../testing/app.ts'
import { ownerLink } from '../../testing/ownerLink.ts'
import { salonWithOffer } from '../../testing/salons.ts'

type Change = (app: App, id: string) => Promise<unknown>

/** A salon that has agreed and can start a campaign. */
async function agreedSalon() {
  const app = await testApp()
  const { salon, offerId } = await salonWithOffer(app, ['Mary,+447700900601'])
  const { id } = salon
  const start = () => app.staff.campaigns.start({ id, offerId, perDay: 10 })
  const agreed = async () => (await app.staff.salons.get({ id })).checklist.agreement
  return { app, id, start, agreed }
}

test.each<[what: string, change: Change, says: string]>([
  ['days to pay', ({ staff }, id) => staff.salons.update({ id, paymentDays: 30 }), 'within 30 days'],
  ['currency', ({ staff }, id) => staff.salons.update({ id, currency: 'USD' }), 'without sales tax'],
  ['share', ({ sql }) => sql`update salons set fee_bps = 2500`, '25 %'],
  ['days between text and booking', ({ sql }) => sql`update salons set attribution_days = 45`, '45 days'],
  [
    'days until a fee is charged',
    ({ sql }) => sql`update salons set hold_days = 7`,
    '7 days after the visit',
  ],
])('a changed %s asks the owner to agree again before the next campaign', async (_, change, says) => {
  const { app, id, start, agreed } = await agreedSalon()
  await change(app, id)
  expect(await agreed()).toBe(false)
  await expect(start()).rejects.toThrow('Our terms have changed')
  const { token } = await ownerLink(app, id, 'home')
  const { home } = await app.visitor.owner.open({ token })
  expect(home?.tasks[0]).toEqual({ kind: 'agree', again: true })
  // The agreement in force is still shown.
  expect(home?.agreements).toHaveLength(1)
  const { terms } = await app.visitor.owner.open({ token, step: 'agree' })
  expect(terms?.points.some(({ text }) => text.includes(says))).toBe(true)
  await app.visitor.owner.agree({ token, name: 'Aoife Byrne' })
  expect(await agreed()).toBe(true)
  await start()
})

test.each<[what: string, change: Change]>([
  ['the same number', ({ staff }, id) => staff.salons.update({ id, paymentDays: 14, currency: 'GBP' })],
  ['a name', ({ staff }, id) => staff.salons.update({ id, ownerName: 'Nora Quinn' })],
  ['an address', ({ staff }, id) => staff.salons.update({ id, postalAddress: '1 High Street' })],
])('%s that the agreement does not depend on asks nothing', async (_, change) => {
  const { app, id, start, agreed } = await agreedSalon()
  await change(app, id)
  expect(await agreed()).toBe(true)
  await start()
})
