import { brand } from '../../brand.ts'
import { ownersTime } from '../../formats.ts'
import { splitDialCode } from '../../sms/markets.ts'
import type { Checklist, Country, OwnerLink, Salon, SentLink } from './contract.ts'

/** What a country implies for a new salon. */
export const countryDefaults: Record<Country, { timeZone: string; currency: 'GBP' | 'EUR' | 'USD' }> = {
  GB: { timeZone: 'Europe/London', currency: 'GBP' },
  IE: { timeZone: 'Europe/Dublin', currency: 'EUR' },
  US: { timeZone: 'America/New_York', currency: 'USD' },
}

/** Time zones of each country with their names, the usual one first. */
export const timeZones: Record<Country, readonly (readonly [zone: string, label: string])[]> = {
  GB: [['Europe/London', 'London']],
  IE: [['Europe/Dublin', 'Dublin']],
  US: [
    ['America/New_York', 'Eastern (New York)'],
    ['America/Chicago', 'Central (Chicago)'],
    ['America/Denver', 'Mountain (Denver)'],
    ['America/Phoenix', 'Arizona (Phoenix)'],
    ['America/Los_Angeles', 'Pacific (Los Angeles)'],
    ['America/Anchorage', 'Alaska (Anchorage)'],
    ['Pacific/Honolulu', 'Hawaii (Honolulu)'],
    ['America/Puerto_Rico', 'Atlantic (Puerto Rico)'],
  ],
}

/** The country of an E.164 number, as a first guess; the United Kingdom for other countries. */
export const countryOfNumber = (phone: string): Country => splitDialCode(phone)?.market ?? 'GB'

/** Address part made of the name: `Glow & Co.` → `glow-co`. */
export function slugOf(name: string): string {
  const plain = name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  return (
    plain
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-+|-+$/g, '')
      .slice(0, 40) || 'salon'
  )
}

/** The steps of the checklist in their order, as shown on screen. */
export const checklistLabels: Record<keyof Checklist, string> = {
  agreement: 'Agreement',
  sender: 'Number',
  list: 'Client list',
  consent: 'Consent',
  offer: 'Offer',
  campaign: 'Campaign',
}

export const firstNameOf = (name: string) => name.split(' ')[0] ?? name

type MailSalon = Pick<Salon, 'name' | 'ownerName' | 'ownerEmail' | 'country' | 'timeZone'>

/** Purposes of links that staff send without a subject of their own. */
export type LinkMail = Exclude<SentLink, 'offer'>

const mails: Record<SentLink, (name: string) => { subject: string; request: string }> = {
  agree: (name) => ({
    subject: `Agreement for ${name}`,
    request: `Please read and accept how we text the past customers of ${name}:`,
  }),
  list: (name) => ({
    subject: `Client list of ${name}`,
    request: `Please share the client list of ${name} here:`,
  }),
  offer: (name) => ({
    subject: `Offer of ${name}`,
    request: `Please read the text to the past customers of ${name}, and approve it or ask for changes:`,
  }),
  home: (name) => ({
    subject: `Your page for ${name}`,
    request: `Here is your page for ${name}. It shows what to do, the next texts, who came back and what is owed:`,
  }),
  results: (name) => ({
    subject: `Results of ${name}`,
    request: `Please tell us who came back to ${name}; you also see your fees and statements here:`,
  }),
}

/** The words of an e-mail with a link to the owner. */
export function ownerMailOf(
  purpose: SentLink,
  { name, ownerName, country, timeZone }: Omit<MailSalon, 'ownerEmail'>,
  expiresAt: OwnerLink['expiresAt'],
) {
  return {
    ...mails[purpose](name),
    greeting: `Hi ${firstNameOf(ownerName)},`,
    validity:
      expiresAt === null
        ? 'The link stays the same until we send you a new one. Please keep it to yourself.'
        : `The link works until ${ownersTime(expiresAt, country, timeZone)}.`,
  }
}

/** A `mailto:` address of an e-mail to the owner with the link. */
export function linkMail(purpose: SentLink, salon: MailSalon, { url, expiresAt }: OwnerLink): string {
  const { subject, greeting, request, validity } = ownerMailOf(purpose, salon, expiresAt)
  const body = [greeting, request, url, validity, brand.name].join('\r\n\r\n')
  const to = encodeURIComponent(salon.ownerEmail ?? '').replace('%40', '@')
  return `mailto:${to}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body)}`
}
