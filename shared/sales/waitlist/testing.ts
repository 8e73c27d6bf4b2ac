/** A filled-in questionnaire, for tests that submit one. */
export const filledQuestionnaire = {
  customerCount: '500-1000',
  mobileNumbersCount: '250-500',
  avgSpend: '60-100',
  hasMarketingConsent: 'yes-clearly',
  hardestPartText: 'They forget us',
  consentAgreed: true,
  mobileNumber: '+447700900204',
} as const

/** The answers that a questionnaire may leave out. */
export const leftOut = {
  usesSalonSoftware: null,
  salonSoftwareName: null,
  triedSmsMarketing: null,
  usedOffers: null,
  motivatingOfferText: null,
  currentRebookRate: null,
  desiredRebookRate: null,
  magicWandText: null,
  whenToStart: null,
}
