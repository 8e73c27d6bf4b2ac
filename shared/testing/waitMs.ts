/** How long tests wait for a condition. Only a broken product reaches it, also on a machine with ten other jobs. */
export const WAIT_MS = 120_000
