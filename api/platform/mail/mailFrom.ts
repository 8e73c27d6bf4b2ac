import { mailAddress } from '@salonback/shared/platform/mail/mailAddress.ts'

/** The sender of all mails. */
export interface MailFrom {
  name: string | null
  address: string
}

/** Parses `Salonback <hello@salonback.com>` or an address alone; null for everything else. */
export function readMailFrom(text: string): MailFrom | null {
  const [, quoted, plain, bracketed] = /^\s*(?:"([^"\\]*)"|([^"<>]*?))\s*<([^<>]*)>\s*$/.exec(text) ?? []
  const address = mailAddress(bracketed ?? text)
  const name = (quoted ?? plain ?? '').trim()
  if (!address || /\p{Cc}/u.test(name)) return null
  return { name: name || null, address }
}
