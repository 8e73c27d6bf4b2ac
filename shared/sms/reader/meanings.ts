/** Labels of the corpus: a subset of the intents. `maybe_opt_out`: a person has to decide. */
export const meanings = [
  'opt_out',
  'maybe_opt_out',
  'positive',
  'negative',
  'automatic_reply',
  'unclear',
] as const
export type Meaning = (typeof meanings)[number]
