/**
 * The one place that says who we are. Edit it to rebrand: site, console, desktop and texts all read it.
 * Values named in `samples` stand in for a real business and must be replaced before anyone is texted.
 */
export const brand = {
  name: 'Salonback',
  /** Footer of every page: whose trading name this is, and where that company is registered. */
  tradingLine: 'Salonback is a trading name of Salonback Limited, a company registered in Ireland.',
  company: 'Salonback Limited',
  companyCountry: 'Ireland',
  supportEmail: 'hello@salonback.com',
  privacyEmail: 'privacy@salonback.com',
  /** E.164, for `sms:` links; a reserved number until a real one is bought. */
  smsNumber: '+447700900142',
  smsNumberShown: '+44 7700 900142',
  supportHours: '9 AM-6 PM EST',
  supportDays: 'Monday-Friday',
  emailReplyTime: 'within 24 hours',
  smsReplyTime: 'within 2 hours',
  adminAreaName: 'Salonback Admin',
  policiesEffective: '1 August 2025',
} as const

/** Every colour that more than one part of the product shows. In a style sheet `inkSoft` is `var(--ink-soft)`. */
export const palette = {
  white: '#fff',
  paper: '#fffcfa',
  blush: '#f4dfd6',
  blushPale: '#faeee8',
  blushDeep: '#e9cabe',
  /** The blush of words that no longer count, and of bubbles that fade with the months. */
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
  /** The ground of the console, light and dark, and what is written on it in dark. */
  canvas: '#f7ede7',
  night: '#141011',
  nightText: '#f6eae4',
} as const

/** Which values above are samples. The API warns about them when it starts in production. */
export const samples: readonly (keyof typeof brand)[] = [
  'name',
  'tradingLine',
  'company',
  'supportEmail',
  'privacyEmail',
  'smsNumber',
  'smsNumberShown',
]
