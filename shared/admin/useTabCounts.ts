import { useEffect } from 'react'
import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import { pluralForm } from '../formats.ts'
import type { TabId } from '../host/addresses.ts'
import { useRead } from '../kit/data.ts'

export interface TabCount {
  value: number
  /** Read to screen readers after the number. */
  label: string
  /** Needs an answer from staff. */
  urgent?: boolean
}

/** Counts beside the tabs: texts to review, and rows added since this user last had the tab open. */
export function useTabCounts(adminId: string, openTab: TabId | null): Partial<Record<TabId, TabCount>> {
  useSeenInOtherWindows()
  const metrics = useRead('metrics', 'sms')
  const leads = useRead('leads', 'list').data?.map(({ createdAt }) => createdAt)
  const contact = useRead('contact', 'list', undefined, { staleTime: 5 * 60_000 })
  const queries = contact.data?.queries.map(({ createdAt }) => createdAt)
  const responses = useRead('waitlist', 'list').data?.map(({ submittedAt }) => submittedAt)
  const review = metrics.data?.needsReview ?? 0
  return {
    leads: { value: useUnseen(adminId, 'leads', openTab, leads), label: 'new' },
    contact: { value: useUnseen(adminId, 'contact', openTab, queries), label: 'new' },
    waitlist: { value: useUnseen(adminId, 'waitlist', openTab, responses), label: 'new' },
    sms: { value: review, label: pluralForm(review, 'needs review', 'need review'), urgent: true },
  }
}

const later = (one: string, other: string) => (one > other ? one : other)

interface Seen {
  /** Time of the newest row a user has seen, by `adminId.tab`. */
  seen: Record<string, string>
}

/** Kept in this browser. Two windows share the storage: the later time of both wins. */
export const useSeen = create<Seen>()(
  persist((): Seen => ({ seen: {} }), {
    name: 'salonback.seen',
    merge: (stored, { seen }) => {
      const merged = { ...(stored as Seen | undefined)?.seen }
      for (const [key, time] of Object.entries(seen)) merged[key] = later(time, merged[key] ?? '')
      return { seen: merged }
    },
  }),
)

function useSeenInOtherWindows() {
  useEffect(() => {
    const onStorage = ({ key }: StorageEvent) => {
      if (key === useSeen.persist.getOptions().name) void useSeen.persist.rehydrate()
    }
    addEventListener('storage', onStorage)
    return () => removeEventListener('storage', onStorage)
  }, [])
}

/** How many of these times are later than the newest one this user has seen. The open tab counts as seen. */
function useUnseen(adminId: string, tab: TabId, openTab: TabId | null, times: string[] | undefined): number {
  const key = `${adminId}.${tab}`
  const seenUntil = useSeen(({ seen }) => seen[key] ?? '')
  const newest = times?.reduce(later, '') ?? ''
  const isOpen = openTab === tab
  useEffect(() => {
    if (isOpen && newest > seenUntil) useSeen.setState(({ seen }) => ({ seen: { ...seen, [key]: newest } }))
  }, [isOpen, key, newest, seenUntil])
  if (isOpen || !times) return 0
  return times.filter((time) => time > seenUntil).length
}
