import { percent, plural, pluralForm, shortDay } from '../../formats.ts'
import type { OfferState, SalonState } from './contract.ts'
import { daysBetween, LIST_DAYS } from './days.ts'
import { ASK_BEFORE_DAYS, asksForListOn } from './lastDays.ts'
import { firstNameOf } from './rules.ts'

/** Kinds of things to do at a salon, the most urgent first. */
export const todoKinds = [
  'receiverOff',
  'replies',
  'calls',
  'ownerTexts',
  'disputes',
  'campaignPaused',
  'optOutRequests',
  'ownerNotReached',
  'amountUnit',
  'shopNumbers',
  'optOuts',
  'unsentTexts',
  'visits',
  'overdue',
  'agreement',
  'number',
  'list',
  'offerChanges',
  'offerWithOwner',
  'offer',
  'statement',
  'listOld',
  'listSoonOld',
  'canText',
  'monthlyOff',
  'nextOffer',
  'noEligible',
] as const
export type TodoKind = (typeof todoKinds)[number]

/** A number of things and since when the first of them waits, ISO 8601. */
export interface Waiting {
  count: number
  since: string | null
}

/** What decides about the next steps of a salon. */
export interface SalonFacts {
  state: SalonState
  ownerName: string
  createdAt: string
  /** To the terms as they are now. */
  agreed: boolean
  hasSender: boolean
  hasApprovedOffer: boolean
  /** A version approved for one campaign, which none has used up. */
  hasOfferToSend: boolean
  /** Whether an approval for each month is in use; null without one. */
  monthly: 'running' | 'paused' | 'off' | null
  replies: Waiting
  calls: Waiting
  disputes: Waiting
  /** Booked or reported, and their day has come. */
  visits: Waiting
  /** Texts of the last days that did not leave, of campaigns with more than a few. */
  unsent: Waiting
  /** Statements after their due date. */
  overdue: Waiting
  campaignsRunning: number
  campaignsPaused: number
  /** Texts and opt-outs of the running or paused campaign with the highest share of opt-outs; null without one. */
  optOuts: { texts: number; count: number } | null
  /** The newest version of the offer; null without one. */
  offer: { state: OfferState; since: string } | null
  /** `2026-01-31` up to which dates are known: of the newest stored list, or of a feed that stands for it; null without a list. */
  listAsOf: string | null
  /** Texts of campaigns that come after the last day of a list; null: none. */
  late: { texts: number; listEndsOn: string; askedAt: string | null } | null
  /** How often a running programme has asked for this month's list; null while it does not wait for one. */
  listRequests: number | null
  /** Since when the newest wave of a running programme sends nothing because nothing reached the owner; null: it does. */
  unreachedAt: string | null
  /** Payable and on no statement, in minor units. */
  owed: number
  /** The day from which the oldest of it is payable. */
  owedSince?: string | null
  /** When the owner was last sent a link to share a list. */
  listAskedAt?: string | null
  /** Texts of the owner to the agency without an answer. */
  ownerTexts?: Waiting
}

export interface Todo {
  kind: TodoKind
  text: string
  since: string | null
  /** How many things the text counts; null: not counted yet. */
  count: number | null
  /** Listed for today; the others are only the next step of their salon. */
  isDue: boolean
}

/** Days without an answer of the owner until staff ask again. */
const OWNER_DAYS = 3
/** Opt-outs in percent of the texts of a campaign. */
const OPT_OUT_PERCENT = 2

/** Requests for a list in a month. After them staff see that none came. */
export const MAX_REQUESTS = 3

/** Staff and the owner are notified of so many texts of a campaign that did not leave. */
export const NOTIFY_FROM = 6

const DAY_MS = 24 * 3_600_000

const due = (kind: TodoKind, text: string, since: string | null = null): Todo => ({
  kind,
  text,
  since,
  count: 1,
  isDue: true,
})

const waitText = (value: number, one: string, many?: string) =>
  `${plural(value, one, many)} ${pluralForm(value, 'waits', 'wait')}`

const areText = (value: number) => pluralForm(value, 'is', 'are')

