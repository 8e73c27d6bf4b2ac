import { HttpError } from '@salonback/shared/platform/http/request.ts'
import type { LedgerEntry } from '@salonback/shared/salons/ledger/contract.ts'
import type { Visit } from '@salonback/shared/salons/visits/contract.ts'
import type { Random } from '../../testing/random.ts'
import { addClient, type Scene } from './scene.ts'

/** What one client of the salon went through, and what was wrong with it. */
export interface Trial {
  log: string[]
  problems: string[]
}

interface State {
  scene: Scene
  random: Random
  clientId: string
  trial: Trial
}

type Step = (state: State) => Promise<unknown>

const days = ['2026-03-14', '2026-03-18', '2026-03-18', '2026-03-18', '2026-03-21']
const amounts = [0, 1, 4500, 4500, 8250, 5000, 4501, 2_000_000]

const visitsOf = async ({ scene: { staff, salonId }, clientId }: State) =>
  (await staff.visits.list({ id: salonId, clientId })).items

/** Entries of the client, newest first: the page has 50, more than a trial makes. */
async function entriesOf({ scene: { sql, staff, salonId }, clientId }: State): Promise<LedgerEntry[]> {
  const own = await sql<{ id: string }[]>`select id from ledger_entries where client_id = ${clientId}`
  const ids = new Set(own.map(({ id }) => id))
  return (await staff.ledger.list({ id: salonId })).items.filter(({ id }) => ids.has(id))
}

const answer: Step = async (state) => {
  const { scene, random, clientId } = state
  const visits = await visitsOf(state)
  const visitId = random.chance(0.3) && visits.length > 0 ? random.pick(visits).id : null
  const given = random.chance(0.2)
    ? { came: 'no' as const, clientId, visitId }
    : {
        came: 'yes' as const,
        clientId,
        visitId,
        visitOn: random.pick(days),
        amount: random.pick(amounts),
        amountConfirmed: true,
      }
  // Double taps and two tabs.
  const times = random.pick([1, 1, 2, 5])
  const posts = Array.from({ length: times }, () =>
    scene.visitor.owner.visit({ token: scene.token, answer: given }),
  )
  return Promise.all(posts.map(refusable))
}

const staffAdds: Step = ({ scene: { staff, salonId }, random, clientId }) =>
  staff.visits.create({
    id: salonId,
    clientId,
    state: random.pick(['attended', 'attended', 'booked']),
    visitOn: random.pick(days),
    amount: random.pick(amounts),
    amountConfirmed: true,
    note: 'Seen in the diary',
  })

const staffDecide: Step = async (state) => {
  const { scene, random } = state
  const visits = await visitsOf(state)
  if (visits.length === 0) return
  const change = random.pick([
    { state: 'attended' as const, visitOn: random.pick(days) },
    { amount: random.pick(amounts), amountConfirmed: true },
    { amount: 0 },
    { state: 'no_show' as const },
    { state: 'canceled' as const },
    { state: 'booked' as const },
    { service: 'patch_test' as const },
    { service: 'treatment' as const },
  ])
  await scene.staff.visits.update({ id: scene.salonId, visitId: random.pick(visits).id, ...change })
}

const dispute: Step = async (state) => {
  const { scene, random } = state
  const entries = await entriesOf(state)
  if (entries.length === 0) return
  const note = 'She had booked before'
  await scene.visitor.owner.dispute({ token: scene.token, entryId: random.pick(entries).id, note })
}

const decideDispute: Step = async (state) => {
  const { scene, random } = state
  const open = (await entriesOf(state)).find((entry) => entry.dispute && entry.dispute.decidedAt === null)
  if (!open) return
  await scene.staff.ledger.decideDispute({ id: scene.salonId, entryId: open.id, upheld: random.chance(0.6) })
}

const issue: Step = ({ scene: { staff, salonId } }) => staff.ledger.issue({ id: salonId })

