import { BlockList, isIP } from 'node:net'

const privateAddresses = new BlockList()
for (const [address, prefix] of [
  ['127.0.0.0', 8],
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['169.254.0.0', 16],
] as const) {
  // IPv4-mapped IPv6 too: not every Node version matches it against the IPv4 subnet.
  privateAddresses.addSubnet(address, prefix, 'ipv4')
  privateAddresses.addSubnet(`::ffff:${address}`, 96 + prefix, 'ipv6')
}
privateAddresses.addAddress('::1', 'ipv6')
privateAddresses.addSubnet('fc00::', 7, 'ipv6')
privateAddresses.addSubnet('fe80::', 10, 'ipv6')

/**
 * Whether a URL's hostname is this computer or its private network. Only complete IP addresses match: anyone can
 * register a name that begins like one (10.evil.com).
 */
export function isPrivateNetwork(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
  const version = isIP(host)
  if (version !== 0) return privateAddresses.check(host, version === 4 ? 'ipv4' : 'ipv6')
  return !host.includes('.') || host.endsWith('.localhost') || host.endsWith('.local')
}
