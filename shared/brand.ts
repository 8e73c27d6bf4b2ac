/**
 * Names and addresses of the business. Edit this file to rebrand site, console, desktop app and texts. Values named in
 * `samples` are placeholders and must be replaced before the first text is sent.
 */
export const brand = {
  name: 'Salonback',
  /** Footer of every page: the company behind the trading name, and where it is registered. */
  tradingLine: 'Salonback is a trading name of Salonback Limited, a company registered in Ireland.',
  company: 'Salonback Limited',
  companyCountry: 'Ireland',
  supportEmail: 'hello@salonback.com',
  privacyEmail: 'privacy@salonback.com',
  /** E.164, for `sms:` links. A reserved number until a real one is bought. */
  smsNumber: '+447700900142',
  smsNumberShown: '+44 7700 900142',
  supportHours: '9 AM-6 PM EST',
  supportDays: 'Monday-Friday',
  emailReplyTime: 'within 24 hours',
  smsReplyTime: 'within 2 hours',
  adminAreaName: 'Salonback Admin',
  policiesEffective: '1 August 2025',
} as const

/** What the agency decided about its own texts. Edit it with the names above. */
export const outreach: { textsPublishedNumbers: boolean } = {
  /**
   * Whether a business may be texted because it published its number. False: staff cannot choose this reason, the server
   * refuses it, campaigns that have it are paused and cannot be resumed, and the privacy policy does not name it.
   */
  textsPublishedNumbers: true,
}

/** What statements say about the company that issues them. Edit it with the names above. */
export const agency = {
  name: brand.company,
  address: '1 Sample Street\nDublin 2\nIreland',
  /** Salons of this country are charged VAT, once there is a VAT number and a rate. */
  country: 'IE',
  companyNumber: '000000',
  /** Where salons pay, as labels and values: an IBAN, or a sort code and account number. */
  bank: [
    ['Account name', brand.company],
    ['IBAN', 'IE00 SAMP 0000 0000 0000 00'],
    ['BIC', 'SAMPIE00'],
  ],
} as const satisfies {
  name: string
  address: string
  country: string
  companyNumber: string | null
  bank: readonly (readonly [label: string, value: string])[]
}

/** Colours that several parts of the product use. In CSS, `inkSoft` is `var(--ink-soft)`. */
export const palette = {
  white: '#fff',
  paper: '#fffcfa',
  blush: '#f4dfd6',
  blushPale: '#faeee8',
  blushDeep: '#e9cabe',
  /** Fading shades of blush: struck-out text, and bubbles that get older. */
  blushDim: '#c99f93',
  blushDusk: '#d0b2a8',
  blushNight: '#a9857f',
  ink: '#2b1216',
  inkLight: '#45272c',
  inkLit: '#4b2a2f',
  inkSoft: '#6a4648',
  yes: '#0b6b47',
  yesDeep: '#07492f',
  yesPale: '#d8ebdf',
  yesLit: '#38b27f',
  stop: '#a80f2c',
  onInk: '#fff5f0',
  onInkSoft: '#e7d2ca',
  onInkFaint: '#d9b9b0',
  placeholder: '#84686a',
  /** Background of the console in both themes, and the text colour of the dark one. */
  canvas: '#f7ede7',
  night: '#141011',
  nightText: '#f6eae4',
} as const

/** Values above that are placeholders. The API warns about them when it starts in production. */
export const samples: readonly (keyof typeof brand | `agency.${keyof typeof agency}`)[] = [
  'name',
  'tradingLine',
  'company',
  'supportEmail',
  'privacyEmail',
  'smsNumber',
  'smsNumberShown',
  'agency.address',
  'agency.companyNumber',
  'agency.bank',
]
