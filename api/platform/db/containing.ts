/** A `like` pattern for texts that contain these words. Escapes `%`, `_` and backslashes. */
export const containing = (words: string) => `%${words.replace(/[\\%_]/g, '\\$&')}%`
