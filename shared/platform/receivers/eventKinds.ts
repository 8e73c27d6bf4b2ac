/** The kinds of events, with their labels on screens. */
export const eventKinds = {
  'reply.received': 'A client answers',
  'opt_out.recorded': 'A number opts out',
  'visit.recorded': 'A visit is recorded or changes',
  'campaign.finished': 'A campaign has finished',
  'statement.issued': 'A statement is issued',
} as const
export type EventKind = keyof typeof eventKinds
export const eventKindNames = Object.keys(eventKinds) as [EventKind, ...EventKind[]]
