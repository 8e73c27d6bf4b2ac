/** The two meanings of an amount that a key sent: in pence and in pounds. */
export const meaningsOf = (sent: number) => ({ minor: (sent / 100).toFixed(2), major: sent.toFixed(2) })

/** Asks what a small amount of a key means. */
export function unitQuestion(name: string, sent: number): string {
  const { minor, major } = meaningsOf(sent)
  return `Does ${name} send ${sent} for ${minor} or for ${major}?`
}
