import { create } from 'zustand'
import { brand } from '../brand.ts'
import { onReset } from '../host/reset.ts'
import { fill, optOutLine, withOptOutLine } from '../sms/template.ts'
import type { Basis } from './contract.ts'

/** What most first texts begin from; it says who writes, what for, and how to end it. */
export const firstTemplate = `Hi {name}, ${brand.name} here. We text your past clients to come back and rebook. No upfront cost: you pay 30% of the first rebooking. Interested? Reply YES. ${optOutLine}`

interface Compose {
  /** Who was selected when the drawer was opened; null while it is closed. */
  prospectIds: readonly string[] | null
  template: string
  /** Never chosen for anybody: staff says why they may write. */
  basis: Basis | null
  /** Kept until the server took it, so that trying again cannot start it twice. */
  attempt: { key: string; content: string } | null
}

const atFirst: Compose = { prospectIds: null, template: firstTemplate, basis: null, attempt: null }

export const useCompose = create<Compose>(() => atFirst)

onReset(() => useCompose.setState(atFirst))

/** Opens the drawer for these. Words written before are still there; the reason is asked anew each time. */
export const openFirstTexts = (prospectIds: readonly string[]) =>
  useCompose.setState({ prospectIds, basis: null, attempt: null })

export const closeFirstTexts = () => useCompose.setState({ prospectIds: null })

export const setTemplate = (template: string) => useCompose.setState({ template })
export const setBasis = (basis: Basis) => useCompose.setState({ basis })

/** The key of this very campaign: the same words, people and reason keep it, anything else gets a new one. */
export function attemptKey(): string {
  const { prospectIds, template, basis, attempt } = useCompose.getState()
  const content = JSON.stringify([template, basis, prospectIds])
  const kept = attempt?.content === content ? attempt : { key: crypto.randomUUID(), content }
  useCompose.setState({ attempt: kept })
  return kept.key
}

export interface Part {
  text: string
  /** Filled in from the record. */
  filled: boolean
  key: number
}

/** A first text for one prospect, cut where the record's own words stand in it. Joined it is what is sent. */
export function filledParts(template: string, prospect: { name: string; category: string | null }): Part[] {
  return withOptOutLine(template)
    .split(/(\{[^{}]*\})/)
    .map((piece, key) => {
      const text = fill(piece, prospect)
      return { text, filled: text !== piece, key }
    })
    .filter(({ text }) => text !== '')
}

/** `08:00` as `8:00 AM`. */
export function formatClock(time: string): string {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return `${hours % 12 || 12}:${String(minutes).padStart(2, '0')} ${hours % 24 < 12 ? 'AM' : 'PM'}`
}

/** `08:00-21:00` as `8:00 AM and 9:00 PM`; null when texts may leave at any time. */
export function formatQuietHours(quietHours: string): string | null {
  const [from = '', to = ''] = quietHours.split('-')
  return quietHours === '00:00-24:00' ? null : `${formatClock(from)} and ${formatClock(to)}`
}
