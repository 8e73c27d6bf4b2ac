// A blank, brace or line start must come first: `//` inside an address is no comment.
const COMMENT = /(?:^|[\s{])(?:\/\/(.*)|\/\*([\s\S]*?)\*\/)/gm
const SQL_COMMENT = /(?:^|\s)--(.*)/gm
/** `test('…'`, `test.each(rows)('…'`, and the rows of proofs: `countWrong('…'`, `what: '…'`. */
const TITLE = /(?:\b(?:test|it|describe|countWrong)\(|\)\(|\bwhat:)\s*(['"`])((?:\\.|(?!\1)[^\\])*)\1/g

/** Words and phrases that are hard to read for engineers with another first language than English. */
const hardWords = [
  'whoever|whom(?:ever)?|nobody|somebody|anybody|everybody',
  'anew|at once|lest|whence|all else|all the same|little by little|for good|in words|the very \\w+',
  'of its own(?: accord)?|nothing of|by itself is allowed|(?:what )?became of',
  '(?:is|are|was|were|be|been|being) (?:told|asked|heard|let in|spoken to)',
  '(?:stands?|stood) (?:on|still|there)|(?:goes|went) on|(?:holds?|held) up|hears? of|knocks?|were it',
].join('|')

/** Comments of a source file, style sheet or migration; of source files also the titles of tests and proofs. */
export function proseOf(path: string, text: string): string[] {
  const patterns = path.endsWith('.sql') ? [SQL_COMMENT] : [COMMENT, TITLE]
  return patterns
    .flatMap((pattern) => [...text.matchAll(pattern)])
    .map(([, first = '', second = first]) => second.replace(/\s*\n\s*\*?\s*/g, ' '))
}

/** The hard words in the comments and titles of a file, in lower case. */
export function hardWordsOf(path: string, text: string): string[] {
  const pattern = new RegExp(`\\b(?:${hardWords})\\b`, 'gi')
  return proseOf(path, text).flatMap((prose) =>
    [...prose.matchAll(pattern)].map(([word]) => word.toLowerCase()),
  )
}
