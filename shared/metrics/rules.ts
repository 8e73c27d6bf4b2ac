/** `part` out of `whole` in percent, one decimal; 0 when there is no whole. May pass 100. */
export function rate(part: number, whole: number): number {
  return whole > 0 ? Math.round((part * 1000) / whole) / 10 : 0
}

type Funnel = {
  initialContactSent: number
  positiveResponses: number
  followupSent: number
  formSubmissions: number
}

/** The three steps of the funnel, each out of the one before it. */
export function funnelRates(counts: Funnel) {
  return {
    responseRate: rate(counts.positiveResponses, counts.initialContactSent),
    followupRate: rate(counts.followupSent, counts.positiveResponses),
    submissionRate: rate(counts.formSubmissions, counts.followupSent),
  }
}

/** What the Campaign Summary adds: rates of the whole campaign, and who still may be texted. */
export function campaignSummary(counts: Funnel & { optOuts: number }) {
  return {
    engagementRate: rate(counts.positiveResponses, counts.initialContactSent),
    finalConversion: rate(counts.formSubmissions, counts.initialContactSent),
    activeCampaigns: Math.max(0, counts.initialContactSent - counts.optOuts),
  }
}
