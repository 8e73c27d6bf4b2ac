import { BlockList, isIP } from 'node:net'
import { parseAddress } from '../http/address.ts'

/** IPv4 networks without public addresses: private, shared, loopback, link-local, test, multicast, reserved. */
const notPublic = new BlockList()
for (const [net, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  notPublic.addSubnet(net, bits, 'ipv4')
// Within the global addresses: tunnels, which can lead to any IPv4 address, and documentation.
for (const [net, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  notPublic.addSubnet(net, bits, 'ipv6')
const globalAddresses = new BlockList()
globalAddresses.addSubnet('2000::', 3, 'ipv6')

/** Whether this IP address is public, so that events may be sent to it. */
export function isPublicTarget(given: string): boolean {
  const address = parseAddress(given)
  if (address === null) return false
  if (isIP(address) === 4) return !notPublic.check(address, 'ipv4')
  return globalAddresses.check(address, 'ipv6') && !notPublic.check(address, 'ipv6')
}
