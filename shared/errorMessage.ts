/** The message of a thrown value, which may be anything. */
export const errorMessage = (error: unknown) => (error instanceof Error ? error.message : String(error))

/** Its stack where it has one, for logs. */
export const errorStack = (error: unknown) =>
  error instanceof Error ? (error.stack ?? error.message) : String(error)
