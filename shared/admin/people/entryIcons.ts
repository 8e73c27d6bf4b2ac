import {
  ArrowTopRight,
  BanCircle,
  Calendar,
  Chat,
  Comment,
  Cut,
  Document,
  Envelope,
  Following,
  Import,
  Link,
  MobilePhone,
  NumberedList,
  Phone,
  Tick,
} from '@blueprintjs/icons'
import type { PersonEntry } from './contract.ts'

export const entryIcons: Record<PersonEntry['kind'], typeof Chat> = {
  received: Chat,
  sent: ArrowTopRight,
  note: Comment,
  consent: Tick,
  prospect: Import,
  lead: MobilePhone,
  lead_again: MobilePhone,
  questionnaire: NumberedList,
  contact: Envelope,
  salon: Cut,
  agreement: Document,
  client: Following,
  salon_consent: Tick,
  join: Following,
  click: Link,
  call: Phone,
  visit: Calendar,
  handover: ArrowTopRight,
  answer: Chat,
}

/** Entries by which a person refuses texts. */
export const refusalIcon = BanCircle
