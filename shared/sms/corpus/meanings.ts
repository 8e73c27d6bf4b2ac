/** Labels of the corpus: a subset of the intents. `maybe_opt_out`: a person has to decide. */
export const meanings = [
  'opt_out',
  'maybe_opt_out',
  'positive',
  'negative',
  'unclear',
  'automatic_reply',
] as const
export type Meaning = (typeof meanings)[number]

/** Splits a block into texts, one per line. */
export const lines = (list: string): string[] =>
  list
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
