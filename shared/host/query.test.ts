import { QueryObserver } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { HttpError } from '../platform/http/request.ts'
import { createQueryClient } from './query.ts'

test('queries never go stale, poll, retry or refetch on focus; mutations never retry', () => {
  const { queries, mutations } = createQueryClient().getDefaultOptions()
  expect(queries).toMatchObject({
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    refetchInterval: false,
    retry: false,
  })
  expect(mutations).toMatchObject({ retry: false })
})

test('a 401 reports the missing session, another error does not', async () => {
  const onUnauthenticated = vi.fn()
  const client = createQueryClient(onUnauthenticated)
  const read = (status: number) =>
    client.fetchQuery({
      queryKey: [status],
      queryFn: () => Promise.reject(new HttpError(status, 'Refused', '{"message":"No"}')),
    })
  await expect(read(503)).rejects.toThrow(/^503: /)
  expect(onUnauthenticated).not.toHaveBeenCalled()
  await expect(read(401)).rejects.toThrow(/^401: /)
  expect(onUnauthenticated).toHaveBeenCalledTimes(1)
})

test('invalidations during a first fetch refetch once after it', async () => {
  const client = createQueryClient()
  const answers: ((answer: string) => void)[] = []
  const observer = new QueryObserver(client, {
    queryKey: ['list'],
    queryFn: () => new Promise<string>((resolve) => answers.push(resolve)),
  })
  const stop = observer.subscribe(() => {})
  void client.invalidateQueries({ queryKey: ['list'] })
  void client.invalidateQueries({ queryKey: ['list'] })
  expect(answers).toHaveLength(1)
  answers[0]?.('before')
  await expect.poll(() => answers).toHaveLength(2)
  expect(client.getQueryData(['list'])).toBe('before')
  answers[1]?.('after')
  await expect
    .poll(() => client.getQueryState(['list']))
    .toMatchObject({ data: 'after', fetchStatus: 'idle' })
  expect(answers).toHaveLength(2)
  stop()
})

test('an invalidation during an unobserved first fetch marks its result invalid', async () => {
  const client = createQueryClient()
  let answer = (_: string) => {}
  void client.prefetchQuery({
    queryKey: ['list'],
    queryFn: () => new Promise<string>((resolve) => (answer = resolve)),
  })
  void client.invalidateQueries({ queryKey: ['list'] })
  answer('before')
  await expect
    .poll(() => client.getQueryState(['list']))
    .toMatchObject({ data: 'before', isInvalidated: true })
})
