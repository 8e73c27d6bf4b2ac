import { expect, test } from 'vitest'
import { testApp } from '../../testing/app.ts'
import { ownerLink } from '../../testing/ownerLink.ts'
import { approvedOffer, OFFER, passTime, REMINDER, readySalon, storeList } from '../../testing/salons.ts'

const DAY = 24 * 3_600_000
const DATED = '{salon}: Hi {firstName}, 20% off until 31 March. Reply STOP to opt out.'

interface Played {
  name: string
  clients: number
  perDay: number
  text: string
  reminderAfterDays?: number
  /** Starts a second campaign after three weeks. */
  again?: boolean
}

const played: Played[] = [
  { name: 'Amber', clients: 12, perDay: 4, text: OFFER, reminderAfterDays: 14, again: true },
  { name: 'Birch', clients: 24, perDay: 1, text: OFFER },
  { name: 'Cedar', clients: 18, perDay: 1, text: DATED, reminderAfterDays: 7 },
]

test('in two months no text that a page promised stays away without a word', async () => {
  const app = await testApp()
  const { staff, sql, visitor } = app
  const salons: (Played & { id: string; token: string; rows: string[]; promised: number })[] = []
  for (const [n, salon] of played.entries()) {
    const { id } = await readySalon(app, salon.name)
    const { token } = await ownerLink(app, id)
    await staff.chasers.set({ id, on: false })
    const rows = Array.from(
      { length: salon.clients },
      (_, at) => `Mary,+44770090${6 + n}0${String(at).padStart(2, '0')},2025-09-01,Yes`,
    )
    await storeList(app, id, rows)
    const offerId = await approvedOffer(app, id, salon.reminderAfterDays ? REMINDER : null, salon.text)
    const { perDay, reminderAfterDays } = salon
    const plan = { id, offerId, perDay, keptAside: 0, ...(reminderAfterDays && { reminderAfterDays }) }
    const preview = await staff.campaigns.preview(plan)
    const { total } = await staff.campaigns.start(plan)
    // All that staff read before the start.
    expect(total).toBe(preview.recipients)
    expect(total + (preview.leftOut.after_last_day ?? 0)).toBe(salon.clients)
    salons.push({ ...salon, id, token, rows, promised: total })
  }
  for (let day = 0; day < 60; day++) {
    await passTime(app, DAY)
    for (const salon of salons.filter(({ again }) => again && day === 21)) {
      await storeList(app, salon.id, salon.rows)
      const offerId = await approvedOffer(app, salon.id)
      const preview = await staff.campaigns.preview({ id: salon.id, offerId, perDay: 4, keptAside: 0 })
      const counted = Object.values(preview.leftOut).reduce((sum, count) => sum + count, preview.recipients)
      expect(counted).toBe(salon.clients)
      if (preview.recipients > 0)
        salon.promised += (
          await staff.campaigns.start({ id: salon.id, offerId, perDay: 4, keptAside: 0 })
        ).total
    }
    if (day % 10 === 0) await checkPages(day)
  }
  await checkPages(60)
  for (const { id, name, promised } of salons) {
    const campaigns = await staff.campaigns.list({ id })
    const sent =
      await sql`select 1 from messages where salon_id = ${id} and kind = 'offer' and accepted_at is not null`
    const unsent = campaigns.flatMap((one) => one.unsent).reduce((sum, { texts }) => sum + texts, 0)
    const reminders = await sql`
      select 1 from messages where salon_id = ${id} and kind = 'reminder' and status = 'canceled'`
    expect([name, sent.count + unsent - reminders.count]).toEqual([name, promised])
    const asked = await sql`select 1 from owner_messages where salon_id = ${id} and kind = 'list'`
    expect([name, asked.count > 0]).toEqual([name, unsent > 0])
  }

  /** Owner and staff read the same numbers, and no text is planned after the last day of its offer. */
  async function checkPages(day: number) {
    for (const { id, token, name } of salons) {
      const campaigns = await staff.campaigns.list({ id })
      const home = (await visitor.owner.open({ token })).home
      const waits = (counts: { wait: { queued: number } | null }[]) =>
        counts.reduce((sum, { wait }) => sum + (wait?.queued ?? 0), 0)
      const planned = (home?.nextTexts ?? []).reduce((sum, { texts }) => sum + texts, 0)
      expect([name, day, planned]).toEqual([name, day, waits(campaigns)])
      for (const { lastAt, endsOn } of home?.nextTexts ?? [])
        if (lastAt && endsOn) expect(lastAt.slice(0, 10) <= endsOn).toBe(true)
      const late = campaigns.reduce((sum, one) => sum + (one.late?.texts ?? 0), 0)
      expect([
        name,
        day,
        (home?.nextTexts ?? []).reduce((sum, one) => sum + (one.late?.texts ?? 0), 0),
      ]).toEqual([...[name, day, late]])
    }
  }
}, 240_000)
