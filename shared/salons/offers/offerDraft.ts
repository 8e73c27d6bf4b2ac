import { create } from 'zustand'
import { onReset } from '../../host/reset.ts'

export interface OfferDraft {
  text: string
  reminderText: string
  /** `2026-12-31`, or empty. */
  repeatUntil: string
  /** For each month although the text names a date. */
  datedConfirmed: boolean
}

/** Unsaved texts by salon. Not component state, so they are still there after a look at another part. */
const useDrafts = create<Record<string, OfferDraft | undefined>>(() => ({}))
onReset(() => useDrafts.setState({}, true))

export const useOfferDraft = (salonId: string) => useDrafts((drafts) => drafts[salonId])

export const setOfferDraft = (salonId: string, draft: OfferDraft | undefined) =>
  useDrafts.setState({ [salonId]: draft })
