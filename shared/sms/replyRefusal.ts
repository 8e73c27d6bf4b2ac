import { isPremium } from './phone.ts'

/** Numbers that carriers show instead of a withheld one: ANONYMOUS, RESTRICTED, BLOCKED, UNKNOWN and UNAVAILABLE on a keypad. */
const withheld =
  /^(?:\+?(?:266696687|7378742833|2562533|8566466|86282452253)|anonymous|restricted|blocked|unknown|unavailable|private|)$/i

/** Why a number cannot be answered, as a sentence for staff; null when it can. `phone` is a number as stored. */
export function replyRefusal(phone: string): string | null {
  const sender = phone.trim()
  if (withheld.test(sender)) return 'This sender withheld their number, so no reply can reach them.'
  if (/[^\d\s+().-]/.test(sender))
    return 'This sender has a name instead of a number, so no reply can reach them.'
  if (!sender.startsWith('+') || sender.replace(/\D/g, '').length < 7)
    return 'This sender is a short code, which takes no replies from our number.'
  return isPremium(sender) ? 'This is a premium-rate number, which is never texted.' : null
}

/** The number in an address of a channel, such as `whatsapp:+447700900142`; other senders are returned unchanged. */
export function numberOfSender(from: string): string {
  const address = /^\s*[a-z]{2,20}:\s*(\+\d{7,15})\s*$/i.exec(from)
  return address?.[1] ?? from
}
