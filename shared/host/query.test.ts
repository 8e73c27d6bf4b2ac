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
