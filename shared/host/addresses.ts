/** The seven tabs in the specification's order with their names; key 1 opens the first. */
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

/** Name of the meta element in the console's page that says that nobody is signed in. */
export const signedOutMark = 'signed-out'

/** Which screen a path means. Both dashboard paths are one; `/admin/sms` is the SMS screen on its own. */
export type Screen =
  | { name: 'login' }
  | { name: 'dashboard'; tab: TabId; params: URLSearchParams }
  | { name: 'sms'; params: URLSearchParams }
  | { name: 'missing' }

/** Those that only a person with a session sees. */
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
 * What the query of a dashboard path may say, beside `tab`:
 * - sms: `number` (open conversation, E.164) with `text` (the line it was opened from) and `see` (a text of ours to
 *   open it at), `reply` (number whose reply dialog is open), `filter` (all, review, optout, processed), `search`;
 *   `unknown` (any value: the texts nobody can say were sent)
 * - prospects: `status` (a contact status, or `none`), `category`, `country`, `rating`, `reviews`, `phoneType`,
 *   `reached` (a step of the funnel), `search`, `sort` (a column, with `-` before it descending);
 *   `campaign` (id whose progress is shown)
 * - contact: `search`; `message` (id of the one that is open)
 * - dash: `show` (`optouts`: the numbers that opted out)
 * - waitlist: `response` (id whose details are open), `sort` (`score`: the most promising first)
 * - any: `account` (`password`, `twoStep`, `places`: that part of the account dialog)
 */
export type TabParams = Record<string, string | undefined>

/** Parameters that a tab keeps when it is left and opened again: filters and sorting, not what is open. */
export const persistedParams: Partial<Record<TabId, readonly string[]>> = {
  contact: ['search'],
  sms: ['filter', 'search'],
  prospects: ['status', 'category', 'country', 'rating', 'reviews', 'phoneType', 'reached', 'search', 'sort'],
}

/** `pathOf('sms', { number: '+447700900142' })`; params that are undefined are left out. */
export function pathOf(tab: TabId, params: TabParams = {}): string {
  const query = new URLSearchParams()
  if (tab !== 'leads') query.set('tab', tab)
  for (const [name, value] of Object.entries(params)) if (value !== undefined) query.set(name, value)
  // Not `size`, which Node 18 has not: the desktop's main process may run on it.
  const words = query.toString()
  return words === '' ? '/admin' : `/admin?${words}`
}
