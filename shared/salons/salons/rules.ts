import { brand } from '../../brand.ts'
import { ownersTime } from '../../formats.ts'
import { splitDialCode } from '../../sms/markets.ts'
import type { Checklist, Country, LinkPurpose, OwnerLink, Salon } from './contract.ts'

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
export type LinkMail = Exclude<LinkPurpose, 'offer'>

const mails: Record<LinkMail, (name: string) => { subject: string; request: string }> = {
  agree: (name) => ({
    subject: `Agreement for ${name}`,
    request: `Please read and accept how we text the past customers of ${name}:`,
  }),
  list: (name) => ({
    subject: `Client list of ${name}`,
    request: `Please share the client list of ${name} here:`,
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

/** A `mailto:` address of an email to the owner with the link. */
export const linkMail = (purpose: LinkMail, salon: MailSalon, link: OwnerLink): string =>
  ownerMail(salon, link, mails[purpose](salon.name))

/** The same with the link to a version of the offer. */
export const offerMail = (salon: MailSalon, link: OwnerLink): string =>
  ownerMail(salon, link, {
    subject: `Offer of ${salon.name}`,
    request: `Please read the text to the past customers of ${salon.name}, and approve it or ask for changes:`,
  })

function ownerMail(
  { ownerName, ownerEmail, country, timeZone }: MailSalon,
  { url, expiresAt }: OwnerLink,
  { subject, request }: { subject: string; request: string },
): string {
  const greeting = `Hi ${firstNameOf(ownerName)},`
  const body = [
    greeting,
    request,
    url,
    expiresAt === null
      ? 'The link stays the same until we send you a new one. Please keep it to yourself.'
      : `The link works until ${ownersTime(expiresAt, country, timeZone)}.`,
    brand.name,
  ].join('\r\n\r\n')
  return `mailto:${encodeURIComponent(ownerEmail ?? '').replace('%40', '@')}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body)}`
}
