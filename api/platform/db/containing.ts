/** A pattern of `like` for texts that contain these words, whose own `%` and `_` mean themselves. */
export const containing = (words: string) => `%${words.replace(/[\\%_]/g, '\\$&')}%`
