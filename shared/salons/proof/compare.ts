/** Clients of a group, and how many of them came back. */
export interface Group {
  people: number
  returned: number
}

/** Two groups compared. Rates and differences are shares from -1 to 1. */
export interface Comparison {
  /** How much more often the first group came back; null if a group is empty. */
  lift: number | null
  /** 95 % interval of the lift; null if too few came back. */
  interval: { from: number; to: number } | null
  /** The interval is above zero: more of the first group came back than chance explains. */
  isMore: boolean
}

/** With fewer returns of both groups together there is no interval: it would say nothing. */
export const MIN_RETURNS = 5

/** Quantile of the normal distribution for a 95 % interval. */
const Z = 1.959963984540054
/** Quantile for 97.5 %: either of two texts can seem better by chance, so each gets half of the error. */
const Z_OF_TEXTS = 2.241402727604947

/** Wilson's interval of a share. */
function wilson({ people, returned }: Group, z: number) {
  const rate = returned / people
  const scale = 1 + z ** 2 / people
  const middle = rate + z ** 2 / (2 * people)
  const half = z * Math.sqrt((rate * (1 - rate)) / people + z ** 2 / (4 * people ** 2))
  return { rate, from: (middle - half) / scale, to: (middle + half) / scale }
}

/**
 * Interval of the difference of two independent shares: method 10 of Newcombe, Statistics in Medicine 17 (1998),
 * 873-890; for 95 % unless `z` says otherwise. Neither group may be empty.
 */
export function newcombe(first: Group, second: Group, z = Z): { from: number; to: number } {
  const [a, b] = [wilson(first, z), wilson(second, z)]
  const lift = a.rate - b.rate
  return {
    from: lift - Math.hypot(a.rate - a.from, b.to - b.rate),
    to: lift + Math.hypot(a.to - a.rate, b.rate - b.from),
  }
}

/**
 * How much more often texted clients came back than those kept aside. An interval below zero claims nothing: without an
 * effect the interval is above zero in at most 2.5 % of the campaigns, but below it in up to 4 % when few are kept aside.
 */
export function compare(texted: Group, keptAside: Group, z = Z): Comparison {
  if (texted.people === 0 || keptAside.people === 0) return { lift: null, interval: null, isMore: false }
  const lift = texted.returned / texted.people - keptAside.returned / keptAside.people
  if (texted.returned + keptAside.returned < MIN_RETURNS) return { lift, interval: null, isMore: false }
  const interval = newcombe(texted, keptAside, z)
  return { lift, interval, isMore: interval.from > 0 }
}

export interface TextComparison extends Pick<Comparison, 'lift' | 'interval'> {
  /** The better text, if the difference is larger than chance explains; null: too few to tell. */
  better: 'one' | 'other' | null
}

/** Compares two texts of a campaign: how much more often clients came back after `other` than after `one`. */
export function compareTexts(one: Group, other: Group): TextComparison {
  const { lift, interval, isMore } = compare(other, one, Z_OF_TEXTS)
  const isLess = interval !== null && interval.to < 0
  return { lift, interval, better: isMore ? 'other' : isLess ? 'one' : null }
}

/** The groups of one campaign. */
export interface Groups {
  texted: Group
  keptAside: Group
}

const sumOf = (groups: readonly Group[]): Group => ({
  people: groups.reduce((sum, { people }) => sum + people, 0),
  returned: groups.reduce((sum, { returned }) => sum + returned, 0),
})

/** How often clients of a campaign come back, with or without a text; never 0 or 1, because both have a variance of zero. */
const rateIn = ({ texted, keptAside }: Groups) =>
  (texted.returned + keptAside.returned + 0.5) / (texted.people + keptAside.people + 1)

const variance = (rate: number) => rate * (1 - rate)

/**
 * Compares the groups of several campaigns. In a plain sum the visits of a busy salon that keeps few clients aside would look
 * like an effect. So the rates of each campaign are weighted by its number of texted clients, and the size of each group is
 * that of a plain group with the same variance: the sum of the variances of the campaigns. Campaigns with the same share kept
 * aside are summed, which is never narrower.
 */
export function compareAll(campaigns: readonly Groups[]): Groups & Comparison & { campaigns: number } {
  const used = campaigns.filter(({ texted, keptAside }) => texted.people > 0 && keptAside.people > 0)
  const texted = sumOf(used.map((one) => one.texted))
  const keptAside = sumOf(used.map((one) => one.keptAside))
  const sums = { campaigns: used.length, texted, keptAside }
  const hasShareOfAll = (one: Groups) =>
    one.texted.people * keptAside.people === one.keptAside.people * texted.people
  if (used.every(hasShareOfAll)) return { ...sums, ...compare(texted, keptAside) }
  const weightOf = (one: Groups) => one.texted.people / texted.people
  const total = (value: (one: Groups) => number) => used.reduce((sum, one) => sum + value(one), 0)
  const plain = variance(total((one) => weightOf(one) * rateIn(one)))
  const sized = (group: 'texted' | 'keptAside'): Group => {
    const people = plain / total((one) => (weightOf(one) ** 2 * variance(rateIn(one))) / one[group].people)
    const rate = total((one) => (weightOf(one) * one[group].returned) / one[group].people)
    return { people, returned: rate * people }
  }
  const enough = texted.returned + keptAside.returned >= MIN_RETURNS
  const compared = compare(sized('texted'), sized('keptAside'))
  return { ...sums, ...compared, ...(!enough && { interval: null, isMore: false }) }
}
