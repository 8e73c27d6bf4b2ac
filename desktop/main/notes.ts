import { plural, pluralForm } from '@salonback/shared/formats.ts'
import { pathOf } from '@salonback/shared/host/addresses.ts'

export interface Note {
  title: string
  body: string
  phone?: string | undefined
}

/** Texts that came in since the person last looked; one notification stands for all of them. */
export interface Grouped {
  title: string
  body: string
  /** Where a click leads. */
  path: string
}

/** Anything that reads as a phone number keeps its last three digits: notifications are read over shoulders. */
export const maskPhones = (text: string) =>
  text.replace(/\+?\d[\d\s().-]{5,}\d/g, (number) => `…${number.replace(/\D/g, '').slice(-3)}`)

/** One note as it is; several as a count that leads to the list, or to the conversation they share. */
export function group(notes: readonly Note[]): Grouped {
  const [first] = notes
  const phones = new Set(notes.map((note) => note.phone))
  const [phone] = phones
  const path = pathOf('sms', phones.size === 1 ? { number: phone } : {})
  if (notes.length === 1 && first)
    return { title: maskPhones(first.title), body: maskPhones(first.body), path }
  const from = phones.size === 1 ? 'All from one number.' : `From ${phones.size} numbers.`
  return { title: `${notes.length} new texts`, body: `${from} Open SMS to read them.`, path }
}

/** What the mark on the task bar says. */
export const badgeWords = (count: number) =>
  count === 0 ? '' : `${plural(count, 'text')} ${pluralForm(count, 'needs', 'need')} review`
