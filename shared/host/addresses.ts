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

/** Name of the meta element that the server adds to the console's page when there is no session. */
export const signedOutMark = 'signed-out'

/** The screen of a path. `/admin` and `/admin-dashboard` are the same; `/admin/sms` is the SMS screen alone. */
export type Screen =
  | { name: 'login' }
  | { name: 'dashboard'; tab: TabId; params: URLSearchParams }
  | { name: 'sms'; params: URLSearchParams }
  | { name: 'missing' }

/** Screens that require a session. */
export type ConsoleScreen = Extract<Screen, { name: 'dashboard' | 'sms' }>

export function screenOf(path: string): Screen {
  const { pathname, searchParams: params } = new URL(path, 'http://host')
  const name = pathname.replace(/\/+$/, '')
  if (name === loginPath) return { name: 'login' }
  if (name === '/admin/sms') return { name: 'sms', params }
  if (name !== '/admin' && name !== '/admin-dashboard') return { name: 'missing' }
  const tab = tabIds.find((id) => id === params.get('tab')) ?? 'leads'
  return { name: 'dashboard', tab, params }
}

/**
 * Query parameters of a dashboard path, besides `tab`:
 * - sms: `number` (open conversation, E.164) with `text` (row it was opened from) and `see` (outbound text to scroll
 *   to), `reply` (number in the reply dialog), `filter` (all, review, optout, processed), `search`
 * - prospects: `status` (a contact status, or `none`), `category`, `country`, `rating`, `reviews`, `phoneType`,
 *   `reached` (a step of the funnel), `search`, `sort` (a column, with `-` before it descending);
 *   `campaign` (id of the campaign that is open)
 * - contact: `search`; `message` (id of the open message)
 * - dash: `show` (`optouts`: the list of suppressed numbers)
 * - waitlist: `response` (id of the open response), `sort` (`score`: highest score first)
 * - any: `account` (`password`, `twoStep`, `places`: open part of the account dialog)
 */
export type TabParams = Record<string, string | undefined>

/** Parameters that a tab restores when it is reopened: filters and sorting, not open rows. */
export const persistedParams: Partial<Record<TabId, readonly string[]>> = {
  contact: ['search'],
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