/** What waits for staff or the owner, the first thing first. Times are judged at `now`; `today` is the salon's day. */
export function todosOf(facts: SalonFacts, now: Date, today: string): Todo[] {
  const { state } = facts
  const isOpen = state !== 'closed'
  const isActive = isOpen && state !== 'paused'
  return [
    ...(isOpen ? [...clientTodos(facts), ...ownerTodos(facts)] : []),
    ...counted('disputes', facts.disputes, (count) => waitText(count, 'dispute')),
    ...(isActive ? campaignTodos(facts) : []),
    ...(isActive ? unsentTodos(facts) : []),
    ...counted('visits', facts.visits, (count) => `${plural(count, 'visit')} to decide`),
    ...counted(
      'overdue',
      facts.overdue,
      (count) => `${plural(count, 'statement')} ${areText(count)} overdue`,
    ),
    ...(isActive ? setupTodos(facts, now, today) : []),
    ...(facts.owed > 0 ? [statementTodo(facts, today)] : []),
  ].sort((one, other) => todoKinds.indexOf(one.kind) - todoKinds.indexOf(other.kind))
}

const counted = (kind: TodoKind, { count, since }: Waiting, text: (count: number) => string): Todo[] =>
  count > 0 ? [{ ...due(kind, text(count), since), count }] : []

/** Salons are billed by month: due once something is payable from a month that has ended. */
function statementTodo({ owedSince = null }: SalonFacts, today: string): Todo {
  const isDue = owedSince !== null && owedSince.slice(0, 7) < today.slice(0, 7)
  return { ...due('statement', 'Issue a statement', owedSince && startOf(owedSince)), isDue }
}

const startOf = (day: string) => `${day}T00:00:00.000Z`

const ownerTodos = ({ ownerTexts, ownerName }: SalonFacts): Todo[] =>
  ownerTexts
    ? counted('ownerTexts', ownerTexts, (n) => `${firstNameOf(ownerName)} wrote: ${waitText(n, 'text')}`)
    : []

const unsentTodos = ({ unsent }: SalonFacts): Todo[] =>
  counted('unsentTexts', unsent, (count) => `${plural(count, 'text')} did not leave`)

const clientTodos = ({ replies, calls }: SalonFacts): Todo[] => [
  ...counted('replies', replies, (count) => waitText(count, 'reply', 'replies')),
  ...counted('calls', calls, (n) => `${plural(n, 'client')} ${pluralForm(n, 'asks', 'ask')} to be called`),
]

function campaignTodos({ campaignsPaused, optOuts, unreachedAt, ownerName }: SalonFacts): Todo[] {
  const share = optOuts && optOuts.texts > 0 ? (100 * optOuts.count) / optOuts.texts : 0
  return [
    campaignsPaused > 0 &&
      due('campaignPaused', `${plural(campaignsPaused, 'campaign')} ${areText(campaignsPaused)} paused`),
    unreachedAt !== null &&
      due('ownerNotReached', `${firstNameOf(ownerName)} was not reached: no monthly texts`, unreachedAt),
    share > OPT_OUT_PERCENT && due('optOuts', `${percent(share)} of the texted clients opted out`),
  ].filter((todo) => todo !== false)
}

/** What is missing before a campaign, one thing at a time. */
function setupTodos(facts: SalonFacts, now: Date, today: string): Todo[] {
  const owner = firstNameOf(facts.ownerName)
  if (!facts.agreed) return [due('agreement', `Send the agreement to ${owner}`, facts.createdAt)]
  if (!facts.hasSender) return [due('number', 'Get a number')]
  const isAsked = isLately(facts.listAskedAt, now)
  const isMonthly = facts.monthly === 'running'
  if (facts.listAsOf === null && (facts.listRequests ?? 0) < MAX_REQUESTS)
    return [{ ...due('list', 'Upload a list'), isDue: !isAsked && !isMonthly }]
  const asks = listTodos(facts, owner, today)
  return [
    ...offerTodos(facts, owner, now),
    ...asks.map((todo) => ({ ...todo, isDue: !isAsked || facts.late !== null })),
  ]
}

/** Whether the owner had something to do at `time`, and has some days left for it. */
const isLately = (time: string | null | undefined, now: Date) =>
  time != null && now.getTime() - new Date(time).getTime() <= OWNER_DAYS * DAY_MS

function offerTodos(
  { offer, hasApprovedOffer, hasOfferToSend }: SalonFacts,
  owner: string,
  now: Date,
): Todo[] {
  if (offer?.state === 'changes_requested')
    return [due('offerChanges', `${owner} asks for changes to the offer`, offer.since)]
  if (offer?.state === 'with_owner') {
    const isDue = !isLately(offer.since, now)
    // With an approved version the salon can be texted meanwhile.
    if (hasOfferToSend && !isDue) return []
    return [{ ...due('offerWithOwner', `Offer waits for ${owner}`, offer.since), isDue }]
  }
  if (hasApprovedOffer) return []
  return [due('offer', offer?.state === 'draft' ? `Send the offer to ${owner}` : 'Write the offer')]
}

