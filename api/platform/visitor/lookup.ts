import { createRequire } from 'node:module'
import { isIP } from 'node:net'
import { open, type Response } from 'maxmind'
import { isPublicAddress } from '../http/address.ts'

const FILE = '@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb'

type CountryRow = Response & { country_code?: string }

/** Two-letter country of an address; null for private, malformed and unknown ones. Loads the table once, into memory. */
export async function createCountryLookup(): Promise<(address: string) => string | null> {
  const ranges = await open<CountryRow>(createRequire(import.meta.url).resolve(FILE))
  return (address) => {
    // A dual-stack socket shows IPv4 addresses as ::ffff:192.0.2.1.
    const plain = address.replace(/^::ffff:(?=\d+\.)/i, '')
    // The table assigns some private ranges to the country of the surrounding block.
    if (isIP(plain) === 0 || !isPublicAddress(plain)) return null
    const code = ranges.get(plain)?.country_code
    return code && /^[A-Z]{2}$/.test(code) ? code : null
  }
}
