import { create } from 'zustand'
import { usePlatform } from '../../host/platform.ts'
import { onReset } from '../../host/reset.ts'
import { queryKeyOf } from '../../kit/data.ts'
import { usePages } from '../../kit/usePages.ts'

/** Versions of a salon's offer, newest first, by pages. */
export function useOffers(id: string) {
  const { api } = usePlatform()
  const {
    items,
    first: _,
    ...read
  } = usePages(queryKeyOf('offers', 'list', { id }), (cursor, signal) =>
    api.offers.list({ id, ...(cursor && { cursor }) }, { signal }),
  )
  return { ...read, data: items }
}

export interface OfferDraft {
  text: string
  reminderText: string
  /** `2026-12-31`, or empty. */
  repeatUntil: string
}

/** Unsaved texts by salon. Not component state, so they are still there after a look at another part. */
const useDrafts = create<Record<string, OfferDraft | undefined>>(() => ({}))
onReset(() => useDrafts.setState({}, true))

export const useOfferDraft = (salonId: string) => useDrafts((drafts) => drafts[salonId])

export const setOfferDraft = (salonId: string, draft: OfferDraft | undefined) =>
  useDrafts.setState({ [salonId]: draft })
