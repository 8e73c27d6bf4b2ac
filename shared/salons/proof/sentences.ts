import { count, percent, plural } from '../../formats.ts'
import { type Comparison, compareTexts, type Groups, type TextComparison } from './compare.ts'
import type { CampaignProof } from './contract.ts'

/** What an owner reads: `Of 180 clients we texted 21 came back, of 20 we did not text 1.` */
export function groupsSentence({ texted, keptAside }: Groups): string {
  const clients = plural(texted.people, 'client')
  const others = count(keptAside.people)
  const first =
    texted.returned === 0
      ? `None of ${clients} we texted came back`
      : `Of ${clients} we texted ${count(texted.returned)} came back`
  return keptAside.returned === 0
    ? `${first}, and none of ${others} we did not text.`
    : `${first}, of ${others} we did not text ${count(keptAside.returned)}.`
}

const came = (returned: number) => (returned === 0 ? 'none' : count(returned))

/** What the comparison says, or that it cannot tell yet. */
export function verdictOf({ lift, interval, isMore }: Comparison): string {
  if (interval && interval.to < 0) return 'So far the text did not bring more back.'
  if (!isMore || lift === null) return TOO_FEW
  return `More came back because of the text: about ${count(Math.max(1, Math.round(lift * 100)))} of every 100.`
}

type Texts = NonNullable<CampaignProof['texts']>

/** `12 of 100 clients came back after version 3, 5 of 100 after version 4.` */
export function textsSentence({ one, other }: Texts, word: 'version' | 'offer' = 'version'): string {
  const first = one.returned === 0 ? 'None' : count(one.returned)
  return `${first} of ${plural(one.people, 'client')} came back after ${word} ${one.version}, ${came(other.returned)} of ${count(other.people)} after ${word} ${other.version}.`
}

/** Which of two texts was better, or that it cannot tell yet. */
export function textsVerdict(texts: Texts, word: 'version' | 'offer' = 'version'): string {
  const { better } = compareTexts(texts.one, texts.other)
  return better ? `More came back because of ${word} ${texts[better].version}.` : TOO_FEW
}

const TOO_FEW = 'Too few to tell yet.'

/** A share in percent, or a dash for an empty group. */
export const rateText = ({ people, returned }: { people: number; returned: number }) =>
  people === 0 ? '–' : percent((100 * returned) / people)

function points(share: number): string {
  const tenths = Math.round(1000 * share)
  return `${tenths > 0 ? '+' : ''}${tenths === 0 ? '0.0' : (100 * share).toFixed(1).replace('-', '−')}`
}

/** `+6.7 points (−9.2 to +11.9)` */
export function liftText({ lift, interval }: Pick<TextComparison, 'lift' | 'interval'>): string {
  if (lift === null) return '–'
  const range = interval && ` (${points(interval.from)} to ${points(interval.to)})`
  return `${points(lift)} points${range ?? ''}`
}

/** A visit within so many days after the text is a return. Until then no campaign of the salon texts clients kept aside. */
export const RETURN_DAYS = 30

/** Answers *Why do you leave some out?* */
export const whyKeptAside = [
  'Some past clients come back by themselves. If we texted all of them, you could not see who came because of the text.',
  'So we draw a few clients at random and do not text them. Your next lists, or your booking system, show how many of both groups came back within 30 days. The difference is what the text did.',
  'We compare both groups as we drew them: clients whose number no longer works count as well.',
  'You never pay for clients we leave out. They hear from you again after 30 days, with the next offer.',
]
