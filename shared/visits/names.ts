/** A client on a statement: `M. …123`, without a name only `…123`. */
export function initialAndDigits(firstName: string | null, phone: string): string {
  const initial = [...(firstName?.trim() ?? '')][0]?.toUpperCase()
  const digits = `…${phone.slice(-3)}`
  return initial ? `${initial}. ${digits}` : digits
}
