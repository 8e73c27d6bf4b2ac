import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { contracts } from '../contracts.ts'
import { setConnection } from '../host/connection.ts'
import { usePlatform } from '../host/platform.ts'
import { checkSession } from '../host/session.ts'
import { queryKeyOf } from '../kit/data.ts'
import type { EventName, ServerEvent } from '../platform/http/wire.ts'

interface Effect {
  key: readonly unknown[]
  /** Shortest time between two reads, ms: long lists cost more than small ones. */
  every: number
  /** Additional ms per row of a list that is read as a whole. */
  perRow?: number
}

const read = (row: { path: string }, every: number): Effect => ({ key: [row.path], every })

// The state of the details texts. Every 2 s for a few leads, every 7 s for 10,000.
const leads: Effect = { ...read(contracts.leads.list, 2000), perRow: 0.5 }
const inbox = read(contracts.inbox.inboxPage, 300)
const inboxCounts = read(contracts.inbox.inboxCounts, 300)
const unknown = read(contracts.inbox.unknown, 1000)
const optOuts = read(contracts.inbox.optOuts, 1000)
const metrics = read(contracts.metrics.sms, 1000)
const results = [read(contracts.metrics.days, 2000), read(contracts.metrics.campaigns, 2000)]
// Every 1.25 s for 5,000 prospects, every 6 s for 100,000.
const prospects: Effect = { ...read(contracts.prospects.list, 1000), perRow: 0.05 }
const publicTexts = read(contracts.publicTexts.state, 300)
const campaignList = read(contracts.firstTexts.list, 700)
// Also the key of each salon, its visits, fees and statements. Its counts change with texts and campaigns.
const salons = [
  read(contracts.salons.list, 700),
  read(contracts.today.list, 1000),
  read(contracts.results.latest, 2000),
  read(contracts.health.list, 10_000),
  // Compares the clients of all campaigns.
  read(contracts.proof.agency, 60_000),
  // Reads every client of the salons on screen.
  { key: queryKeyOf('clients', 'countEligible'), every: 60_000 },
  { key: queryKeyOf('campaigns', 'audience'), every: 60_000 },
]
const money = [read(contracts.billing.open, 1000), { key: ['/api/admin/money/months'], every: 5000 }]
// Conversations of a salon are below its key.
const replies = read(contracts.replies.list, 300)
const waitingReplies = [read(contracts.replies.waiting, 300), read(contracts.replies.salons, 700)]
// Also the time line.
const people = (phone?: string): Effect => ({
  key: ['/api/admin/people', ...(phone ? [phone] : [])],
  every: 1000,
})
const mine = read(contracts.inbox.mine, 1000)
const conversation = (phone: string | undefined, every: number): Effect => ({
  key: ['/api/admin/conversation', ...(phone ? [phone] : [])],
  every,
})

/** The queries that each event invalidates. */
const effects: Record<EventName, (phone?: string) => readonly Effect[]> = {
  message: (phone) => [
    inbox,
    inboxCounts,
    unknown,
    optOuts,
    metrics,
    ...results,
    conversation(phone, 200),
    leads,
    people(phone),
    mine,
    ...salons,
  ],
  lead: () => [read(contracts.leads.list, 300), publicTexts, people()],
  contact: () => [read(contracts.contact.list, 300), people()],
  // Its alert counts against the budget of texts that visitors cause.
  waitlist: () => [read(contracts.waitlist.list, 300), metrics, ...results, publicTexts, people()],
  import: () => [read(contracts.imports.list, 300), prospects, metrics],
  campaign: () => [campaignList, metrics, ...results, ...salons],
  savedReply: () => [read(contracts.savedReplies.list, 500)],
  salon: () => [...salons, ...money, replies, ...waitingReplies, mine, people()],
  desk: () => [
    read(contracts.inbox.desk, 200),
    { key: queryKeyOf('inbox', 'deskOf'), every: 200 },
    mine,
    metrics,
    people(),
  ],
  mail: () => [
    read(contracts.mail.ofSalon, 500),
    read(contracts.mail.ofStaff, 500),
    read(contracts.mail.server, 2000),
  ],
  prospect: (phone) => [prospects, metrics, conversation(phone, 1000), people(phone)],
}

function intervalOf(client: QueryClient, { key, every, perRow = 0 }: Effect): number {
  const list = perRow > 0 && client.getQueryData(key)
  return every + (Array.isArray(list) ? perRow * list.length : 0)
}

/**
 * Invalidates queries on server events. Throttled per query key: the first event reads immediately, later ones once per
 * interval. Queries that are not on screen are read when they are next shown.
 */
export function createRefresher(client: QueryClient) {
  const waiting = new Map<string, { timer: ReturnType<typeof setTimeout>; again: boolean }>()

  function refresh(effect: Effect) {
    const id = effect.key.join('/')
    const running = waiting.get(id)
    if (running) {
      running.again = true
      return
    }
    void client.invalidateQueries({ queryKey: effect.key })
    const entry = { timer: startTimer(), again: false }
    waiting.set(id, entry)

    function startTimer() {
      return setTimeout(
        () => {
          // Invalidating cancels a read in progress: with constant events a slow read would never finish.
          if (client.isFetching({ queryKey: effect.key }) > 0) {
            entry.timer = startTimer()
            return
          }
          waiting.delete(id)
          if (entry.again) refresh(effect)
        },
        intervalOf(client, effect),
      )
    }
  }

  return {
    onEvent: (name: EventName, { phone }: ServerEvent) => {
      for (const effect of effects[name](phone)) refresh(effect)
    },
    refreshAll: () => void client.invalidateQueries(),
    stop: () => {
      for (const { timer } of waiting.values()) clearTimeout(timer)
      waiting.clear()
    },
  }
}

/** Keeps the console up to date with the server while it is open. */
export function useServerEvents() {
  const platform = usePlatform()
  const client = useQueryClient()
  useEffect(() => {
    const refresher = createRefresher(client)
    let disconnected = false
    const unsubscribe = platform.events(
      (name, data) => {
        refresher.onEvent(name, data)
        if (name === 'message' && data.inbound) {
          platform.notify({
            title: 'New text',
            body: 'A text came in. Open SMS to read it.',
            phone: data.phone,
          })
        }
      },
      (state) => {
        setConnection(state)
        // Events during the interruption are lost, so everything on screen is read again.
        if (state !== 'reconnecting' && disconnected) refresher.refreshAll()
        if (state === 'reconnecting' && !disconnected) void checkSession(client, platform)
        disconnected = state === 'reconnecting'
      },
    )
    return () => {
      unsubscribe()
      refresher.stop()
    }
  }, [client, platform])
}
