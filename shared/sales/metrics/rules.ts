/** `part` of `whole` in percent, one decimal; 0 when `whole` is 0. Can exceed 100. */
export function rate(part: number, whole: number): number {
  return whole > 0 ? Math.round((part * 1000) / whole) / 10 : 0
}

type Funnel = {
  initialContactSent: number
  positiveResponses: number
  followupSent: number
  formSubmissions: number
}

/** Rates of the three funnel steps, each relative to the step before. */
export function funnelRates(counts: Funnel) {
  return {
    responseRate: rate(counts.positiveResponses, counts.initialContactSent),
    followupRate: rate(counts.followupSent, counts.positiveResponses),
    submissionRate: rate(counts.formSubmissions, counts.followupSent),
  }
}

/** Figures of the Campaign Summary: overall rates, and prospects not texted yet. */
export function campaignSummary(counts: Funnel & { optOuts: number }) {
  return {
    engagementRate: rate(counts.positiveResponses, counts.initialContactSent),
    finalConversion: rate(counts.formSubmissions, counts.initialContactSent),
    activeCampaigns: Math.max(0, counts.initialContactSent - counts.optOuts),
  }
}
