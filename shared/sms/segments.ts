export type Segments = {
  encoding: 'GSM-7' | 'UCS-2'
  /** Parts the carrier bills; 0 for an empty text. */
  segments: number
  /** What a person counts: code points. */
  characters: number
  /** What the carrier counts: septets in GSM-7 (some characters take two), UTF-16 units in UCS-2. */
  units: number
  /** Units that fit one part of a text of this length. */
  perSegment: number
  /** Units free in the last part. */
  remaining: number
  /** The first character that forces UCS-2, null when none does. */
  offender: string | null
}

// GSM 03.38 (3GPP TS 23.038) default alphabet, escape aside.
const basic = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
)
/** Sent as escape and character, which must stay in one part. */
const extension = new Set('\f^{}\\[~]|€')

/** Nearly every text: each of its characters is one unit. A list of them takes thirty times as long to go through. */
const oneEach = new RegExp(
  `^[${[...basic].map((character) => character.replace(/[-\]\\^]/, '\\$&')).join('')}]*$`,
)

const limits = {
  'GSM-7': { alone: 160, part: 153 },
  'UCS-2': { alone: 70, part: 67 },
} as const

/** Whether each character of a text is one unit; true of texts that are joined when it is of each. */
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

/** As `segments`, of a text of that many characters of which each is one unit. */
export function evenSegments(units: number): Segments {
  const { alone, part } = limits['GSM-7']
  const perSegment = units <= alone ? alone : part
  const segments = Math.ceil(units / perSegment)
  const remaining = Math.max(segments, 1) * perSegment - units
  return { encoding: 'GSM-7', segments, characters: units, units, perSegment, remaining, offender: null }
}

/** A character of two units (escape pair, surrogate pair) that would straddle two parts moves to the next whole. */
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
