import { expect, test } from 'vitest'
import { appointment, fedSalon } from '../../testing/feed.ts'
import { makeKey } from '../../testing/keys.ts'

type Fed = Awaited<ReturnType<typeof fedSalon>>
type Unit = 'minor' | 'major'

const keyOf = async ({ app }: Fed) => (await app.staff.keys.list()).items[0]?.id ?? ''
const choose = async ({ app }: Fed, id: string, unit: Unit) => {
  await app.staff.keys.chooseUnit({ id, unit })
  await app.worker.round()
}
const asked = async ({ app }: Fed) =>
  (await app.staff.today.list()).filter(({ kind }) => kind === 'amountUnit').map(({ text }) => text)
const net = async ({ entries }: Fed) => (await entries()).reduce((sum, { amount }) => sum + amount, 0)

const rows: [sent: number | null, unit: Unit | null, amount: number | null][] = [
  [null, null, null],
  [0, null, 0],
  [1, null, null],
  [99, null, null],
  [120, null, null],
  [999, null, null],
  [1000, null, 1000],
  [4500, null, 4500],
  [0, 'major', 0],
  [1, 'minor', 1],
  [50, 'minor', 50],
  [120, 'major', 12_000],
]

test('the choice gives the same money before and after the appointments', async () => {
  for (const [sent, unit, amount] of rows)
    for (const isFirst of unit ? [true, false] : [false]) {
      const fed = await fedSalon()
      const id = await keyOf(fed)
      if (unit && isFirst) await choose(fed, id, unit)
      expect(await fed.send(appointment({ amount: sent }))).toEqual(['stored'])
      const isDoubtful = sent !== null && sent > 0 && sent < 1000 && (!unit || !isFirst)
      expect(await asked(fed)).toHaveLength(isDoubtful ? 1 : 0)
      if (isDoubtful) expect(await net(fed)).toBe(0)
      if (unit && !isFirst) await choose(fed, id, unit)
      expect([sent, unit, (await fed.visits())[0]?.amount]).toEqual([sent, unit, amount])
      // The fee is 30 %.
      expect(await net(fed)).toBe(Math.round((amount ?? 0) * 0.3))
    }
})

test('staff see the question with the amount, and a wrong choice can be corrected', async () => {
  const fed = await fedSalon()
  const id = await keyOf(fed)
  await fed.send(appointment({ amount: 120 }))
  expect(await asked(fed)).toEqual(['Does Zapier send 120 for 1.20 or for 120.00?'])
  expect((await fed.app.staff.keys.list()).items).toMatchObject([{ amountUnit: null, smallAmount: 120 }])
  await choose(fed, id, 'minor')
  expect((await fed.visits())[0]?.amount).toBe(120)
  await choose(fed, id, 'major')
  expect((await fed.visits())[0]?.amount).toBe(12_000)
  expect(await asked(fed)).toEqual([])
})

test('two keys have their own units, and a key for all salons one for all', async () => {
  const fed = await fedSalon()
  const first = await keyOf(fed)
  const agency = await makeKey(fed.app)
  await fed.send(appointment({ amount: 120 }))
  const other = appointment({ externalId: 'a2', phone: '+447700900601', amount: 120 })
  await agency.v1.recordVisits({ salonId: fed.id, visits: [other] })
  expect(await asked(fed)).toHaveLength(2)
  await choose(fed, first, 'minor')
  await choose(fed, agency.id, 'major')
  const amounts = (await fed.visits()).map(({ client, amount }) => [client, amount]).sort()
  expect(amounts).toEqual([
    ['0', 120],
    ['1', 12_000],
  ])
})

test('an amount of a revoked key keeps its unit until the new key tells it', async () => {
  const fed = await fedSalon()
  const { app, id: salonId } = fed
  const old = await keyOf(fed)
  await choose(fed, old, 'major')
  await fed.send(appointment({ amount: 45 }))
  await app.staff.keys.revoke({ id: old })
  const { v1, id } = await makeKey(app, { salonId })
  await choose(fed, id, 'minor')
  await v1.recordVisits({ visits: [appointment({ amount: null })] })
  await app.worker.round()
  expect((await fed.visits()).map(({ amount }) => amount)).toEqual([4500])
  await v1.recordVisits({ visits: [appointment({ amount: 5000 })] })
  expect((await fed.visits()).map(({ amount }) => amount)).toEqual([5000])
})
