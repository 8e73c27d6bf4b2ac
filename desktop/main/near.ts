import { BlockList, isIP } from 'node:net'

const nearAddresses = new BlockList()
for (const [address, prefix] of [
  ['127.0.0.0', 8],
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['169.254.0.0', 16],
] as const) {
  // An IPv4 address written as IPv6 counts as what it is; not every Node compares the two by itself.
  nearAddresses.addSubnet(address, prefix, 'ipv4')
  nearAddresses.addSubnet(`::ffff:${address}`, 96 + prefix, 'ipv6')
}
nearAddresses.addAddress('::1', 'ipv6')
nearAddresses.addSubnet('fc00::', 7, 'ipv6')
nearAddresses.addSubnet('fe80::', 10, 'ipv6')

/**
 * Whether a URL's hostname is this computer or a network that is not the internet. Numbers count only as whole
 * addresses: anybody can register a name that begins like one (10.evil.com).
 */
export function isNear(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
  const kind = isIP(host)
  if (kind !== 0) return nearAddresses.check(host, kind === 4 ? 'ipv4' : 'ipv6')
  return !host.includes('.') || host.endsWith('.localhost') || host.endsWith('.local')
}
