import { endOfQuote, startOfQuote } from './quotes.ts'

/** Verbs of reactions, by language, with the emoji of their meaning. `.`: none; empty: the emoji that follows. */
const verbs: [string, string][] = [
  // Taking a reaction back has no meaning.
  [
    'removed|retir[eé]|quit[oó]|(?:a|ha) (?:retir|supprim|quit|elimin|rimoss)\\S*|rimosso|removeu|entfernt\\S*|usuni\\S+|bhain|tog bort|fjerne[td]\\S*|verwijderde?|убра\\S+',
    '.',
  ],
  [
    "disliked|n'a pas aimé|no le (?:ha )?gust(?:ó|o|ado)|(?:ha )?non (?:ha )?(?:piace|gradito)|mag nicht|gefällt nicht|nie (?:lubi|spodoba)\\S*|não (?:gostou|curtiu)|ogillade|mislikte|kunne ikke lide|не (?:по)?нравится|не понравилось",
    '👎',
  ],
  [
    'liked|loved|a (?:aimé|adoré)|(?:le|ha) (?:ha )?(?:gust(?:ó|o|ado)|encant(?:ó|o|ado))|gefällt|liebt|mag|(?:mi )?piace|(?:ha )?(?:adorato|amato)|polubi\\S+|pokocha\\S+|gostou|adorou|amou|curtiu|thaitin|vond|gillade|älskade|likte|elsket|elskede|kunne lide|пон\\S*|нравится|вподобано|喜欢了?|赞了?',
    '👍',
  ],
  // Reacted 👍 to “…”, A réagi avec 👍 à « … », 👍 to “…”.
  [
    '(?:(?:a|ha|hat|heeft) )?(?:react|réag|reag|reacc|zareag|fre?again|отреагир)\\S*|(?:(?:hat )?mit )?(?=\\p{Extended_Pictographic})|heeft',
    '',
  ],
  [
    "laughed|emphasi[sz]ed|questioned|a (?:ri|rigolé|souligné|accentué|remis|mis|posé|questionné)|s'est interrogée?|(?:le dio|se) ri[oó]|le dio|enfatizó|cuestionó|destacó|lachte?|betont|fragt sich|hat|(?:ha )?(?:riso|evidenziato|enfatizzato|messo)|za[sś]mia\\S+|podkreśli\\S+|wyróżni\\S+|zakwestion\\S+|riu|enfatizou|destacou|questionou|benadrukte|bevroeg|skrattade|betonade|ifrågasatte|fremhev\\S+|fremhæv\\S+|(?:за|по)смеял\\S+|выделил\\S*",
    '.',
  ],
]
const kinds = verbs.map(([verb, sign]): [RegExp, string] => [
  new RegExp(`^(?:${verb})(?!\\p{L})(.*)$`, 'isu'),
  sign,
])

/** Words between the verb and the quoted text. Other words are the person's own: `Liked but stop texting me “…”`. */
const fillers = new Set(
  `a an the your with to at from in on like dislike love heart laugh exclamation question mark thumbs up down à au en un une de
  du des d la le les lo il l sur avec pour par cœur coeur corazón coração cuore com con o os um uma del el al alla da di per uno
  risa gracia me gusta punto interrogativo esclamativo dubbio evidenza mit auf über von für ein eine einem einen das den dem
  herz zu na do się z serce serca reakcję om op het een hartje åt av af ved til over над на с do vid`.split(
    /\s+/,
  ),
)
const pictures = new Set(
  `image images photo photos picture video movie message attachment link text audio sticker location contact foto imagen imagem
  bild immagine zdjęcie`.split(/\s+/),
)
const emoji = /^(?=.*(?:[\p{Extended_Pictographic}\p{Emoji_Presentation}]|\u20e3))[^\p{L}]{1,16}$/u
/** `Hat „…“ betont`, `Vond “…” leuk`: the verb continues after the quoted text. */
const goesOn = /^(?:hat|heeft|mag|vond|gefällt|fragt)/i
const ending =
  /^(?:\s*(?:betont|hervorgehoben|hinterfragt|nicht|gefällt|reagiert|entfernt|markiert|mit|leuk|niet|geweldig|grappig|gereageerd|verwijderd)(?!\p{L}))+/iu
/** Longest name of a reaction in quotation marks: `Ha messo “Mi piace” a “…”`. */
const MAX_NAME = 30

/** The sign of words such as `Reacted 👍 to`; null if other words are among them. `isPicture`: they name a picture. */
function signOf(words: string): { sign: string; isPicture: boolean } | null {
  const text = words.trim().replaceAll('’', "'")
  for (const [pattern, sign] of kinds) {
    const rest =
      pattern
        .exec(text)?.[1]
        ?.toLowerCase()
        .match(/[^\s':\u200a\u200b]+/gu) ?? []
    if (!pattern.test(text) || !rest.every((one) => fillers.has(one) || pictures.has(one) || emoji.test(one)))
      continue
    const isPicture = rest.some((one) => pictures.has(one))
    return { sign: sign || (rest.find((one) => emoji.test(one)) ?? '.'), isPicture }
  }
  return null
}

/** Longest beginning of a reaction, up to the quoted text. */
const MAX_START = 80

/** A reaction at the beginning of the text, and the rest after it. */
function reactionAtStart(text: string): { sign: string; after: string } | null {
  const start = startOfQuote(text.slice(0, MAX_START))
  const [line = ''] = text.split('\n', 1)
  const picture = line.length <= MAX_START ? signOf(line.replace(/[.\s]+$/, '')) : null
  if (picture?.isPicture) return { sign: picture.sign, after: text.slice(line.length) }
  const found = start === -1 ? null : signOf(text.slice(0, start))
  if (!found) return null
  const end = endOfQuote(text, start)
  if (end === null) return { sign: found.sign, after: '' }
  const rest = text.slice(end + 1)
  const next = startOfQuote(rest.slice(0, MAX_NAME))
  const isName = end - start <= MAX_NAME && next !== -1 && areFillers(rest.slice(0, next))
  const after = isName ? rest.slice((endOfQuote(rest, next) ?? rest.length) + 1) : rest
  return { sign: found.sign, after: goesOn.test(text) ? after.replace(ending, '') : after }
}

const areFillers = (words: string) => {
  const all = words.toLowerCase().match(/\S+/g) ?? []
  return all.length > 0 && all.every((one) => fillers.has(one))
}

/**
 * The reaction in texts such as `Liked “…our text…”`, which phones send to other phones: an emoji, or `.` for one without a
 * meaning. `own`: what the person wrote on lines before it and after the quoted text. Null for other texts.
 */
export function reactionTo(body: string): { sign: string; own: string } | null {
  const text = body.trim()
  for (let at = 0; at !== -1; at = text.indexOf('\n', at + 1)) {
    const line = text.slice(at)
    const reaction = reactionAtStart(line.trimStart())
    if (!reaction) continue
    const after = reaction.after.replace(/^[.,;:\s…]+/, '')
    return { sign: reaction.sign, own: `${text.slice(0, at).trim()}\n${after}`.trim() }
  }
  return null
}

/** Whether a phone wrote the whole text about one of ours, such as `Liked “…”`. */
export const isReaction = (body: string): boolean => reactionTo(body)?.own === ''
