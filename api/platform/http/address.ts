import { BlockList, isIP } from 'node:net'

/** Proxies with a trusted X-Forwarded-For header: a number of hops, or all proxies in some networks. */
export interface ProxyTrust {
  hops: number
  networks: BlockList | null
}

/** Parses TRUST_PROXY; null when it is malformed. */
export function parseTrustProxy(text: string): ProxyTrust | null {
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

// The longest form is IPv6 with an IPv4 tail, brackets, a zone and a port.
const LONGEST = 80

/**
 * Normalizes an address of a header or a socket: removes port, brackets and zone, and converts IPv4-mapped IPv6 to IPv4.
 * Null when it is not an address.
 */
export function parseAddress(text: string): string | null {
  if (text.length > LONGEST) return null
  const bare = text.trim().replace(/^"|"$/g, '')
  const [, bracketed] = /^\[([^\]]*)\](?::\d+)?$/.exec(bare) ?? []
  const [, dotted] = /^([\d.]+)(?::\d+)?$/.exec(bare) ?? []
  const address = (bracketed ?? dotted ?? bare).replace(/%.*$/, '')
  if (isIP(address) === 4) return address
  return isIP(address) === 6 ? unmapped(new URL(`http://[${address}]/`).hostname.slice(1, -1)) : null
}

/** `::ffff:c000:201` is 192.0.2.1. */
function unmapped(address: string): string {
  const [, high = '', low = ''] = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/.exec(address) ?? []
  if (low === '') return address
  const bits = Number.parseInt(high, 16) * 65_536 + Number.parseInt(low, 16)
  return [24, 16, 8, 0].map((shift) => Math.floor(bits / 2 ** shift) % 256).join('.')
}

/** The network that rate limits count: an IPv6 visitor can choose from a whole /64. */
export function networkOf(address: string): string {
  if (isIP(address) !== 6) return address
  const [head = '', tail] = address.split('::')
  const groups = (part: string | undefined) => (part ? part.split(':') : [])
  const [left, right] = [groups(head), groups(tail)]
  const middle = Array.from({ length: 8 - left.length - right.length }, () => '0')
  return `${[...left, ...middle, ...right].slice(0, 4).join(':')}::/64`
}

// Bounds the work for a forged chain.
const MAX_PROXIES = 32

/**
 * The visitor's address: the peer's, or the one that a trusted proxy forwards for. Read from the right, where each proxy
 * appends its peer; entries left of the first untrusted one may be forged.
 */
export function resolveVisitorAddress(
  peer: string,
  forwarded: string | undefined,
  trust: ProxyTrust,
): string | null {
  let address = parseAddress(peer)
  const chain = (forwarded ?? '').split(',')
  for (let hop = 0; hop < MAX_PROXIES && hop < chain.length && isTrustedHop(address, hop, trust); hop++) {
    const before = parseAddress(chain[chain.length - 1 - hop] ?? '')
    if (before === null) break
    address = before
  }
  return address
}

/** Whether to trust the proxy with this address, `hop` hops away. */
function isTrustedHop(address: string | null, hop: number, { hops, networks }: ProxyTrust): boolean {
  if (networks === null) return hop < hops
  return address !== null && networks.check(address, familyName(address))
}

/** Whether to trust the forwarding headers of this peer. */
export const isTrustedProxy = (peer: string, trust: ProxyTrust) => isTrustedHop(parseAddress(peer), 0, trust)

const privateNetworks = new BlockList()
for (const [net, bits] of [
  ['0.0.0.0', 8],
  ['127.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['169.254.0.0', 16],
] as const)
  privateNetworks.addSubnet(net, bits, 'ipv4')
for (const [net, bits] of [
  ['::1', 128],
  ['fc00::', 7],
  ['fe80::', 10],
] as const)
  privateNetworks.addSubnet(net, bits, 'ipv6')

/** Whether an address is public. A loopback or private one belongs to a proxy and is shared by all its visitors. */
export function isPublicAddress(address: string): boolean {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '').replace(/\/\d+$/, '')
  const family = isIP(plain)
  return family !== 0 && !privateNetworks.check(plain, family === 6 ? 'ipv6' : 'ipv4')
}
