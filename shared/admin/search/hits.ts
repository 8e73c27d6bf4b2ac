import { pathOf, personPath, salonPath, salonsPath } from '../../host/addresses.ts'
import type { ReplyOf } from '../../platform/http/endpoint.ts'
import { formatPhone, typedNumber } from '../../sms/phone.ts'
import { type Found, type FoundGroup, MAX_FOUND, type people } from '../people/contract.ts'

export type Found8 = ReplyOf<typeof people.search>

/** One line of the search. It opens a path, or does something. */
export interface Hit {
  /** Unique among all lines. */
  id: string
  label: string
  detail: string | null
  to: string | (() => void)
}

export interface HitGroup {
  title: string
  hits: Hit[]
  /** Matches beyond those shown (null: too many to count), and where all of them can be seen; null without such a list. */
  more: { count: number | null; to: string | null } | null
}

type Kind = keyof Found8

interface KindOfHit {
  title: string
  /** Where one of them opens. */
  to: (found: Found) => string
  /** The list with its own search; null where there is none. */
  all: (text: string) => string | null
}

const person = ({ phone }: Found) => personPath(phone ?? '')

/** In the order of the list. */
const kinds: Record<Kind, KindOfHit> = {
  prospects: { title: 'Prospects', to: person, all: (search) => pathOf('prospects', { search }) },
  leads: { title: 'Leads', to: person, all: () => null },
  clients: { title: 'Clients of salons', to: person, all: () => null },
  salons: { title: 'Salons', to: ({ id }) => salonPath(id), all: () => salonsPath },
  waitlist: { title: 'Waitlist', to: person, all: () => null },
  contact: {
    title: 'Contact messages',
    to: ({ id }) => pathOf('contact', { message: id }),
    all: (search) => pathOf('contact', { search }),
  },
}

/** What was found, without empty groups. */
function foundGroups(found: Found8, text: string): HitGroup[] {
  return (Object.keys(kinds) as Kind[]).flatMap((kind) => {
    const { items, total }: FoundGroup = found[kind]
    if (items.length === 0) return []
    const { title, to, all } = kinds[kind]
    const more = total - items.length
    const count = total < MAX_FOUND ? more : null
    const hits = items.map((item) => ({ id: `${kind} ${item.id}`, to: to(item), ...words(item) }))
    return [{ title, hits, more: more > 0 ? { count, to: all(text) } : null }]
  })
}

/** The name with the number beside it, or the number alone. */
function words({ name, phone, detail }: Found) {
  const number = phone && formatPhone(phone)
  const beside = [name && number, detail].filter(Boolean).join(' · ')
  return { label: name ?? number ?? '', detail: beside || null }
}

/** A whole number that is on no list can still have texts. */
function numberGroup(text: string): HitGroup[] {
  const phone = typedNumber(text)
  if (!phone) return []
  const hit = {
    id: phone,
    label: formatPhone(phone),
    detail: 'Everything about this number',
    to: personPath(phone),
  }
  return [{ title: 'Number', hits: [hit], more: null }]
}

const startsWith = (text: string) => (hit: Hit) => hit.label.toLowerCase().startsWith(text)

/** Screens and actions that begin with the text come first, then what the server found, then other screens and actions. */
export function groupsOf({
  text,
  found,
  screens,
  actions,
}: {
  text: string
  found: Found8 | undefined
  screens: Hit[]
  actions: Hit[]
}): HitGroup[] {
  const search = text.trim().toLowerCase()
  const group = (title: string, hits: Hit[]): HitGroup[] =>
    hits.length > 0 ? [{ title, hits, more: null }] : []
  if (search === '') return [...group('Screens', screens), ...group('Actions', actions)]
  const matching = [...screens, ...actions].filter(({ label }) => label.toLowerCase().includes(search))
  const first = matching.filter(startsWith(search))
  const others = matching.filter((hit) => !first.includes(hit))
  const people = found ? foundGroups(found, text.trim()) : []
  return [
    ...group('Go to', first),
    ...people,
    ...(found && people.length === 0 ? numberGroup(text) : []),
    ...group('Screens and actions', others),
  ]
}
