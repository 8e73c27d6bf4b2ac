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

/** What happened at each salon this month. */
export const healthPath = `${salonsPath}/health`

/** API keys and how other systems connect. */
export const connectPath = `${salonsPath}/connect`

/** `/admin/people/+447700900142`: everything about one number, of sales and salons. */
export const personPath = (number: string) => `/admin/people/${encodeURIComponent(number)}`

/**
 * The screen of a path. `/admin` and `/admin-dashboard` are the same; `/admin/sms` is the SMS screen alone.
 * The dashboard is the Sales workspace, `salons`, `salon`, `statement`, `replies`, `health`, `money` and `connect` are the
 * Salons workspace; a person belongs to both.
 */
export type Screen =
  | { name: 'login' }
  | { name: 'invitation' }
  | { name: 'dashboard'; tab: TabId; params: UrlParams }
  | { name: 'sms' | 'salons' | 'replies' | 'health' | 'money' | 'connect'; params: UrlParams }
  | { name: 'salon'; id: string; params: UrlParams }
  | { name: 'statement'; id: string; number: number; params: UrlParams }
  | { name: 'person'; number: string; params: UrlParams }
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
  if (name === healthPath) return { name: 'health', params }
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
 * Query parameters by screen, besides `tab`; other names do not compile. `kept`: filters and sorting, which a tab restores when
 * it is reopened. `open`: what is open now.
 */
export const urlParams = {
  /** `password`, `twoStep`, `places`, `emails`, `staff`: open part of the account dialog. */
  any: { account: 'open' },
  leads: {},
  /** `show=open`: without messages that are done. `message`: id of the open one. */
  contact: { search: 'kept', show: 'kept', message: 'open' },
  /** `status`: a contact status or `none`. `reached`: a step of the funnel. `sort`: a column, `-` before it: descending. */
  prospects: {
    status: 'kept',
    category: 'kept',
    country: 'kept',
    rating: 'kept',
    reviews: 'kept',
    phoneType: 'kept',
    reached: 'kept',
    search: 'kept',
    sort: 'kept',
    campaign: 'open',
  },
  /** `add=salon`: the form that makes a salon of the open `response`. `sort=score`: highest score first. */
  waitlist: { sort: 'kept', response: 'open', add: 'open' },
  /** `show`: `optouts` or `followup`. `days`: 30, 90, all. `campaign`, `step` and `outcome`: the open figure. */
  dash: { days: 'kept', sort: 'kept', show: 'open', campaign: 'open', step: 'open', outcome: 'open' },
  /**
   * `number`: open conversation, E.164. `text`: row it was opened from. `see`: text to scroll to. `reply`: number in the reply
   * dialog. `filter`: all, review, optout, processed.
   */
  sms: {
    filter: 'kept',
    only: 'kept',
    search: 'kept',
    number: 'open',
    text: 'open',
    see: 'open',
    reply: 'open',
  },
  import: {},
  /** `add=salon`: the form for a new salon. */
  salons: { sort: 'open', add: 'open' },
  /**
   * `part`: open part. Clients: `reason` (filter), `client` (open one). Results: `campaign` and `step` (open number). Visits:
   * `state` (filter), `visit` (open one), `add=visit` (form for a new one) with `client`.
   */
  salon: {
    part: 'open',
    reason: 'open',
    client: 'open',
    campaign: 'open',
    step: 'open',
    state: 'open',
    visit: 'open',
    add: 'open',
  },
  /** `state=all`: also processed texts. `of`, `number` and `text`: the open conversation. `salon`: only its texts. */
  replies: {
    state: 'open',
    only: 'open',
    search: 'open',
    salon: 'open',
    of: 'open',
    number: 'open',
    text: 'open',
  },
} as const satisfies Record<TabId | 'any' | 'salons' | 'salon' | 'replies', Record<string, 'kept' | 'open'>>

export type ParamsScreen = keyof typeof urlParams

/** Names of the parameters of these screens. */
export type ParamOf<S extends ParamsScreen = ParamsScreen> = S extends ParamsScreen
  ? keyof (typeof urlParams)[S] | 'account'
  : never

export type UrlChanges<S extends ParamsScreen = ParamsScreen> = { [Name in ParamOf<S>]?: string | undefined }

/** Query parameters of an address, read by known names. */
export interface UrlParams<S extends ParamsScreen = ParamsScreen> extends Iterable<[string, string]> {
  get(name: ParamOf<S>): string | null
  has(name: ParamOf<S>): boolean
}

/** Parameters that a tab restores when it is reopened. */
export const keptParams = (tab: TabId): ParamOf<TabId>[] =>
  Object.entries<string>(urlParams[tab]).flatMap(([name, kind]) =>
    kind === 'kept' ? [name as ParamOf<TabId>] : [],
  )

/** `pathOf('sms', { number: '+447700900142' })`; undefined parameters are left out. */
export function pathOf<T extends TabId>(tab: T, params: UrlChanges<T> = {}): string {
  const query = new URLSearchParams()
  if (tab !== 'leads') query.set('tab', tab)
  for (const [name, value] of Object.entries<string | undefined>(params))
    if (value !== undefined) query.set(name, value)
  // Not `size`: Electron's main process may run Node 18, which lacks it.
  const search = query.toString()
  return search === '' ? '/admin' : `/admin?${search}`
}

/** `salonPath(id, 'settings')`; without `part` its overview. */
export const salonPath = (id: string, part?: string) =>
  `${salonsPath}/${id}${part === undefined ? '' : `?part=${part}`}`

/** `/admin/salons/{id}/statements/3` */
export const statementPath = (id: string, number: number) => `${salonsPath}/${id}/statements/${number}`
