/** What acts. Rules compare the kind and the id, never the name: an account may be called `owner`. */
export interface Actor {
  kind: 'staff' | 'owner' | 'client' | 'key' | 'system'
  /** Of the account, salon or key; of `system` the part of the service. */
  id: string
  /** For people to read. */
  name: string
}

/** Columns of a decision. */
export const decidedBy = ({ kind, id, name }: Actor, now: Date) => ({
  decidedKind: kind,
  decidedId: id,
  decidedBy: name,
  decidedAt: now,
})

/** Columns of a new row. */
export const createdBy = ({ kind, id, name }: Actor, now: Date) => ({
  createdKind: kind,
  createdId: id,
  createdBy: name,
  createdAt: now,
})

/** A part of the service that acts without a person. */
export const systemActor = (part: 'programme' | 'system' | 'booking system' | 'command line'): Actor => ({
  kind: 'system',
  id: part,
  name: part,
})

/** The salon has the owner's name. */
export const ownerActor = (salonId: string): Actor => ({ kind: 'owner', id: salonId, name: 'owner' })

export const staffActor = ({ id, username }: { id: string; username: string }): Actor => ({
  kind: 'staff',
  id,
  name: username,
})
