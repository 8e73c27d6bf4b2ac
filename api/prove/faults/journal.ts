import { regionOf } from '@salonback/shared/sms/phone.ts'
import type { Random } from '../random.ts'

export type Meaning = 'stop' | 'start' | 'yes' | 'question' | 'no'

/** One received text, posted to us one to four times. Times are `performance.now()`. */
export interface OwnerText {
  sid: string
  phone: string
  meaning: Meaning
  body: string
  /** By the carrier's clock. */
  receivedAt: Date
  firstPostAt: number
  /** When the first of its posts was answered 2xx; null when none was. */
  acknowledgedAt: number | null
}

export interface Reply {
  phone: string
  body: string
  key: string
  /** The clear answers its clients waited for. `outcome`: what became of the text, when it was not sent. */
  answers: { status: number; outcome: string | undefined }[]
}

export interface Lead {
  phone: string
  acknowledged: boolean
}

export interface Campaign {
  id: string
  key: string
  prospectIds: string[]
  /** Held by staff on purpose: nobody resumes it. */
  held: boolean
  canceledAt: number | null
}

/** What owners, visitors and staff did and were answered; the service's own rows are checked against it. */
export interface Journal {
  prospects: { id: string; phone: string; name: string }[]
  ownerTexts: OwnerText[]
  replies: Reply[]
  leads: Lead[]
  campaigns: Campaign[]
  /** Groups of numbers that sent STOP at the same moment. */
  bursts: string[][]
}

export const createJournal = (): Journal => ({
  prospects: [],
  ownerTexts: [],
  replies: [],
  leads: [],
  campaigns: [],
  bursts: [],
})

/** A GB mobile number not used before; numbers of Jersey, Guernsey and Man begin alike and are left out. */
export function uniqueNumbers(random: Random): () => string {
  const used = new Set<string>()
  return () => {
    for (;;) {
      const phone = `+447${random.pick(['4', '5', '8'])}${String(random.between(10_000_000, 99_999_999))}`
      if (used.has(phone) || regionOf(phone) !== 'GB') continue
      used.add(phone)
      return phone
    }
  }
}

/** The texts of one number, in order. */
export const textsFrom = (journal: Journal, phone: string) =>
  journal.ownerTexts.filter((text) => text.phone === phone)
