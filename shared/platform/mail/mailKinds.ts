/**
 * Kinds of e-mail. `owed`: the person asked for it or has a right to it, so it cannot be turned off. Every other kind has a
 * link that turns it off for the address.
 */
export const mailKinds = {
  agreement: { label: 'Copy of the agreement', owed: true },
  statement: { label: 'Statement', owed: true },
  dispute: { label: 'Decision about a dispute', owed: true },
  receipt: { label: 'Receipt', owed: true },
  payment_reminder: { label: 'Reminder to pay', owed: true },
  confirmation: { label: 'Confirmation of an address', owed: true },
  invitation: { label: 'Invitation', owed: true },
  receiver_off: { label: 'Events turned off', owed: true },
  owner_link: { label: 'Link for the owner', owed: false },
  contact: { label: 'New contact message', owed: false },
  summary: { label: 'Daily summary', owed: false },
} as const satisfies Record<string, { label: string; owed: boolean }>

export type MailKind = keyof typeof mailKinds
