import { formatPhone } from '../../sms/phone.ts'

/** A client on a statement: `M. …123`, without a name only `…123`. */
export function initialAndDigits(firstName: string | null, phone: string): string {
  const initial = [...(firstName?.trim() ?? '')][0]?.toUpperCase()
  const digits = `…${phone.slice(-3)}`
  return initial ? `${initial}. ${digits}` : digits
}

/** A client on the owner's page, as on the salon's own list: `Maya +44 7700 900123`, without a name only the number. */
export const nameAndNumber = (firstName: string | null, phone: string) =>
  [firstName?.trim(), formatPhone(phone)].filter(Boolean).join(' ')