function listTodos(
  { listAsOf, late, listRequests, monthly }: SalonFacts,
  owner: string,
  today: string,
): Todo[] {
  if (late !== null && today >= asksForListOn(late.listEndsOn))
    return [
      due(
        isTooOld(listAsOf ?? today, today) ? 'listOld' : 'listSoonOld',
        `${plural(late.texts, 'text')} ${pluralForm(late.texts, 'needs', 'need')} a new list from ${owner} by ${shortDay(late.listEndsOn)}`,
        late.askedAt,
      ),
    ]
  if (listRequests !== null && listRequests >= MAX_REQUESTS)
    return [due('listOld', `${owner} has sent no list after ${plural(listRequests, 'request')}`)]
  // A running programme requests its lists, so staff need not.
  if (listRequests !== null || monthly === 'running') return []
  if (listAsOf === null || daysBetween(listAsOf, today) <= LIST_DAYS - ASK_BEFORE_DAYS) return []
  const kind = isTooOld(listAsOf, today) ? 'listOld' : 'listSoonOld'
  return [due(kind, `Ask ${owner} for a new list`, startOf(listAsOf))]
}

const isTooOld = (listAsOf: string, today: string) => daysBetween(listAsOf, today) > LIST_DAYS

/** What the clients of a salon wait for that texts none now: what its eligible clients decide, who are not counted here. */
export function textStepOf(facts: SalonFacts, today: string): 'canText' | 'monthlyOff' | 'nextOffer' | null {
  const { state, agreed, hasSender, hasApprovedOffer, listAsOf } = facts
  const isSetUp = state !== 'closed' && state !== 'paused' && agreed && hasSender && hasApprovedOffer
  if (!isSetUp || listAsOf === null || isTooOld(listAsOf, today)) return null
  if (facts.campaignsRunning > 0 || facts.campaignsPaused > 0) return null
  if (facts.hasOfferToSend) return 'canText'
  if (facts.monthly) return facts.monthly === 'off' ? 'monthlyOff' : null
  const waits = facts.offer?.state === 'with_owner' || facts.offer?.state === 'changes_requested'
  return waits ? null : 'nextOffer'
}

/** What is to do about clients who could be texted. `eligible`: those who may be texted now; null: not counted yet. */
export function textTodo(
  facts: SalonFacts,
  step: NonNullable<ReturnType<typeof textStepOf>>,
  { clients, eligible }: { clients: number; eligible: number | null },
): Todo | null {
  if (eligible === 0) {
    if (step === 'nextOffer' && clients > 0) return null
    return due('noEligible', clients > 0 ? NO_ELIGIBLE : 'No client is on the list')
  }
  const who = eligible === null ? 'Clients' : plural(eligible, 'client')
  const text = {
    canText: `${who} could be texted now`,
    monthlyOff: `${who} could be texted. Turn the monthly texts on`,
    nextOffer: `${who} could be texted. ${nextOfferStep(facts)}`,
  }
  const since = facts.offer?.state === 'approved' ? facts.offer.since : null
  return { ...due(step, text[step], since), count: eligible }
}

export const START_CAMPAIGN = 'Start a campaign'
/** Instead of it, if no client of the salon may be texted now. */
export const NO_ELIGIBLE = 'No client may be texted now'

/** The one thing that staff, or the owner, should do next. */
export function nextStepOf(facts: SalonFacts, now: Date, today: string): string {
  const [first] = todosOf(facts, now, today)
  if (first) return first.text
  if (facts.state === 'closed') return 'Closed'
  if (facts.state === 'paused') return 'Paused'
  if (facts.campaignsRunning > 0) return 'Campaign is running'
  if (facts.hasOfferToSend) return START_CAMPAIGN
  if (facts.monthly) return monthlyStep(facts.monthly, firstNameOf(facts.ownerName))
  return nextOfferStep(facts)
}

const nextOfferStep = ({ offer, ownerName }: SalonFacts) =>
  offer?.state === 'draft' ? `Send the next offer to ${firstNameOf(ownerName)}` : 'Write the next offer'

/** Offers that are approved for each month start no campaign by hand. */
const monthlyStep = (state: 'running' | 'paused' | 'off', owner: string): string =>
  ({
    running: 'Monthly texts are on',
    paused: `${owner} paused the monthly texts`,
    off: 'Turn the monthly texts on',
  })[state]
