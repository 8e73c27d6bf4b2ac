import { expect, test } from 'vitest'
import { shareReads } from './shareReads.ts'

/** A read that ends on a call. Each run returns its number. */
function slowRead() {
  const ends: ((fault?: Error) => void)[] = []
  const read = () => {
    const run = ends.length + 1
    return new Promise<number>((resolve, reject) => {
      ends.push((fault) => (fault ? reject(fault) : resolve(run)))
    })
  }
  return { read, ends }
}

test('calls during a run share the next one, which begins after them', async () => {
  const share = shareReads()
  const { read, ends } = slowRead()
  const first = share('a', read)
  const others = [share('a', read), share('a', read)]
  expect(ends).toHaveLength(1)
  ends[0]?.()
  expect(await first).toBe(1)
  await expect.poll(() => ends.length).toBe(2)
  const third = share('a', read)
  ends[1]?.()
  expect(await Promise.all(others)).toEqual([2, 2])
  await expect.poll(() => ends.length).toBe(3)
  ends[2]?.()
  expect(await third).toBe(3)
})

test('a call after a run reads again, and keys do not wait for each other', async () => {
  const share = shareReads()
  let runs = 0
  const read = async () => ++runs
  expect(await share('a', read)).toBe(1)
  expect(await share('a', read)).toBe(2)
  const { read: slow } = slowRead()
  void share('b', slow)
  expect(await share('a', read)).toBe(3)
})

test('a run that fails does not fail the next one', async () => {
  const share = shareReads()
  const { read, ends } = slowRead()
  const first = share('a', read)
  const second = share('a', read)
  ends[0]?.(new Error('no connection'))
  await expect(first).rejects.toThrow('no connection')
  await expect.poll(() => ends.length).toBe(2)
  ends[1]?.()
  expect(await second).toBe(2)
})
