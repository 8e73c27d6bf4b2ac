/**
 * Minor units of an amount as people write it: `45`, `45.50`, `45,5`, `£1,234.50`. Null if it is no amount. A comma or
 * point before three digits groups thousands.
 */
export function parseAmount(written: string): number | null {
  const plain = written.replace(/[\s£€$]/g, '')
  const match = /^(\d{1,3}(?:[.,]\d{3})+|\d+)(?:[.,](\d{1,2}))?$/.exec(plain)
  if (!match) return null
  const [, major = '', minor = ''] = match
  return Number(major.replace(/[.,]/g, '')) * 100 + Number(minor.padEnd(2, '0'))
}
