import { useEffect } from 'react'
import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import { pluralForm } from '../formats.ts'
import type { TabId } from '../host/addresses.ts'
import { useRead } from '../kit/data.ts'
import { useDeferredQueries } from './DeferredQueries.tsx'

export interface TabCount {
  value: number
  /** Said to screen readers after the number. */
  words: string
  /** Someone waits for an answer. */
  urgent?: boolean
}

/** Counts beside the tabs: texts to review, and what is new since this person last had the tab open. */
export function useTabCounts(adminId: string, open: TabId): Partial<Record<TabId, TabCount>> {
  useOtherWindows()
  const around = useDeferredQueries()
  const metrics = useRead('metrics', 'sms', undefined, around)
  const leads = useRead('leads', 'list', undefined, around)
  const contact = useRead('contact', 'list', undefined, { ...around, staleTime: 5 * 60_000 })
  const waitlist = useRead('waitlist', 'list', undefined, around)
  const newLeads = useNew(
    adminId,
    'leads',
    open,
    leads.data?.map((lead) => lead.createdAt),
  )
  const newQueries = useNew(
    adminId,
    'contact',
    open,
    contact.data?.queries.map((query) => query.createdAt),
  )
  const newResponses = useNew(
    adminId,
    'waitlist',
    open,
    waitlist.data?.map((one) => one.submittedAt),
  )
  const review = metrics.data?.needsReview ?? 0
  return {
    leads: { value: newLeads, words: 'new' },
    contact: { value: newQueries, words: 'new' },
    waitlist: { value: newResponses, words: 'new' },
    sms: { value: review, words: pluralForm(review, 'needs review', 'need review'), urgent: true },
  }
}

const laterOf = (one: string, other: string) => (one > other ? one : other)

interface Seen {
  /** The newest moment a person has seen in a tab, by `admin.tab`. */
  seen: Record<string, string>
}

/** What has been seen in this browser. Two of its windows keep it in one place: of both the later moment counts. */
export const useSeen = create<Seen>()(
  persist((): Seen => ({ seen: {} }), {
    name: 'salonback.seen',
    merge: (kept, { seen }) => {
      const merged = { ...(kept as Seen | undefined)?.seen }
      for (const [key, moment] of Object.entries(seen)) merged[key] = laterOf(moment, merged[key] ?? '')
      return { seen: merged }
    },
  }),
)

const see = (key: string, moment: string) =>
  useSeen.setState(({ seen }) => ({ seen: { ...seen, [key]: moment } }))

function useOtherWindows() {
  useEffect(() => {
    const hear = ({ key }: StorageEvent) => {
      if (key === useSeen.persist.getOptions().name) void useSeen.persist.rehydrate()
    }
    addEventListener('storage', hear)
    return () => removeEventListener('storage', hear)
  }, [])
}

/** How many of these moments lie after the newest one this person has seen. The open tab is being seen. */
function useNew(adminId: string, tab: TabId, open: TabId, moments: string[] | undefined): number {
  const key = `${adminId}.${tab}`
  const seen = useSeen((store) => store.seen[key] ?? '')
  const newest = moments?.reduce(laterOf, '') ?? ''
  const isOpen = open === tab
  useEffect(() => {
    if (isOpen && newest > seen) see(key, newest)
  }, [isOpen, key, newest, seen])
  if (isOpen || !moments) return 0
  return moments.filter((moment) => moment > seen).length
}
