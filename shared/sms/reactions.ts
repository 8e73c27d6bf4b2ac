const quote = '["“”„«‘\'「『]'
/** Words before the quoted text, by language. A reaction is never an opt-out, whatever it quotes. */
const kinds: [RegExp, string][] = [
  // Taking a reaction back says nothing.
  [
    new RegExp(
      `^(?:removed|retir[eé]|quit[oó]|(?:a|ha) (?:retir|supprim|quit|elimin|rimoss)\\S*|rimosso|removeu|entfernt\\S*|usuni\\S+|bhain)(?: \\S+){0,8} ?${quote}`,
      'iu',
    ),
    '.',
  ],
  [
    new RegExp(
      `^(?:liked|loved|a (?:aimé|adoré)|(?:le|ha) (?:gust[oó]|gustado|encant[oó]|encantado)|gefällt|liebt|mi piace|piace|(?:ha )?(?:adorato|amato)|polubi\\S+|pokocha\\S+|gostou de|adorou|amou|curtiu|thaitin|vond|пон|нравится|вподобано)(?: \\S+){0,4} ?${quote}`,
      'iu',
    ),
    '👍',
  ],
  [
    new RegExp(
      `^(?:disliked|n[’']a pas aimé|no le gust[oó]|(?:ha )?non (?:piace|gradito)|mag nicht|gefällt nicht|nie lubi\\S*|não gostou de|не нравится)(?: \\S+){0,4} ?${quote}`,
      'iu',
    ),
    '👎',
  ],
  [
    new RegExp(
      `^(?:laughed at|emphasi[sz]ed|questioned|a (?:ri|rigolé|souligné|accentué|remis|mis|questionné)|(?:le dio|se) ri[oó]|le dio risa|enfatizó|cuestionó|destacó|lacht über|lachte über|hat|(?:ha )?(?:riso|evidenziato|enfatizzato|messo)|za[sś]mia\\S+|podkreśli\\S+|wyróżni\\S+|zakwestion\\S+|riu de|enfatizou|questionou|benadrukte|lachte om|засмеял\\S+|выделил\\S*)(?: \\S+){0,5} ?${quote}`,
      'iu',
    ),
    '.',
  ],
  // Reacted 👍 to “…”, A réagi avec 👍 à « … », Reagiert mit 👍 auf „…“, Ha reaccionado con 👍 a «…».
  [
    new RegExp(
      `^(?:(?:a|ha|hat) )?(?:react|réag|reag|reacc|zareag|fre?again|отреагир)\\S*(?: \\S+){0,2}? ([^\\s\\p{L}\\p{N}"“]{1,12})(?: \\S+){0,4} ?${quote}`,
      'iu',
    ),
    '$1',
  ],
  [new RegExp(`^(?:hat )?mit ([^\\s\\p{L}\\p{N}]{1,12}) auf ?${quote}`, 'iu'), '$1'],
  [
    new RegExp(
      `^[\\s\\u200a\\u200b]*(\\p{Extended_Pictographic}\\S{0,8})[\\s\\u200a\\u200b]*(?:to|à|a|an|auf|na|para|su|til|do|op)[\\s\\u200a\\u200b]*${quote}`,
      'u',
    ),
    '$1',
  ],
  // Without a quoted text.
  [
    /^(?:liked|loved) (?:an?|the|your) (?:image|photo|picture|video|movie|message|attachment|link|text)\.?$/i,
    '👍',
  ],
  [
    /^(?:disliked|laughed at|emphasi[sz]ed|questioned) (?:an?|the|your) (?:image|photo|picture|video|movie|message|attachment|link|text)\.?$/i,
    '.',
  ],
]

const closing = /["”“»’'」』]/g

/**
 * The reaction in texts such as `Liked “…our text…”`, which phones send to other phones: an emoji, or `.` for one without a
 * meaning. `after`: what the person wrote after the quoted text. Null for other texts.
 */
export function reactionTo(body: string): { sign: string; after: string } | null {
  const text = body.trim()
  for (const [pattern, sign] of kinds) {
    const match = pattern.exec(text)
    if (!match) continue
    const end = [...text.matchAll(closing)].at(-1)
    const after = end && end.index > match[0].length ? text.slice(end.index + 1) : ''
    return { sign: sign === '$1' ? (match[1] ?? '.') : sign, after: after.replace(/^[.\s…]+/, '') }
  }
  return null
}

/** Whether a phone wrote the text about one of ours, such as `Liked “…”`. */
export const isReaction = (body: string): boolean => reactionTo(body) !== null
