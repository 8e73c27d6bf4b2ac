import { dateTime } from '../../formats.ts'
import type { Campaign } from './contract.ts'

const MAX_WORDS = 5

/** The name that staff gave a campaign, else its day and first words: `Nov 26, 2026: Hi {name}, Salonback here…` */
export function campaignName({
  name,
  createdAt,
  template,
}: Pick<Campaign, 'name' | 'createdAt' | 'template'>) {
  if (name) return name
  const [day] = dateTime(createdAt).split(' at ')
  const words = template.trim().split(/\s+/)
  return `${day}: ${words.slice(0, MAX_WORDS).join(' ')}${words.length > MAX_WORDS ? '…' : ''}`
}
