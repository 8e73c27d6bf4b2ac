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
