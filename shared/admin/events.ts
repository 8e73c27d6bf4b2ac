import type { QueryClient } from '@tanstack/react-query'
import { contracts } from '../contracts.ts'
import type { EventName, ServerEvent } from '../http/wire.ts'

interface Effect {
  key: readonly string[]
  /** Shortest time between two reads, in milliseconds: long lists cost more than small ones. */
  every: number
  /** Milliseconds more per row of a list that is read as a whole. */
  perRow?: number
}

const read = (row: { path: string }, every: number): Effect => ({ key: [row.path], every })

const inbox = read(contracts.messages.inboxPage, 300)
const inboxCounts = read(contracts.messages.inboxCounts, 300)
const unknown = read(contracts.messages.unknown, 1000)
const optOuts = read(contracts.messages.optOuts, 1000)
const metrics = read(contracts.metrics.sms, 1000)
const prospects: Effect = {
  ...read(contracts.prospects.list, 1000),
  // 1.25 s for 5,000 prospects, 6 s for 100,000.
  perRow: 0.05,
}
const publicTexts = read(contracts.publicTexts.state, 300)
const campaignList = read(contracts.campaigns.list, 700)

/** What each event makes out of date. */
const effects: Record<EventName, readonly Effect[]> = {
  message: [inbox, inboxCounts, unknown, optOuts, metrics],
  lead: [read(contracts.leads.list, 300), publicTexts],
  contact: [read(contracts.contact.list, 300)],
  // Its alert is one of the texts that visitors cause.
  waitlist: [read(contracts.waitlist.list, 300), metrics, publicTexts],
  import: [read(contracts.imports.list, 300), prospects, metrics],
  campaign: [campaignList, metrics],
  prospect: [prospects, metrics],
}

const conversationPath = '/api/admin/conversation'

function effectsOf(name: EventName, { phone }: ServerEvent): readonly Effect[] {
  const conversation = phone ? [conversationPath, phone] : [conversationPath]
  if (name === 'message') return [...effects.message, { key: conversation, every: 200 }]
  if (name === 'prospect') return [...effects.prospect, { key: conversation, every: 1000 }]
  return effects[name]
}

function pauseOf(client: QueryClient, { key, every, perRow = 0 }: Effect): number {
  const list = perRow > 0 && client.getQueryData(key)
  return every + (Array.isArray(list) ? perRow * list.length : 0)
}

/**
 * Turns events into reads: the first at once, then at most one in each key's interval, so that a thousand
 * receipts in a minute do not read a long list a thousand times. What is not on screen is read when next shown.
 */
export function createRefresher(client: QueryClient) {
  const waiting = new Map<string, { timer: ReturnType<typeof setTimeout>; again: boolean }>()
  const invalidate = (key: readonly string[]) => void client.invalidateQueries({ queryKey: key })

  function refresh(effect: Effect) {
    const id = effect.key.join('/')
    const running = waiting.get(id)
    if (running) {
      running.again = true
      return
    }
    invalidate(effect.key)
    const timer = setTimeout(
      () => {
        const again = waiting.get(id)?.again
        waiting.delete(id)
        if (again) refresh(effect)
      },
      pauseOf(client, effect),
    )
    waiting.set(id, { timer, again: false })
  }

  return {
    hear: (name: EventName, data: ServerEvent) => {
      for (const effect of effectsOf(name, data)) refresh(effect)
    },
    all: () => void client.invalidateQueries(),
    stop: () => {
      for (const { timer } of waiting.values()) clearTimeout(timer)
      waiting.clear()
    },
  }
}
