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

/**
 * Compares the groups of several campaigns. In a plain sum the visits of a busy salon that keeps few clients aside would look
 * like an effect. So the kept-aside rate of each campaign is weighted by its number of texted clients, and the size of that
 * group is Kish's effective size of a weighted sample. With the same share in all campaigns this equals the plain sum.
 */
export function compareAll(campaigns: readonly Groups[]): Groups & Comparison & { campaigns: number } {
  const used = campaigns.filter(({ texted, keptAside }) => texted.people > 0 && keptAside.people > 0)
  const texted = sumOf(used.map((one) => one.texted))
  const keptAside = sumOf(used.map((one) => one.keptAside))
  const sums = { campaigns: used.length, texted, keptAside }
  if (used.length === 0) return { ...sums, ...compare(texted, keptAside) }
  const weighted = used.map(({ texted: { people: weight }, keptAside: { people, returned } }) => ({
    rate: (weight * returned) / people,
    spread: weight ** 2 / people,
  }))
  const size = texted.people ** 2 / weighted.reduce((sum, { spread }) => sum + spread, 0)
  const rate = weighted.reduce((sum, one) => sum + one.rate, 0) / texted.people
  const compared = compare(texted, { people: size, returned: rate * size })
  const enough = texted.returned + keptAside.returned >= MIN_RETURNS
  return { ...sums, ...compared, ...(!enough && { interval: null, isMore: false }) }
}
