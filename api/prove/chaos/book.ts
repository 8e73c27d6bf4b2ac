import { regionOf } from '@salonback/shared/sms/phone.ts'
import type { Random } from '../random.ts'

export type Word = 'stop' | 'start' | 'yes' | 'question' | 'no'

/** One received text, posted to us one to four times. Times are `performance.now()`. */
export interface Spoken {
  sid: string
  phone: string
  word: Word
  body: string
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

/** What the outside world did and was told: what the service's own record is held against. */
export interface Book {
  prospects: { id: string; phone: string; name: string }[]
  spoken: Spoken[]
  replies: Reply[]
  leads: Lead[]
  campaigns: Campaign[]
  /** Numbers that said STOP at one moment. */
  bursts: string[][]
}

export const createBook = (): Book => ({
  prospects: [],
  spoken: [],
  replies: [],
  leads: [],
  campaigns: [],
  bursts: [],
})

/** A GB mobile number that nobody else here has; the islands, whose numbers begin alike, are other countries. */
export function numbers(random: Random): () => string {
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

/** What was said by one number, in order. */
export const saidBy = (book: Book, phone: string) => book.spoken.filter((text) => text.phone === phone)
