import type { Conversation } from '@salonback/shared/core/inbox/conversation.ts'
import type { Fragment, Sql } from '../../platform/db/open.ts'

/** Fields of a listed text `m`, named as in the contract, and the tables that they come from. */
export interface ListedText {
  columns: Fragment
  joins: Fragment
}

/** Names for numbers in the inbox, from one feature: sales or salons. */
export interface Contacts {
  /** Name of the person with this number. A subquery: a join would read all prospects or clients per page. */
  name(sql: Sql, phone: Fragment, salonId: Fragment): Fragment
  /** Which of these numbers is stored. */
  findNumber(sql: Sql, numbers: string[], salonId: string | null): Promise<string | undefined>
}

export interface Prospects extends Contacts {
  /** Status, name and id of the prospect with this number. */
  listed(sql: Sql, phone: Fragment): ListedText
  find(sql: Sql, phone: string): Promise<ProspectHead | undefined>
}

/** A prospect in the head of a conversation. */
export type ProspectHead = Omit<Conversation, 'messages' | 'optOut' | 'phoneNumber' | 'undeliverable'>

/** By owner. Sales and salons hand them in (`api/reads.ts`), because the inbox names no table of theirs. */
export interface ContactsByOwner {
  agency: Prospects
  salons: Contacts
}
