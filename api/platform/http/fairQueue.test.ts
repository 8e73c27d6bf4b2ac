import { expect, test } from 'vitest'
import { fairQueue } from './fairQueue.ts'

/** A queue in which each task runs until the test ends it. */
function controlled(atOnce: number, waiting = 100) {
  const run = fairQueue({ atOnce, waiting })
  const started: string[] = []
  const ends = new Map<string, () => void>()
  const add = (key: string, name: string) =>
    run(key, async () => {
      started.push(name)
      await new Promise<void>((end) => ends.set(name, end))
      return name
    })
  const end = async (name: string) => {
    ends.get(name)?.()
    await new Promise((next) => setImmediate(next))
  }
  return { add, end, started }
}

test('a key with much work delays no other', async () => {
  const { add, end, started } = controlled(1)
  const all = ['a1', 'a2', 'a3', 'b1', 'a4', 'c1'].map((name) => add(name.charAt(0), name))
  await end('none')
  const order = ['a1', 'b1', 'c1', 'a2', 'a3', 'a4']
  for (const name of order) await end(name)
  expect(started).toEqual(order)
  expect(await Promise.all(all)).toEqual(['a1', 'a2', 'a3', 'b1', 'a4', 'c1'])
})

test('the work of one key runs in its order, one at a time, beside that of others', async () => {
  const { add, end, started } = controlled(2)
  const all = [add('a', 'a1'), add('a', 'a2'), add('b', 'b1')]
  await end('none')
  expect(started).toEqual(['a1', 'b1'])
  await end('b1')
  expect(started).toEqual(['a1', 'b1'])
  await end('a1')
  await end('a2')
  await Promise.all(all)
  expect(started).toEqual(['a1', 'b1', 'a2'])
})

test('a failure frees the place, and too much work of one key is refused', async () => {
  const run = fairQueue({ atOnce: 1, waiting: 1 })
  let fail: () => void = () => undefined
  const first = run('a', () => new Promise((_, reject) => (fail = () => reject(new Error('gone')))))
  const second = run('a', async () => 'second')
  await expect(run('a', async () => 'third')).rejects.toMatchObject({ code: 'unavailable' })
  const other = run('b', async () => 'other')
  fail()
  await expect(first).rejects.toThrow('gone')
  expect(await Promise.all([second, other])).toEqual(['second', 'other'])
})
