import { setTimeout as wait } from 'node:timers/promises'
import { handsetsOf } from '@salonback/shared/testing/handsets.ts'
import { expect, test } from 'vitest'
import { testApp } from '../../testing/app.ts'
import { makeProspects } from '../../testing/factories.ts'

const template = 'Hi {name}, Salonback.'
const basis = 'consent' as const

test('cancel, pause and resume during a burst leave no text in a wrong state', async () => {
  const app = await testApp()
  const prospectIds = (await makeProspects(app.sql, 30)).map(({ id }) => id)
  await handsetsOf(app.origin).injectFault({ kind: 'busy', probability: 0.6 })
  const moves = ['cancel', 'pause', 'resume'] as const
  for (let n = 0; n < 30; n++) {
    const { id } = await app.staff.campaigns.start({ prospectIds, template, basis })
    if (n % 3 === 2) await app.staff.campaigns.pause({ id })
    const verb = moves[n % 3] ?? 'cancel'
    // Shifted, so that they overlap at every point.
    const move = wait(n * 3).then(() => app.staff.campaigns[verb]({ id }))
    for (let round = 0; round < 2; round++) await app.worker.round()
    await move
    await app.staff.campaigns.cancel({ id }).catch(() => undefined)
    const { queued, state } = await app.staff.campaigns.get({ id })
    expect([n, state === 'canceled' ? queued : 0]).toEqual([n, 0])
    await app.sql`delete from messages`
    app.clock.advance(60_000)
  }
})
