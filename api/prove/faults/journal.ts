import { regionOf } from '@salonback/shared/sms/phone.ts'
import type { Random } from '../../testing/random.ts'

export type Meaning = 'stop' | 'start' | 'yes' | 'question' | 'no'

/** A text from an owner, posted to the service at most four times. Times are `performance.now()`. */
export interface OwnerText {
  sid: string
  phone: string
  /** Address of the sender that it was sent to. */
  to: string
  meaning: Meaning
  body: string
  firstPostAt: number
  /** When the first post was answered 2xx; null if none was. */
  acknowledgedAt: number | null
}

export interface Reply {
  phone: string
  body: string
  key: string
  /** The final responses to its clients. `outcome` is the status of a text that was not sent. */
  answers: { status: number; outcome: string | undefined }[]
}

/** A text queued from the sender of a salon. */
export interface SalonText {
  id: string
  phone: string
  /** Address of the sender. */
  from: string
  body: string
  /** False if the number had opted out. */
  queued: boolean
}

export interface Lead {
  phone: string
  acknowledged: boolean
}

export interface Campaign {
  id: string
  key: string
  prospectIds: string[]
  /** Paused by staff, so `resumePausedCampaigns` leaves it alone. */
  pausedByStaff: boolean
  canceledAt: number | null
}

/** What owners, visitors and staff did, and the responses they got. The checks compare the database with it. */
export interface Journal {
  prospects: { id: string; phone: string; name: string }[]
  ownerTexts: OwnerText[]
  replies: Reply[]
  salonTexts: SalonText[]
  leads: Lead[]
  campaigns: Campaign[]
}

export const createJournal = (): Journal => ({
  prospects: [],
  ownerTexts: [],
  replies: [],
  salonTexts: [],
  leads: [],
  campaigns: [],
})

/** Returns new GB mobile numbers. Numbers of Jersey, Guernsey and the Isle of Man have the same prefix and are skipped. */
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

/** The texts of one number, oldest first. */
export const textsFrom = (journal: Journal, phone: string) =>
  journal.ownerTexts.filter((text) => text.phone === phone)
