import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { usePlatform } from '../host/platform.ts'
import { templateErrors } from '../sms/template.ts'

/** The words as they were when the writer last stopped for a moment. */
export function useSettled<T>(value: T, milliseconds: number): T {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), milliseconds)
    return () => clearTimeout(timer)
  }, [value, milliseconds])
  return settled
}

/**
 * Who would get the text and what it costs, asked of the server when the writer pauses. While the words cannot be
 * sent the last answer stays: who gets it does not depend on them.
 */
export function usePreview(prospectIds: readonly string[], template: string, fallback: string) {
  const { api } = usePlatform()
  const words = useSettled(template, prospectIds.length > 5000 ? 900 : 350)
  const sendable = templateErrors(words).template === undefined
  const asked = sendable ? words : fallback
  const query = useQuery({
    // The selection does not change while the drawer is open, so its length and ends stand for it.
    queryKey: ['campaigns', 'preview', prospectIds.length, prospectIds[0], prospectIds.at(-1), asked],
    queryFn: ({ signal }) =>
      api.campaigns.preview({ prospectIds: [...prospectIds], template: asked }, { signal }),
    enabled: prospectIds.length > 0,
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0,
  })
  return { ...query, isCurrent: sendable && words === template && !query.isPlaceholderData }
}
