import { plural } from '../../formats.ts'
import type { SalonConversation } from './contract.ts'

type Texted = Pick<SalonConversation, 'salonName' | 'otherSalons' | 'optOut'>

/** Whether the number of a wrong person is still texted, as sentences. */
export function stillTexted({ salonName, otherSalons, optOut }: Texted): string {
  if (optOut) return 'The number opted out: it gets no texts from any salon.'
  const ours = `${salonName} sends no more offers to this number.`
  if (otherSalons === 0) return `${ours} It is on no other list.`
  return `${ours} ${plural(otherSalons, 'other salon')} still may.`
}
