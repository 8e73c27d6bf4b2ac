import { expect, test } from 'vitest'
import { limitConcurrency } from './limitConcurrency.ts'

/** Work that ends on request and counts running calls. */
function works() {
  const ends: (() => void)[] = []
  const state = { running: 0, most: 0 }
  const work = async () => {
    state.running += 1
    state.most = Math.max(state.most, state.running)
    await new Promise<void>((end) => ends.push(end))
    state.running -= 1
  }
  return { state, work, ends }
}

const soon = () => new Promise((resolve) => setImmediate(resolve))

test('limits running and waiting calls and refuses the rest', async () => {
  const { state, work, ends } = works()
  const inTurn = limitConcurrency({ atOnce: 2, waiting: 3 })
  const answers = Array.from({ length: 8 }, () =>
    inTurn(work).then(
      () => 'done',
      (error) => error.code,
    ),
  )
  await soon()
  expect(await Promise.race([answers[5], answers[6], answers[7]])).toBe('unavailable')
  for (let ended = 0; ended < 5; ended++) {
    ends[ended]?.()
    await soon()
  }
  expect(await Promise.all(answers)).toEqual([...Array(5).fill('done'), ...Array(3).fill('unavailable')])
  expect(state).toEqual({ running: 0, most: 2 })
})

test('work that fails frees its slot for the next', async () => {
  const inTurn = limitConcurrency({ atOnce: 1, waiting: 1 })
  const failing = inTurn(() => Promise.reject(new Error('no')))
  const next = inTurn(async () => 'done')
  await expect(failing).rejects.toThrow('no')
  expect(await next).toBe('done')
  expect(await inTurn(async () => 'again')).toBe('again')
})
