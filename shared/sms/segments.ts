export type Segments = {
  encoding: 'GSM-7' | 'UCS-2'
  /** Segments that the carrier bills; 0 for an empty text. */
  segments: number
  /** Code points. */
  characters: number
  /** Septets in GSM-7 (some characters take two), UTF-16 units in UCS-2. */
  units: number
  /** Units per segment for a text of this length. */
  perSegment: number
  /** Free units in the last segment. */
  remaining: number
  /** First character that forces UCS-2, or null. */
  offender: string | null
}

/** The carrier's limit for one text. */
export const MAX_TEXT_CHARACTERS = 1600

// GSM 03.38 (3GPP TS 23.038) default alphabet without the escape character.
const basic = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
)
/** Sent as escape plus character; both must be in the same segment. */
const extension = new Set('\f^{}\\[~]|€')

/** Fast path: every character is one unit. Checking a list of characters is 30 times slower. */
const oneEach = new RegExp(
  `^[${[...basic].map((character) => character.replace(/[-\]\\^]/, '\\$&')).join('')}]*$`,
)

const limits = {
  'GSM-7': { alone: 160, part: 153 },
  'UCS-2': { alone: 70, part: 67 },
} as const

/** Whether every character is one unit. True for a concatenation if true for its parts. */
export const isOneUnitEach = (text: string) => oneEach.test(text)

/** Segments a body will be billed as. GSM 03.38; 160/153 septets, 70/67 UTF-16 units when concatenated. */
export function segments(body: string): Segments {
  if (oneEach.test(body)) return evenSegments(body.length)
  const characters = [...body]
  const offender = characters.find((character) => !basic.has(character) && !extension.has(character)) ?? null
  const encoding = offender === null ? 'GSM-7' : 'UCS-2'
  const sizes = characters.map((character) => {
    if (encoding === 'UCS-2') return character.length
    return extension.has(character) ? 2 : 1
  })
  const units = sizes.reduce((sum, size) => sum + size, 0)
  const { alone, part } = limits[encoding]
  const count = { encoding, characters: characters.length, units, offender } as const
  if (units <= alone) {
    return { ...count, segments: Math.min(units, 1), perSegment: alone, remaining: alone - units }
  }
  return { ...count, ...parts(sizes, part) }
}

/** Segments of a text with this many one-unit characters. */
export function evenSegments(units: number): Segments {
  const { alone, part } = limits['GSM-7']
  const perSegment = units <= alone ? alone : part
  const segments = Math.ceil(units / perSegment)
  const remaining = Math.max(segments, 1) * perSegment - units
  return { encoding: 'GSM-7', segments, characters: units, units, perSegment, remaining, offender: null }
}

/** A two-unit character (escape pair, surrogate pair) moves to the next segment as a whole. */
function parts(sizes: number[], perSegment: number) {
  let segments = 1
  let used = 0
  for (const size of sizes) {
    if (used + size > perSegment) {
      segments++
      used = 0
    }
    used += size
  }
  return { segments, perSegment, remaining: perSegment - used }
}
