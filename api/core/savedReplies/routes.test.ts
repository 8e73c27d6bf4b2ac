import { expect, test } from 'vitest'
import { testApp } from '../../testing/app.ts'
import { makeSalon } from '../../testing/factories.ts'

const names = (list: { name: string }[]) => list.map(({ name }) => name)

test('Sales, each salon and all salons have their own set', async () => {
  const { staff, sql } = await testApp()
  const [aoife, opal] = [await makeSalon(sql, { name: 'Aoife' }), await makeSalon(sql, { name: 'Opal' })]
  const add = (name: string, scope: 'sales' | 'salons' | 'salon', salonId?: string) =>
    staff.savedReplies.create({ name, text: 'Hi {name}', scope, ...(salonId && { salonId }) })
  await add('Price', 'sales')
  await add('Thanks', 'salons')
  await add('Parking', 'salon', aoife.id)
  expect(names(await staff.savedReplies.list({}))).toEqual(['Price'])
  expect(names(await staff.savedReplies.list({ salonId: aoife.id }))).toEqual(['Parking', 'Thanks'])
  expect(names(await staff.savedReplies.list({ salonId: opal.id }))).toEqual(['Thanks'])
})

test('used ones come first, then by name', async () => {
  const { staff } = await testApp()
  for (const name of ['b', 'C', 'a']) await staff.savedReplies.create({ name, text: 'x', scope: 'sales' })
  const [, , last] = await staff.savedReplies.list({})
  await staff.savedReplies.use({ id: last?.id ?? '' })
  const listed = await staff.savedReplies.list({})
  expect(listed).toMatchObject([{ name: 'C', uses: 1 }, { name: 'a' }, { name: 'b' }])
})

test('changes and deletions are in the audit log', async () => {
  const { staff, sql } = await testApp()
  const { id } = await staff.savedReplies.create({ name: 'Price', text: 'Nothing', scope: 'sales' })
  await staff.savedReplies.update({ id, name: 'Price', text: 'Nothing until they rebook' })
  expect(await staff.savedReplies.list({})).toMatchObject([{ id, text: 'Nothing until they rebook' }])
  await staff.savedReplies.remove({ id })
  expect(await staff.savedReplies.list({})).toEqual([])
  const lines = await sql`select action from audit_log where subject = ${id} order by id`
  const actions = ['saved_reply.add', 'saved_reply.change', 'saved_reply.delete']
  expect(lines.map(({ action }) => action)).toEqual(actions)
})

test.each([
  [{ name: ' ', text: 'x' }, 'Please enter a name'],
  [{ name: 'x', text: 'Hi {firstName}' }, 'Only {name} and {link} can stand in braces'],
  [{ name: 'x', text: 'y'.repeat(1201) }, 'A saved reply may have 1200 characters'],
])('%o is refused', async (reply, message) => {
  const { staff } = await testApp()
  await expect(staff.savedReplies.create({ ...reply, scope: 'sales' })).rejects.toThrow(message)
})

test('unknown replies and salons are 404, and a full set takes no more', async () => {
  const { staff, sql } = await testApp()
  const id = '00000000-0000-4000-8000-000000000000'
  const missing = { status: 404 }
  await expect(staff.savedReplies.update({ id, name: 'x', text: 'y' })).rejects.toMatchObject(missing)
  await expect(staff.savedReplies.remove({ id })).rejects.toMatchObject(missing)
  await expect(staff.savedReplies.use({ id })).rejects.toMatchObject(missing)
  const one = { name: 'x', text: 'y', scope: 'salon' } as const
  await expect(staff.savedReplies.create(one)).rejects.toMatchObject(missing)
  await expect(staff.savedReplies.create({ ...one, salonId: id })).rejects.toMatchObject(missing)
  await sql`
    insert into saved_replies (name, text, created_by, created_at)
    select n, 'x', 'maya', now() from generate_series(1, 200) n`
  await expect(staff.savedReplies.create({ ...one, scope: 'sales' })).rejects.toMatchObject({ status: 409 })
  expect(await staff.savedReplies.create({ ...one, scope: 'salons' })).toMatchObject({ scope: 'salons' })
})
