import { plural, pluralForm } from '../formats.ts'
import type { Checklist, Country, Salon } from './contract.ts'

/** What a country implies for a new salon. */
export const countryDefaults: Record<Country, { timeZone: string; currency: 'GBP' | 'EUR' | 'USD' }> = {
  GB: { timeZone: 'Europe/London', currency: 'GBP' },
  IE: { timeZone: 'Europe/Dublin', currency: 'EUR' },
  US: { timeZone: 'America/New_York', currency: 'USD' },
}

/** Address part made of the name: `Glow & Co.` → `glow-co`. */
export function slugOf(name: string): string {
  const plain = name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  return (
    plain
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-+|-+$/g, '')
      .slice(0, 40) || 'salon'
  )
}

/** The steps of the checklist in their order, as shown on screen. */
export const checklistLabels: Record<keyof Checklist, string> = {
  agreement: 'Agreement',
  sender: 'Number',
  list: 'Client list',
  consent: 'Consent',
  offer: 'Offer',
  campaign: 'Campaign',
}

/** The one thing that staff, or the owner, should do next. */
export function nextStepOf({
  state,
  checklist,
  ownerName,
  repliesWaiting,
  campaignsRunning,
}: Pick<Salon, 'state' | 'checklist' | 'ownerName'> & Salon['counts']): string {
  const owner = ownerName.split(' ')[0]
  if (state === 'closed') return 'Closed'
  if (repliesWaiting > 0)
    return `${plural(repliesWaiting, 'reply', 'replies')} ${pluralForm(repliesWaiting, 'waits', 'wait')}`
  if (state === 'paused') return 'Paused'
  if (!checklist.agreement) return `Send the agreement to ${owner}`
  if (!checklist.sender) return 'Get a number'
  if (!checklist.list) return 'Upload a list'
  if (!checklist.offer) return 'Write the offer'
  if (campaignsRunning > 0) return 'Campaign is running'
  return 'Start a campaign'
}
