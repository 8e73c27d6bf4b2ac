import type { Reason } from '@salonback/shared/salons/clients/eligible.ts'
import { expect, test } from 'vitest'
import { testApp } from '../../testing/app.ts'
import { commitList, readySalon, uploadList } from '../../testing/salons.ts'
import { testSalon } from '../../testing/testSalon.ts'

const first = `First Name,Mobile Number,Last Appointment,Next Appointment,Blocked,Deceased,VIP,Date of birth
Mary,07700 900501,2025-09-01,,Yes,,,
Orla,07700 900502,2025-09-01,,,Yes,Yes,
Zoe,07700 900503,2025-09-01,2026-04-02,,,,
Ella,07700 900504,2025-09-01,,,,,2015-01-31
Siobhán,07700 900505,2025-09-01,,,,,
`
const phones = Array.from({ length: 5 }, (_, n) => `07700 90050${n + 1}`)
const listWith = (columns: string, cells: string) =>
  `Mobile Number,Last Appointment${columns}\n${phones.map((phone) => `${phone},2025-09-01${cells}`).join('\n')}\n`

const cases: [columns: string, cells: string, counts: Partial<Record<Reason, number>>][] = [
  ['', '', { blocked: 2, minor: 1, future_booking: 1, eligible: 1 }],
  [',VIP', ',', { blocked: 2, minor: 1, future_booking: 1, eligible: 1 }],
  [',Blocked', ',No', { blocked: 1, minor: 1, future_booking: 1, eligible: 2 }],
  [',Deceased', ',', { blocked: 1, minor: 1, future_booking: 1, eligible: 2 }],
  [',Next Appointment', ',', { blocked: 2, minor: 1, eligible: 2 }],
  [',Next Appointment,Tags', ',,', { eligible: 5 }],
]

test('what a newer list has no column for stays: blocked clients and bookings are not texted', async () => {
  const app = await testApp()
  const { staff } = app
  for (const [n, [columns, cells, counts]] of cases.entries()) {
    const { id } = await readySalon(app, `Salon ${n}`)
    const store = async (csv: string) => {
      const { id: listId, waterfall } = await (await uploadList(app, id, csv)).json()
      const stored = await commitList(app, id, listId)
      return { listId, waterfall, stored }
    }
    await store(first)
    const before = (await staff.clients.list({ id })).items
    const { listId, waterfall } = await store(listWith(columns, cells))
    expect((await staff.clients.list({ id })).waterfall, columns).toMatchObject(counts)
    expect(waterfall, columns).toMatchObject(counts)
    await staff.lists.undoList({ id, listId })
    expect((await staff.clients.list({ id })).items).toEqual(before)
  }
})

test('the same list again changes no client', async () => {
  const { app, id } = await testSalon()
  for (const stored of [
    { added: 5, updated: 0, unchanged: 0 },
    { added: 0, updated: 0, unchanged: 5 },
  ]) {
    const { id: listId } = await (await uploadList(app, id, first)).json()
    expect(await commitList(app, id, listId)).toMatchObject(stored)
  }
})