const pay: Step = async ({ scene: { staff, salonId }, random }) => {
  const { items } = await staff.ledger.statements({ id: salonId })
  const amount = items.reduce((sum, { outstanding }) => sum + outstanding, 0)
  if (amount > 0)
    await staff.payments.record({
      id: salonId,
      receivedOn: random.pick(days),
      amount: random.pick([amount, Math.ceil(amount / 2)]),
    })
}

const steps: [name: string, step: Step][] = [
  ['answer', answer],
  ['answer', answer],
  ['answer', answer],
  ['staff add', staffAdds],
  ['staff decide', staffDecide],
  ['staff decide', staffDecide],
  ['dispute', dispute],
  ['dispute', dispute],
  ['decide the dispute', decideDispute],
  ['decide the dispute', decideDispute],
  ['issue', issue],
  ['pay', pay],
]

/** Refusals are answers; anything else is wrong. */
async function refusable(call: Promise<unknown>): Promise<unknown> {
  try {
    return await call
  } catch (error) {
    if (error instanceof HttpError && (error.status === 409 || error.status === 422)) return error.status
    throw error
  }
}

/** Steps on one client in a random order, some at the same time. */
export async function runTrial(scene: Scene, random: Random, n: number): Promise<Trial> {
  const trial: Trial = { log: [], problems: [] }
  const clientId = await addClient(scene, n, random.pick([null, 'booked', 'reported']))
  const state: State = { scene, random, clientId, trial }
  try {
    for (let left = random.between(6, 14); left > 0; left--) {
      const chosen = Array.from({ length: random.pick([1, 1, 2]) }, () => random.pick(steps))
      trial.log.push(chosen.map(([name]) => name).join(' with '))
      const before = await visitsOf(state)
      await Promise.all(chosen.map(([, step]) => refusable(step(state))))
      const byOwner = chosen.every(([name]) => name === 'answer')
      if (byOwner) trial.problems.push(...changedByOwner(before, await visitsOf(state)))
    }
    trial.problems.push(...problemsOf(await visitsOf(state), await entriesOf(state)))
  } catch (error) {
    trial.problems.push(error instanceof Error ? error.message : String(error))
  }
  return trial
}

const isDecided = ({ state }: Visit) => state !== 'booked' && state !== 'reported'

/** Decided visits that are not as they were, and confirmed amounts that are lower. */
function changedByOwner(before: Visit[], after: Visit[]): string[] {
  return before.flatMap((was) => {
    const is = after.find(({ id }) => id === was.id)
    if (!is) return [`visit ${was.visitAt} is gone`]
    const facts = ({ state, visitAt, amount, decidedBy }: Visit) => [state, visitAt, amount, decidedBy].join()
    if (isDecided(was) && facts(was) !== facts(is)) return [`${facts(was)} became ${facts(is)}`]
    return is.state === 'attended' && (is.amount ?? 0) < (was.amount ?? 0) ? ['an amount is lower'] : []
  })
}

/** What the visits and lines of a client contradict. Uses none of the product's rules. */
function problemsOf(visits: Visit[], entries: LedgerEntry[]): string[] {
  const kept = visits.filter(({ state, visitAt }) => state !== 'canceled' && visitAt !== null)
  const daysKept = kept.map(({ visitAt }) => visitAt?.slice(0, 10))
  const fees = entries.filter(({ kind }) => kind === 'fee')
  const sum = entries.reduce((total, { amount }) => total + amount, 0)
  const upheld = entries.some((entry) => entry.dispute?.upheld)
  const [first] = kept
    .filter(({ state, service, evidence }) => {
      const charged = state === 'attended' && service === 'treatment'
      return charged && evidence.some(({ kind }) => kind !== 'staff')
    })
    .sort((a, b) => String(a.visitAt).localeCompare(String(b.visitAt)))
  const owed = upheld ? 0 : Math.round((first?.amount ?? 0) * 0.3)
  return [
    ...(new Set(daysKept).size < daysKept.length ? [`two visits on a day: ${daysKept}`] : []),
    ...(fees.length > 1 ? [`${fees.length} fees`] : []),
    ...(sum === owed
      ? []
      : [`${sum} is charged instead of ${owed}${upheld ? ' after an upheld dispute' : ''}`]),
  ]
}
