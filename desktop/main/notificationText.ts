import { plural, pluralForm } from '@salonback/shared/formats.ts'
import { pathOf } from '@salonback/shared/host/addresses.ts'

/** One inbound text to announce. */
export interface NewText {
  title: string
  body: string
  phone?: string | undefined
  /** Opened on click, instead of the conversation with `phone`. */
  path?: string | undefined
}

interface NotificationText {
  title: string
  body: string
  /** Opened on click. */
  path: string
}

/** Shortens everything that looks like a phone number to its last three digits, because others may see the screen. */
export const maskPhones = (text: string) =>
  text.replace(/\+?\d[\d\s().-]{5,}\d/g, (number) => `…${number.replace(/\D/g, '').slice(-3)}`)

/**
 * One text or assignment is shown in full. Several are shown as a count; a click opens their conversation, or the list if
 * they are from several numbers.
 */
export function summarize(texts: readonly NewText[]): NotificationText {
  const [first] = texts
  const phones = new Set(texts.map((text) => text.phone))
  const [phone] = phones
  const path = pathOf('sms', phones.size === 1 ? { number: phone } : {})
  if (texts.length === 1 && first)
    return { title: maskPhones(first.title), body: maskPhones(first.body), path: first.path ?? path }
  if (texts.some(({ title }) => title !== first?.title))
    return { title: `${texts.length} notices`, body: 'Open SMS to read them.', path }
  const from = phones.size === 1 ? 'All from one number.' : `From ${phones.size} numbers.`
  return { title: `${texts.length} new texts`, body: `${from} Open SMS to read them.`, path }
}

/** Description of the task bar badge. */
export const badgeLabel = (count: number) =>
  count === 0 ? '' : `${plural(count, 'text')} ${pluralForm(count, 'needs', 'need')} review`
