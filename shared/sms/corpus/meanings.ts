/** What a person says a text means. `held`: perhaps an opt-out, perhaps not. */
export const meanings = ['opt_out', 'held', 'positive', 'negative', 'unclear'] as const
export type Meaning = (typeof meanings)[number]

/** One text a line. */
export const lines = (list: string): string[] =>
  list
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
