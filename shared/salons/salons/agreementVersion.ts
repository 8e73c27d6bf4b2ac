/** Change it with every change of the terms: owners agree again before their next campaign starts. */
export const AGREEMENT_VERSION = '2026-11-28'
