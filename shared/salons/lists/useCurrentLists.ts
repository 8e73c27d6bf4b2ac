import { useQueryClient } from '@tanstack/react-query'
import { queryKeyOf, useRead } from '../../kit/data.ts'
import type { CurrentLists } from './contract.ts'

/** For each call the server reads the uploaded file again. */
const STALE_MS = 60_000

/** The uploaded list that waits, and the stored list that can be undone. */
export const useCurrentLists = (salonId: string) =>
  useRead('lists', 'currentLists', { id: salonId }, { staleTime: STALE_MS })

/** Shows the result of an action without another call, which would read the file again. */
export function useSetLists(salonId: string) {
  const client = useQueryClient()
  const key = queryKeyOf('lists', 'currentLists', { id: salonId })
  return (lists: Partial<CurrentLists>) =>
    client.setQueryData<CurrentLists>(key, (before) => ({ preview: null, stored: null, ...before, ...lists }))
}
