import { create } from 'zustand'
import { brand } from '../brand.ts'
import { onReset } from '../host/reset.ts'
import { optOutLine } from '../sms/template.ts'
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
