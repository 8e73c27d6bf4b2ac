import { BlockList, isIP } from 'node:net'

/** Whose X-Forwarded-For is trusted: a number of proxies in a row, or all proxies in some networks. */
export interface ProxyTrust {
  hops: number
  networks: BlockList | null
}

/** Parses TRUST_PROXY; null when it is malformed. */
export function readTrust(text: string): ProxyTrust | null {
  const word = text.trim().toLowerCase()
  if (/^(off|false|0)$/.test(word)) return { hops: 0, networks: null }
  if (/^(on|true)$/.test(word)) return { hops: 1, networks: null }
  if (/^\d{1,2}$/.test(word)) return { hops: Number(word), networks: null }
  const networks = new BlockList()
  return word.split(',').every((part) => addNetwork(networks, part.trim())) ? { hops: 0, networks } : null
}

function addNetwork(list: BlockList, text: string): boolean {
  const [address = '', prefix, ...rest] = text.split('/')
  const family = isIP(address)
  const most = family === 4 ? 32 : 128
  const bits = prefix === undefined ? most : Number(prefix)
  if (family === 0 || rest.length > 0 || !/^\d{1,3}$/.test(prefix ?? '0') || bits > most) return false
  list.addSubnet(address, bits, familyName(address))
  return true
}

const familyName = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4')

// The longest written form is one of IPv6 with an IPv4 tail, brackets, a zone and a port.
const LONGEST = 80

/**
 * The one spelling of an address as a header or a socket names it: without port, brackets and zone, IPv4 on a
 * dual-stack socket as IPv4. Null for anything else.
 */
export function readAddress(text: string): string | null {
  if (text.length > LONGEST) return null
  const bare = text.trim().replace(/^"|"$/g, '')
  const [, bracketed] = /^\[([^\]]*)\](?::\d+)?$/.exec(bare) ?? []
  const [, dotted] = /^([\d.]+)(?::\d+)?$/.exec(bare) ?? []
  const address = (bracketed ?? dotted ?? bare).replace(/%.*$/, '')
  if (isIP(address) === 4) return address
  return isIP(address) === 6 ? plain(new URL(`http://[${address}]/`).hostname.slice(1, -1)) : null
}

/** `::ffff:c000:201`, as addresses are written shortest, is 192.0.2.1. */
function plain(address: string): string {
  const [, high = '', low = ''] = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/.exec(address) ?? []
  if (low === '') return address
  const bits = Number.parseInt(high, 16) * 65_536 + Number.parseInt(low, 16)
  return [24, 16, 8, 0].map((shift) => Math.floor(bits / 2 ** shift) % 256).join('.')
}

/** What an address counts as: one IPv6 visitor has a /64 to choose from, and would never meet a limit. */
export function networkOf(address: string): string {
  if (isIP(address) !== 6) return address
  const [head = '', tail] = address.split('::')
  const groups = (part: string | undefined) => (part ? part.split(':') : [])
  const [left, right] = [groups(head), groups(tail)]
  const middle = Array.from({ length: 8 - left.length - right.length }, () => '0')
  return `${[...left, ...middle, ...right].slice(0, 4).join(':')}::/64`
}

// A longer chain is forged, and reading it whole would cost CPU.
const MAX_PROXIES = 32

/**
 * The visitor's address: the connection's own or, where that is a trusted proxy, the one it forwards for. Read from the
 * right, where each proxy appends its peer; entries left of the first untrusted one may be forged.
 */
export function visitorOf(peer: string, forwarded: string | undefined, trust: ProxyTrust): string | null {
  let address = readAddress(peer)
  const said = (forwarded ?? '').split(',')
  for (let hop = 0; hop < MAX_PROXIES && hop < said.length && isTrusted(address, hop, trust); hop++) {
    const before = readAddress(said[said.length - 1 - hop] ?? '')
    if (before === null) break
    address = before
  }
  return address
}

/** Whether the proxy with this address, so many hops before us, is trusted. */
function isTrusted(address: string | null, hop: number, { hops, networks }: ProxyTrust): boolean {
  if (networks === null) return hop < hops
  return address !== null && networks.check(address, familyName(address))
}

/** Whether the one that connected to us may speak for others. */
export const speaksForOthers = (peer: string, trust: ProxyTrust) => isTrusted(readAddress(peer), 0, trust)

const inside = new BlockList()
for (const [net, bits] of [
  ['127.0.0.0', 8],
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['169.254.0.0', 16],
] as const)
  inside.addSubnet(net, bits, 'ipv4')
for (const [net, bits] of [
  ['::1', 128],
  ['fc00::', 7],
  ['fe80::', 10],
] as const)
  inside.addSubnet(net, bits, 'ipv6')

/** Whether an address can be a visitor's own. A loopback or private one belongs to a proxy and is shared by all visitors. */
export function isPublicAddress(address: string): boolean {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '').replace(/\/\d+$/, '')
  const family = isIP(plain)
  return family !== 0 && !inside.check(plain, family === 6 ? 'ipv6' : 'ipv4')
}
