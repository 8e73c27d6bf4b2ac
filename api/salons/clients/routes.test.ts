import { expect, test } from 'vitest'
import { storeList } from '../../testing/salons.ts'
import { testSalon } from '../../testing/testSalon.ts'
import { textFrom } from '../../testing/webhooks.ts'

const MARY = 'Mary,07700 900501,2025-09-01,Yes'
const SIOBHAN = 'Siobhán,+447700900502,2025-10-01,'

test('a recorded objection wins, and an opt-out anywhere leaves the client out', async () => {
  const { app, staff, origin, id } = await testSalon()
  await storeList(app, id, [MARY, SIOBHAN])
  const [mary] = (await staff.clients.list({ id, q: 'mary' })).items
  const said = { source: 'staff', wording: 'Rang: no texts please', at: app.clock().toISOString() } as const
  const objection = { id, clientId: mary?.id ?? '', kind: 'objection', ...said } as const
  expect(await staff.clients.recordConsent(objection)).toMatchObject({
    eligibility: { reason: 'objection' },
    consent: [{ kind: 'objection', wording: said.wording }, {}],
  })
  await textFrom(origin, '+447700900502', 'STOP')
  const { waterfall } = await staff.clients.list({ id })
  expect(waterfall).toMatchObject({ objection: 1, opted_out: 1, eligible: 0 })
})
