/** The characters of the bytes 0x80 to 0x9F in Windows-1252. A space stands for bytes without character. */
export const WINDOWS_1252 = '€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ'

/** The first byte of a letter in UTF-8, as Windows-1252 shows it. */
const WRONG = /[Â-ôÿ][^ -~]/

const decoder = new TextDecoder('utf-8', { fatal: true })
const LONGEST = 1000

/** `SiobhÃ¡n` becomes `Siobhán`: UTF-8 that was read as Windows-1252, once or several times. Other text stays. */
export function repairEncoding(text: string): string {
  if (!WRONG.test(text) || text.length > LONGEST) return text
  const bytes = [...text].map(byteOf)
  if (bytes.includes(null)) return text
  try {
    return repairEncoding(decoder.decode(Uint8Array.from(bytes as number[])))
  } catch {
    return text
  }
}

function byteOf(character: string): number | null {
  const code = character.charCodeAt(0)
  if (code < 0x100) return code
  const at = WINDOWS_1252.indexOf(character)
  return at < 0 ? null : 0x80 + at
}
