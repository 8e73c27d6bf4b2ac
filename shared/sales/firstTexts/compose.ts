import { create } from 'zustand'
import { brand } from '../../brand.ts'
import { onReset } from '../../host/reset.ts'
import { fill, optOutLine, withOptOutLine } from '../../sms/template.ts'
import type { Basis } from './contract.ts'

/** The default template: who writes, why, and how to opt out. One segment for names of up to 25 characters. */
export const firstTemplate = `Hi {name}, ${brand.name} here. We text your past clients to rebook. You pay 30% of the first visit. Interested? Reply YES. ${optOutLine}`

/** The default second text. One segment for names of up to 25 characters. */
export const secondTemplate = `Hi {name}, ${brand.name} again. We text your past clients to rebook; you pay only if they come. Shall we? Reply YES. ${optOutLine}`

/** What first texts need of a prospect. */
export interface SelectedProspect {
  id: string
  name: string
  category: string | null
  /** E.164 */
  phone: string
}

interface Compose {
  /** The prospects selected when the drawer was opened; null while it is closed. */
  prospectIds: readonly string[] | null
  /** Empty: none. */
  name: string
  template: string
  /** Never preselected: staff choose the legal basis. */
  basis: Basis | null
  /** Value of the `datetime-local` field; empty: now. */
  startAt: string
  secondTemplate: string
  /** Days until the second text; empty: none. */
  secondAfterDays: string
  /** Kept until the server has accepted it, so that a retry cannot start the campaign twice. */
  attempt: { key: string; content: string } | null
}

const initial: Compose = {
  prospectIds: null,
  name: '',
  template: firstTemplate,
  basis: null,
  startAt: '',
  secondTemplate,
  secondAfterDays: '',
  attempt: null,
}

export const useCompose = create<Compose>(() => initial)

onReset(() => useCompose.setState(initial))

/** Opens the drawer for these prospects. The texts are kept; name, basis, start and second text are chosen each time. */
export const openFirstTexts = (prospectIds: readonly string[]) =>
  useCompose.setState({ prospectIds, name: '', basis: null, startAt: '', secondAfterDays: '', attempt: null })

export const closeFirstTexts = () => useCompose.setState({ prospectIds: null })

export const setTemplate = (template: string) => useCompose.setState({ template })
export const setSecondTemplate = (secondTemplate: string) => useCompose.setState({ secondTemplate })
export const setBasis = (basis: Basis) => useCompose.setState({ basis })

/** Idempotency key: the same input keeps it, a change gets a new one. */
export function attemptKey(): string {
  const { prospectIds, name, template, basis, startAt, secondTemplate, secondAfterDays, attempt } =
    useCompose.getState()
  const second = secondAfterDays && [secondTemplate, secondAfterDays]
  const content = JSON.stringify([name, template, second, basis, startAt, prospectIds])
  const kept = attempt?.content === content ? attempt : { key: crypto.randomUUID(), content }
  useCompose.setState({ attempt: kept })
  return kept.key
}

export interface Part {
  text: string
  /** Filled in from the prospect. */
  filled: boolean
  key: number
}

/** A first text for one prospect, split at the filled fields. Joined, the parts are the text that is sent. */
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
