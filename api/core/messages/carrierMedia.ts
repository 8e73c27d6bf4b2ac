/** The largest picture that is shown, bytes. Carriers deliver at most 5 MB. */
export const MAX_PICTURE = 5 * 1024 * 1024
/** The carrier's list of ten files is a few KB. */
const MAX_LIST = 65_536
const TIMEOUT_MS = 15_000
const MAX_REDIRECTS = 3

export type CarrierMedia =
  | { kind: 'found'; bytes: Uint8Array }
  /** Unknown to the carrier, or deleted there. */
  | { kind: 'missing' }
  | { kind: 'tooLarge' }

export interface MediaSettings {
  accountSid: string
  token: string
  /** Origin of the API. */
  base: string
  timeoutMs?: number
}

/**
 * The file with this index of a received text. The address is built from the account, the text and the carrier's list of
 * its files, never from a webhook. Throws if the carrier cannot be reached, is too slow or redirects elsewhere.
 */
export async function fetchMedia(
  settings: MediaSettings,
  { sid, index }: { sid: string; index: number },
): Promise<CarrierMedia> {
  if (!/^(SM|MM)[0-9a-f]{32}$/i.test(sid)) return { kind: 'missing' }
  const signal = AbortSignal.timeout(settings.timeoutMs ?? TIMEOUT_MS)
  const files = `${settings.base}/2010-04-01/Accounts/${settings.accountSid}/Messages/${sid}/Media`
  const list = await get(settings, `${files}.json?PageSize=20`, { signal, limit: MAX_LIST })
  if (list.kind !== 'found') return list
  const media = mediaSids(list.bytes)[index]
  return media === undefined
    ? { kind: 'missing' }
    : get(settings, `${files}/${media}`, { signal, limit: MAX_PICTURE })
}

/** SIDs in the carrier's list, in an order that repeats. */
function mediaSids(json: Uint8Array): string[] {
  const { media_list: list } = JSON.parse(new TextDecoder().decode(json)) as { media_list?: unknown }
  if (!Array.isArray(list)) throw new Error('The carrier sent no list of files')
  return list
    .map((one: { sid?: unknown }) => String(one?.sid))
    .filter((sid) => /^ME[0-9a-f]{32}$/i.test(sid))
    .sort()
}

type Get = { signal: AbortSignal; limit: number }

async function get(settings: MediaSettings, url: string, { signal, limit }: Get): Promise<CarrierMedia> {
  let at = new URL(url)
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
    const response = await fetch(at, { headers: credentialsFor(settings, at), redirect: 'manual', signal })
    const next = response.headers.get('location')
    if (response.status >= 300 && response.status < 400 && next !== null) {
      await response.body?.cancel()
      at = new URL(next, at)
      if (!isOfCarrier(at, settings.base)) throw new Error('The carrier redirected to another host')
      continue
    }
    if (response.ok) return readUpTo(response, limit)
    await response.body?.cancel()
    if (response.status === 404 || response.status === 410) return { kind: 'missing' }
    throw new Error(`The carrier answered ${response.status}`)
  }
  throw new Error('The carrier redirected too often')
}

/** Only the API gets our credentials: its storage has signed addresses. */
const credentialsFor = ({ accountSid, token, base }: MediaSettings, url: URL): Record<string, string> =>
  url.origin === new URL(base).origin
    ? { authorization: `Basic ${Buffer.from(`${accountSid}:${token}`).toString('base64')}` }
    : {}

const carrierHosts = /(^|\.)(twilio|twiliocdn)\.com$/

/** The API itself, or the carrier's storage over https: its own hosts, and its bucket at Amazon. */
export function isOfCarrier(url: URL, base: string): boolean {
  if (url.origin === new URL(base).origin) return true
  if (url.protocol !== 'https:' || url.port !== '' || url.username !== '') return false
  if (carrierHosts.test(url.hostname)) return true
  const isAmazon = /^s3(-external-1)?\.amazonaws\.com$/.test(url.hostname)
  return isAmazon && url.pathname.startsWith('/media.twiliocdn.com/')
}

/** Reads no further than the limit, whatever the headers say. */
async function readUpTo(response: Response, limit: number): Promise<CarrierMedia> {
  const chunks: Uint8Array[] = []
  let total = 0
  if (Number(response.headers.get('content-length')) > limit) {
    await response.body?.cancel()
    return { kind: 'tooLarge' }
  }
  for await (const chunk of response.body ?? []) {
    total += chunk.length
    // Leaving the loop cancels the download.
    if (total > limit) return { kind: 'tooLarge' }
    chunks.push(chunk)
  }
  return { kind: 'found', bytes: Buffer.concat(chunks) }
}
