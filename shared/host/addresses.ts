/** The seven tabs in their order with their names; key 1 opens the first. */
export const tabLabels = {
  leads: 'Leads',
  contact: 'Contact',
  prospects: 'Prospects',
  waitlist: 'Waitlist',
  dash: 'SMS Dash',
  sms: 'SMS',
  import: 'Import',
} as const

export type TabId = keyof typeof tabLabels
export const tabIds = Object.keys(tabLabels) as readonly TabId[]

export const loginPath = '/admin/login'

/** The page of a one-time link to choose a password; the token is its fragment, which browsers send to no server. */
export const staffLinkPath = '/admin/invitation'

/** Name of the meta element that the server adds to the console's page when there is no session. */
export const signedOutMark = 'signed-out'

/** The list of salons; below it `/{id}`, one salon. */
export const salonsPath = '/admin/salons'

/** The replies desk over all salons. */
export const repliesPath = `${salonsPath}/replies`

/** What salons owe, and each month. */
export const moneyPath = `${salonsPath}/money`

/** API keys and how other systems connect. */
export const connectPath = `${salonsPath}/connect`

/** `/admin/people/+447700900142`: everything about one number, of sales and salons. */
export const personPath = (number: string) => `/admin/people/${encodeURIComponent(number)}`

/**
 * The screen of a path. `/admin` and `/admin-dashboard` are the same; `/admin/sms` is the SMS screen alone.
 * The dashboard is the Sales workspace, `salons`, `salon`, `statement`, `replies`, `money` and `connect` are the
 * Salons workspace; a person belongs to both.
 */
export type Screen =
  | { name: 'login' }
  | { name: 'invitation' }
  | { name: 'dashboard'; tab: TabId; params: URLSearchParams }
  | { name: 'sms' | 'salons' | 'replies' | 'money' | 'connect'; params: URLSearchParams }
  | { name: 'salon'; id: string; params: URLSearchParams }
  | { name: 'statement'; id: string; number: number; params: URLSearchParams }
  | { name: 'person'; number: string; params: URLSearchParams }
  | { name: 'missing' }

/** Screens that require a session. */
export type ConsoleScreen = Exclude<Screen, { name: 'login' | 'invitation' | 'missing' }>

/** Screens with bar and rail. In the desktop app their bar is the title bar. */
export const hasBar = ({ name }: Screen) =>
  name !== 'login' && name !== 'invitation' && name !== 'missing' && name !== 'sms'

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i

export function screenOf(path: string): Screen {
  const { pathname, searchParams: params } = new URL(path, 'http://host')
  const name = pathname.replace(/\/+$/, '')
  if (name === loginPath) return { name: 'login' }
  if (name === staffLinkPath) return { name: 'invitation' }
  if (name === '/admin/sms') return { name: 'sms', params }
  if (name === salonsPath) return { name: 'salons', params }
  if (name === repliesPath) return { name: 'replies', params }
  if (name === moneyPath) return { name: 'money', params }
  if (name === connectPath) return { name: 'connect', params }
  if (name.startsWith(`${salonsPath}/`)) return salonScreenOf(name.slice(salonsPath.length + 1), params)
  const [, plus, digits] = /^\/admin\/people\/(%2B|\+)?(\d{3,20})$/i.exec(name) ?? []
  if (digits) return { name: 'person', number: `${plus ? '+' : ''}${digits}`, params }
  if (name !== '/admin' && name !== '/admin-dashboard') return { name: 'missing' }
  const tab = tabIds.find((id) => id === params.get('tab')) ?? 'leads'
  return { name: 'dashboard', tab, params }
}

/** The screen of what follows the list's path: `{id}` or `{id}/statements/{number}`. */
function salonScreenOf(rest: string, params: URLSearchParams): Screen {
  const [id = '', statements, number = '', ...more] = rest.split('/')
  if (!uuid.test(id) || more.length > 0) return { name: 'missing' }
  if (statements === undefined) return { name: 'salon', id, params }
  const known = statements === 'statements' && /^[1-9]\d{0,5}$/.test(number)
  return known ? { name: 'statement', id, number: Number(number), params } : { name: 'missing' }
}

/**
 * Query parameters of a dashboard path, besides `tab`:
 * - sms: `number` (open conversation, E.164) with `text` (row it was opened from) and `see` (outbound text to scroll
 *   to), `reply` (number in the reply dialog), `filter` (all, review, optout, processed), `search`
 * - prospects: `status` (a contact status, or `none`), `category`, `country`, `rating`, `reviews`, `phoneType`,
 *   `reached` (a step of the funnel), `search`, `sort` (a column, with `-` before it descending);
 *   `campaign` (id of the campaign that is open)
 * - contact: `search`, `show` (`open`: without those that are done); `message` (id of the open message)
 * - dash: `show` (`optouts`: the suppressed numbers, `followup`: the switch); `days` (30, 90, all: days of the charts); `sort` (a column of
 *   the table of campaigns, with `-` before it descending); `campaign` with `outcome` (the open figure)
 * - waitlist: `response` (id of the open response), `sort` (`score`: highest score first), `add` (`salon`: the form that
 *   makes a salon of the open response)
 * - any: `account` (`password`, `twoStep`, `places`, `staff`: open part of the account dialog)
 *
 * Of the list of salons: `add` (`salon`: the form for a new salon), `sort` (a column, with `-` before it descending). Of a salon: `part` (its open part);
 * of its clients `reason` (filter) and `client` (id of the open client); of its results `campaign` and `step` (the number
 * that is open); of its visits `state` (filter), `visit` (id of the open visit), and `add` (`visit`: the form for a new
 * visit) with `client` (the client of that visit).
 * Of the replies desk: `state` (`all`: also processed texts), `salon`, `number` and `text` (the open conversation).
 */
export type TabParams = Record<string, string | undefined>

/** Parameters that a tab restores when it is reopened: filters and sorting, not open rows. */
export const persistedParams: Partial<Record<TabId, readonly string[]>> = {
  contact: ['search', 'show'],
  dash: ['days', 'sort'],
  sms: ['filter', 'search'],
  prospects: ['status', 'category', 'country', 'rating', 'reviews', 'phoneType', 'reached', 'search', 'sort'],
}

/** `pathOf('sms', { number: '+447700900142' })`; undefined parameters are left out. */
export function pathOf(tab: TabId, params: TabParams = {}): string {
  const query = new URLSearchParams()
  if (tab !== 'leads') query.set('tab', tab)
  for (const [name, value] of Object.entries(params)) if (value !== undefined) query.set(name, value)
  // Not `size`: Electron's main process may run Node 18, which lacks it.
  const search = query.toString()
  return search === '' ? '/admin' : `/admin?${search}`
}

/** `salonPath(id, 'settings')`; without `part` its overview. */
export const salonPath = (id: string, part?: string) =>
  `${salonsPath}/${id}${part === undefined ? '' : `?part=${part}`}`

/** `/admin/salons/{id}/statements/3` */
export const statementPath = (id: string, number: number) => `${salonsPath}/${id}/statements/${number}`
