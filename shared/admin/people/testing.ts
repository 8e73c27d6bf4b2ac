import type { Person, PersonEntry } from './contract.ts'

const id = (n: number) => `5d6ff7a0-0000-4000-8000-00000000080${n}`

/** A number without known facts, except those that the test passes. */
export const personForTests = (known: Partial<Person> = {}): Person => ({
  phone: '+447700900142',
  prospect: null,
  lead: null,
  responses: [],
  emails: [],
  salons: [],
  clients: [],
  optOut: null,
  undeliverable: null,
  ...known,
})

export const entryForTests = (n: number, entry: Partial<PersonEntry> = {}): PersonEntry => ({
  id: id(n),
  at: `2026-11-24T09:0${n}:00.000Z`,
  kind: 'received',
  text: null,
  state: null,
  detail: null,
  by: null,
  salon: null,
  ...entry,
})

/** A prospect that is a salon and a client of another one. */
export const knownPerson = personForTests({
  prospect: {
    id: id(1),
    name: 'Wilhelmina Featherstonehaugh-Cholmondeley’s Nails',
    category: 'Nail Salon',
    country: 'GB',
    phone: '+447700900142',
    phoneType: 'mobile',
    address: '12 Long Lane, London',
    rating: 4.7,
    reviewCount: 312,
    teamSize: 6,
    contactStatus: 'Submitted',
  },
  lead: {
    id: id(2),
    mobileNumber: '+447700900142',
    createdAt: '2026-11-24T09:02:00.000Z',
    withheld: null,
    details: { status: 'delivered', at: '2026-11-24T09:02:01.000Z' },
    answeredAt: null,
  },
  responses: [{ id: id(3), submittedAt: '2026-11-24T09:03:00.000Z' }],
  emails: ['wilhelmina.featherstonehaugh@thelashroom.example'],
  salons: [{ id: id(4), name: 'The Lash Room', ownerName: 'Wilhelmina', state: 'ready' }],
  clients: [
    {
      id: id(5),
      salonId: id(6),
      salonName: 'Glow & Co.',
      firstName: 'Wilhelmina',
      lastVisit: '2026-06-19',
      visits: 3,
      flags: ['vip'],
    },
  ],
  optOut: {
    phoneNumber: '+447700900142',
    since: '2026-11-24T09:09:00.000Z',
    source: 'keyword',
    wording: 'STOP',
    recordedBy: null,
  },
})

const glow = { id: id(6), name: 'Glow & Co.' }

/** One entry of most kinds, newest first. */
export const knownEntries: PersonEntry[] = [
  entryForTests(9, { kind: 'consent', state: 'opt_out', text: 'STOP', detail: 'keyword' }),
  entryForTests(8, { state: 'opt_out', text: 'STOP', detail: 'inbound' }),
  entryForTests(7, { kind: 'note', text: 'Calls back on Monday after four', by: 'maya' }),
  entryForTests(6, { kind: 'visit', state: 'booked', text: '2026-12-01', by: 'maya', salon: glow }),
  entryForTests(5, { kind: 'contact', text: 'What does it cost?', detail: 'Prices', by: 'Wilhelmina' }),
  entryForTests(4, { kind: 'questionnaire', text: 'People forget to rebook' }),
  entryForTests(3, { kind: 'lead' }),
  entryForTests(2, { kind: 'sent', state: 'delivered', detail: 'first_text', text: 'Hi!', by: 'maya' }),
  entryForTests(1, { kind: 'prospect', text: 'Nails', detail: 'Scraper', at: '2026-11-20T09:00:00.000Z' }),
]
