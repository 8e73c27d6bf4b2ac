import { expect, test } from 'vitest'
import { inTransaction } from '../../platform/db/open.ts'
import { testApp } from '../../testing/app.ts'
import { waitingForLocks } from '../../testing/database.ts'
import { makeSalon } from '../../testing/factories.ts'
import { ownerLink, tokenOf } from '../../testing/ownerLink.ts'
import { approvedOffer, commitList, listOf, storeList, uploadList } from '../../testing/salons.ts'
import { markReady } from './queries.ts'

const rows = ['Mary,+447700900601,2025-09-01,Yes']

/** A salon in setup, and the four steps that make it ready. */
async function inSetup() {
  const app = await testApp()
  const { staff, visitor, sql } = app
  const { id } = await makeSalon(sql)
  const agree = async () => {
    const { token } = await ownerLink(app, id, 'agree')
    return () => visitor.owner.agree({ token, name: 'Aoife' })
  }
  const sender = async () => () => staff.salons.setSender({ id, simulated: true })
  const list = async () => {
    const preview = (await (await uploadList(app, id, listOf(rows))).json()) as { id: string }
    return () => commitList(app, id, preview.id)
  }
  const approve = async () => {
    const offer = await staff.offers.create({ id, text: '{salon}: Hi {firstName}, 20 % off. {link}' })
    const token = tokenOf((await staff.offers.send({ id, offerId: offer.id })).url)
    const sha256 = (await visitor.owner.open({ token })).offer?.sha256 ?? ''
    return () => visitor.owner.approve({ token, sha256 })
  }
  const stateOf = async () => (await staff.salons.get({ id })).state
  return { ...app, id, steps: [agree, sender, list, approve], stateOf }
}

test.each([0, 1, 2, 3])('the last of four steps makes a salon ready, in any order (%i)', async (first) => {
  const { steps, stateOf } = await inSetup()
  const inOrder = [...steps.slice(first), ...steps.slice(0, first)]
  for (const prepare of inOrder) {
    expect(await stateOf()).toBe('setup')
    await (await prepare())()
  }
  expect(await stateOf()).toBe('ready')
})

test('two last steps in concurrent transactions make a salon ready', async () => {
  const app = await inSetup()
  const { sql, id, steps, stateOf } = app
  for (const prepare of steps.slice(0, 2)) await (await prepare())()
  let second: Promise<unknown> = Promise.resolve()
  await inTransaction(sql, async (open) => {
    await open`
      insert into client_lists (salon_id, file_name, sha256, mapping, state, uploaded_by, created_at)
      values (${id}, 'a.csv', 'x', '{}', 'committed', 'maya', now())`
    await markReady(open, id)
    second = approvedOffer(app, id)
    await Promise.race([second, expect.poll(() => waitingForLocks(sql)).toHaveLength(1)])
  })
  await second
  expect(await stateOf()).toBe('ready')
})

test('only a salon that is set up can be paused and resumed; closed is final', async () => {
  const app = await inSetup()
  const { staff, id, steps, stateOf } = app
  const change = (state: 'ready' | 'paused' | 'closed') => staff.salons.update({ id, state })
  for (const state of ['ready', 'paused'] as const)
    await expect(change(state)).rejects.toMatchObject({ status: 409, serverMessage: /not set up/ })
  for (const prepare of steps) await (await prepare())()
  expect(await change('paused')).toMatchObject({ state: 'paused' })
  // A new list does not resume it.
  await storeList(app, id, rows)
  expect(await stateOf()).toBe('paused')
  expect(await change('ready')).toMatchObject({ state: 'ready' })
  await change('closed')
  for (const state of ['ready', 'paused', 'closed'] as const)
    await expect(change(state)).rejects.toMatchObject({ status: 409, serverMessage: /closed/ })
})
