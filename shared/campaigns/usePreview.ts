import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { usePlatform } from '../host/platform.ts'
import { useSettled } from '../kit/useSettled.ts'
import type { Prospect } from '../prospects/contract.ts'
import { firstTextWriter, templateErrors } from '../sms/template.ts'
import { firstTemplate } from './compose.ts'
import { recipientsOf } from './leftOut.ts'

/**
 * Who of the selection gets a first text, asked of the server once: it does not depend on the words, and a hundred thousand
 * ids are 4 MB to send. The start decides anew.
 */
export function useRecipients(prospects: ReadonlyMap<string, Prospect>, prospectIds: readonly string[]) {
  const { api } = usePlatform()
  const preview = useQuery({
    // The selection does not change while the drawer is open, so its length and ends stand for it.
    queryKey: ['campaigns', 'preview', prospectIds.length, prospectIds[0], prospectIds.at(-1)],
    queryFn: ({ signal }) =>
      api.campaigns.preview({ prospectIds: [...prospectIds], template: firstTemplate }, { signal }),
    enabled: prospectIds.length > 0,
    staleTime: 0,
    gcTime: 0,
  })
  const leftOut = preview.data?.leftOut
  const recipients = useMemo(
    () => leftOut && recipientsOf(prospects, prospectIds, leftOut),
    [prospects, prospectIds, leftOut],
  )
  return { preview, recipients }
}

const PAUSE_MS = 350
/** Texts written in one turn; about five milliseconds of work. */
const SLICE = 5000

/** What these words come to over all recipients, once the writer pauses; null while they are not counted. */
export function useSegments(recipients: readonly Prospect[] | undefined, template: string): number | null {
  const words = useSettled(template, PAUSE_MS)
  const [counted, setCounted] = useState<{ words: string; segments: number } | null>(null)
  useEffect(() => {
    if (!recipients || templateErrors(words).template) return
    return countSegments(recipients, words, (segments) => setCounted({ words, segments }))
  }, [recipients, words])
  return counted?.words === template ? counted.segments : null
}

/** Returns how to end it before it is done. */
function countSegments(
  recipients: readonly Prospect[],
  template: string,
  done: (segments: number) => void,
): () => void {
  const write = firstTextWriter(template)
  let timer: ReturnType<typeof setTimeout> | undefined
  const countFrom = (from: number, before: number) => {
    const slice = recipients.slice(from, from + SLICE)
    const segments = slice.reduce((sum, prospect) => sum + write(prospect).segments, before)
    const next = from + SLICE
    if (next >= recipients.length) done(segments)
    else timer = setTimeout(() => countFrom(next, segments))
  }
  countFrom(0, 0)
  return () => clearTimeout(timer)
}
