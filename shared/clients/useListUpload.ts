import { create } from 'zustand'
import { onReset } from '../host/reset.ts'
import type { CommittedList, ListPreview } from './contract.ts'

interface Uploaded {
  /** The list that is neither stored nor discarded yet. */
  preview?: ListPreview | undefined
  /** The list that was stored last in this session; it can be undone. */
  stored?: { id: string; fileName: string; counts: CommittedList } | undefined
}

/** Uploaded lists by salon. Not component state, so a preview is still there after a look at another part. */
const useUploads = create<Record<string, Uploaded>>(() => ({}))
onReset(() => useUploads.setState({}, true))

const nothing: Uploaded = {}

export const useListUpload = (salonId: string) => useUploads((uploads) => uploads[salonId] ?? nothing)

export const setUploaded = (salonId: string, uploaded: Uploaded) =>
  useUploads.setState((uploads) => ({ [salonId]: { ...uploads[salonId], ...uploaded } }))
