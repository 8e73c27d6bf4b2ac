import { expect, test } from 'vitest'
import { approvedOffer, readySalon, storeList } from '../../testing/salons.ts'
import { testSalon } from '../../testing/testSalon.ts'

const phones = ['+447700900601', '+447700900602']

test('staff resolve the unknown texts of a salon, within the salon only', async () => {
  const { app, staff, sql, salon } = await testSalon()
  const other = await readySalon(app, 'Opal Spa')
  await storeList(app, salon.id, [`Mary,${phones[0]},2025-09-01,Yes`, `Ella,${phones[1]},2025-09-01,Yes`])
  const offerId = await approvedOffer(app, salon.id)
  const { id: campaignId } = await staff.campaigns.start({ id: salon.id, offerId, perDay: 10 })
  await sql`
    update messages set status = 'unknown', attempted_at = created_at + case when phone = ${phones[0] ?? ''}
      then interval '1 second' else interval '2 seconds' end`
  const { id } = salon
  const unknown = await staff.replies.unknown({ id, campaignId })
  expect(unknown).toMatchObject([
    { to: phones[0], firstName: 'Mary', kind: 'offer' },
    { to: phones[1], firstName: 'Ella' },
  ])
  expect(await staff.replies.unknown({ id: other.id })).toEqual([])
  expect(await staff.replies.unknown({ id, campaignId: offerId })).toEqual([])
  const [first = '', second = ''] = unknown.map((text) => text.id)
  const resolve = (salonId: string, messageId: string, outcome: 'sent' | 'failed') =>
    staff.replies.resolveUnknown({ id: salonId, messageId, outcome })
  await expect(resolve(other.id, first, 'sent')).rejects.toMatchObject({ status: 404 })
  await expect(staff.inbox.resolveUnknown({ id: first, outcome: 'sent' })).rejects.toThrow(/^404/)
  await resolve(id, first, 'sent')
  await resolve(id, second, 'failed')
  await expect(resolve(id, first, 'failed')).rejects.toMatchObject({ status: 409 })
  expect(await staff.replies.unknown({ id })).toEqual([])
  expect(await staff.campaigns.list({ id })).toMatchObject([{ sent: 1, failed: 1, unknown: 0 }])
})
