import { createRequire } from 'node:module'
import { BlockList, isIP } from 'node:net'
import { open, type Response } from 'maxmind'

const FILE = '@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb'

type CountryRow = Response & { country_code?: string }

// Private ranges: the table assigns some of them to the country of the surrounding block.
const local = new BlockList()
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const) {
  local.addSubnet(network, bits, 'ipv4')
}
local.addAddress('::1', 'ipv6')
local.addSubnet('fc00::', 7, 'ipv6')
local.addSubnet('fe80::', 10, 'ipv6')

/** Two-letter country of an address; null for private, malformed and unknown ones. Loads the table once, into memory. */
export async function createCountryLookup(): Promise<(address: string) => string | null> {
  const ranges = await open<CountryRow>(createRequire(import.meta.url).resolve(FILE))
  return (address) => {
    // A dual-stack socket shows IPv4 addresses as ::ffff:192.0.2.1.
    const plain = address.replace(/^::ffff:(?=\d+\.)/i, '')
    const family = isIP(plain)
    if (family === 0 || local.check(plain, family === 4 ? 'ipv4' : 'ipv6')) return null
    const code = ranges.get(plain)?.country_code
    return code && /^[A-Z]{2}$/.test(code) ? code : null
  }
}
