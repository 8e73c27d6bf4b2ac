/** A client on a statement: `M. …123`, without a name only `…123`. */
export function initialAndDigits(firstName: string | null, phone: string): string {
  const initial = [...(firstName?.trim() ?? '')][0]?.toUpperCase()
  const digits = `…${phone.slice(-3)}`
  return initial ? `${initial}. ${digits}` : digits
}

/** A client on the owner's page: `Maya …123`, without a name only `…123`. */
export const nameAndDigits = (firstName: string | null, phone: string) =>
  [firstName?.trim(), `…${phone.slice(-3)}`].filter(Boolean).join(' ')
