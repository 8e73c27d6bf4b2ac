import { expect, test } from 'vitest'
import type { FoundGroup } from '../people/contract.ts'
import { type Found8, groupsOf, type Hit } from './hits.ts'

const none: FoundGroup = { items: [], total: 0 }
const nothing: Found8 = {
  prospects: none,
  leads: none,
  waitlist: none,
  contact: none,
  clients: none,
  salons: none,
}
const one = (name: string | null, phone: string | null, detail: string | null, total = 1): FoundGroup => ({
  items: [{ id: '5d6ff7a0-0000-4000-8000-000000000900', name, phone, detail, salonId: null }],
  total,
})
const line = (label: string): Hit => ({ id: label, label, detail: null, to: '/admin' })
const local = { screens: [line('Leads'), line('SMS Dash')], actions: [line('Log out')] }
const titles = (text: string, found?: Found8) =>
  groupsOf({ text, found, ...local }).map(({ title, hits }) => `${title}: ${hits.map(({ label }) => label)}`)

test.each([
  ['', nothing, ['Screens: Leads,SMS Dash', 'Actions: Log out']],
  ['le', nothing, ['Go to: Leads']],
  ['dash', nothing, ['Screens and actions: SMS Dash']],
  ['l', undefined, ['Go to: Leads,Log out']],
  ['zz', nothing, []],
  ['+44 7700 900142', nothing, ['Number: +44 7700 900142']],
  ['+44 7700 900142', { ...nothing, leads: one(null, '+447700900142', null) }, ['Leads: +44 7700 900142']],
  [
    'dash',
    { ...nothing, salons: one('Dash', null, null) },
    ['Salons: Dash', 'Screens and actions: SMS Dash'],
  ],
] as const)('%j shows its groups in order', (text, found, shown) => {
  expect(titles(text, found)).toEqual(shown)
})

test.each([
  ['prospects', '/admin/people/%2B447700900142', '/admin?tab=prospects&search=an'],
  ['leads', '/admin/people/%2B447700900142', null],
  ['waitlist', '/admin/people/%2B447700900142', null],
  ['clients', '/admin/people/%2B447700900142', null],
  ['salons', '/admin/salons/5d6ff7a0-0000-4000-8000-000000000900', '/admin/salons'],
  [
    'contact',
    '/admin?tab=contact&message=5d6ff7a0-0000-4000-8000-000000000900',
    '/admin?tab=contact&search=an',
  ],
] as const)('%s open %s, and all of them %s', (kind, to, all) => {
  const found = { ...nothing, [kind]: one('Ana', '+447700900142', 'London', 5) }
  const [group] = groupsOf({ text: ' an ', found, ...local })
  expect(group?.hits[0]).toMatchObject({ label: 'Ana', detail: '+44 7700 900142 · London', to })
  expect(group?.more).toEqual({ count: 4, to: all })
})

test.each([
  [1, null],
  [199, 198],
  [200, null],
])('of %i matches, %j more are counted', (total, counted) => {
  const [group] = groupsOf({
    text: 'an',
    found: { ...nothing, leads: one(null, '+447700900142', null, total) },
    ...local,
  })
  expect(group?.more).toEqual(total === 1 ? null : { count: counted, to: null })
})
