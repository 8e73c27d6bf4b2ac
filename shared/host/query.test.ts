import { QueryObserver } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { HttpError } from '../http/request.ts'
import { createQueryClient } from './query.ts'

test('nothing read goes stale, is read again on focus or in turns, or tried again; nor is what was sent', () => {
  const { queries, mutations } = createQueryClient().getDefaultOptions()
  expect(queries).toMatchObject({
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    refetchInterval: false,
    retry: false,
  })
  expect(mutations).toMatchObject({ retry: false })
})

test('a 401 is an error, and ends the session; another failure does not', async () => {
  const over = vi.fn()
  const client = createQueryClient(over)
  const read = (status: number) =>
    client.fetchQuery({
      queryKey: [status],
      queryFn: () => Promise.reject(new HttpError(status, 'Refused', '{"message":"No"}')),
    })
  await expect(read(503)).rejects.toThrow(/^503: /)
  expect(over).not.toHaveBeenCalled()
  await expect(read(401)).rejects.toThrow(/^401: /)
  expect(over).toHaveBeenCalledTimes(1)
})

test('what changes during a first read is read once more after it, however often it changed', async () => {
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
  await vi.waitFor(() => expect(answers).toHaveLength(2))
  expect(client.getQueryData(['list'])).toBe('before')
  answers[1]?.('after')
  await vi.waitFor(() =>
    expect(client.getQueryState(['list'])).toMatchObject({ data: 'after', fetchStatus: 'idle' }),
  )
  expect(answers).toHaveLength(2)
  stop()
})

test('what changes during a first read that nobody watches any more is read when it is next shown', async () => {
  const client = createQueryClient()
  let answer = (_: string) => {}
  void client.prefetchQuery({
    queryKey: ['list'],
    queryFn: () => new Promise<string>((resolve) => (answer = resolve)),
  })
  void client.invalidateQueries({ queryKey: ['list'] })
  answer('before')
  await vi.waitFor(() =>
    expect(client.getQueryState(['list'])).toMatchObject({ data: 'before', isInvalidated: true }),
  )
})
