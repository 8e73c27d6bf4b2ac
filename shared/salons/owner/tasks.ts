import { daysBetween, LIST_DAYS } from '../salons/days.ts'
import { asksForListOn } from '../salons/lastDays.ts'

/** The facts that decide about the tasks of an owner. */
export interface TaskFacts {
  /** In the salon's time zone. */
  today: string
  /** Accepted the terms as they are now. */
  agreed: boolean
  /** Accepted earlier terms. */
  agreedBefore: boolean
  /** The day up to which dates are known: of the newest stored list, or of a feed that stands for it; null without a list. */
  listAsOf: string | null
  /** The last day of the list after which texts that wait cannot leave; null: all can. */
  lateFrom: string | null
  /** A campaign has texts that are still to be sent. */
  textsWaiting: boolean
  /** A version of the offer waits for approval. */
  offerWaits: boolean
  /** A version of the offer is approved, and no campaign has used the approval up. */
  offerApproved: boolean
  /** Questions of clients without an answer. */
  questions: number
  /** Clients who may have come back. */
  undecided: number
  /** On statements that are not paid, in minor units. */
  outstanding: number
  /** The newest statement that is not paid, which asks for all, and the oldest day to pay. */
  unpaid: { number: number; dueOn: string | null } | null
}

export type Task =
  | { kind: 'questions'; questions: number }
  /** `again`: the terms have changed. */
  | { kind: 'agree'; again: boolean }
  /** `asOf`: the day of the list that is too old now; null without one. */
  | { kind: 'list'; asOf: string | null }
  | { kind: 'offer' }
  | { kind: 'visits'; clients: number }
  | { kind: 'pay'; outstanding: number; statement: number; dueOn: string | null }

/** Tasks of an owner in order: tasks that a client waits for come first. Those up to the offer lead to the next one. */
export function tasksOf(facts: TaskFacts): Task[] {
  const { agreed, agreedBefore, offerWaits, questions, undecided, outstanding, unpaid } = facts
  const found: (Task | false)[] = [
    questions > 0 && { kind: 'questions', questions },
    !agreed && { kind: 'agree', again: agreedBefore },
    needsList(facts) && { kind: 'list', asOf: facts.listAsOf },
    offerWaits && { kind: 'offer' },
    undecided > 0 && { kind: 'visits', clients: undecided },
    outstanding > 0 &&
      unpaid !== null && { kind: 'pay', outstanding, statement: unpaid.number, dueOn: unpaid.dueOn },
  ]
  return found.filter((task) => task !== false)
}

/** A new campaign needs a list that is not too old; a running one has checked its clients. */
const needsList = ({ listAsOf, today, textsWaiting, lateFrom }: TaskFacts) =>
  listAsOf === null ||
  (lateFrom !== null && today >= asksForListOn(lateFrom)) ||
  (!textsWaiting && daysBetween(listAsOf, today) > LIST_DAYS)

const leading = ['agree', 'list', 'offer'] as const

/** The task that follows when one of the first three is done; undefined if none waits. */
export const nextTask = (tasks: readonly Task[]) =>
  leading.find((kind) => tasks.some((task) => task.kind === kind))

/** What happens while nothing waits for the owner. */
export function waitingText({ offerApproved, textsWaiting }: TaskFacts): string {
  if (textsWaiting) return 'Nothing to do: your texts are on their way.'
  return offerApproved
    ? 'Nothing to do. We plan the texts, and you see them here before they leave.'
    : 'Nothing to do. We write your offer, and you read it here before it is sent.'
}
