import { expect, test } from 'vitest'
import { type App, testApp } from '../../testing/app.ts'
import { fictional } from '../../testing/factories.ts'
import { postJson } from '../../testing/postJson.ts'
import {
  networkOf,
  type ProxyTrust,
  parseAddress,
  parseTrustProxy,
  resolveVisitorAddress,
} from './address.ts'

test.each([
  ['192.0.2.1', '192.0.2.1'],
  [' 192.0.2.1 ', '192.0.2.1'],
  ['192.0.2.1:52944', '192.0.2.1'],
  ['2001:DB8:0:0:0:0:0:1', '2001:db8::1'],
  ['[2001:db8::1]', '2001:db8::1'],
  ['[2001:db8::1]:443', '2001:db8::1'],
  ['"[2001:db8::1]:443"', '2001:db8::1'],
  ['fe80::1%eth0', 'fe80::1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['[::ffff:192.0.2.1]:8080', '192.0.2.1'],
  ['::FFFF:c000:0201', '192.0.2.1'],
  ['::', '::'],
  ['', null],
  ['unknown', null],
  ['_hidden', null],
  ['192.0.2.256', null],
  ['192.0.2.1:52944:1', null],
  ['192.0.2.010', null],
  ['[192.0.2.1', null],
  ["192.0.2.1'; drop table rate_limits", null],
  ['1'.repeat(100), null],
])('%s is the address %s', (text, address) => {
  expect(parseAddress(text)).toBe(address)
})

test.each([
  ['192.0.2.1', '192.0.2.1'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2:ffff::', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['::', '0:0:0:0::/64'],
  ['unknown', 'unknown'],
])('%s counts as %s', (address, network) => {
  expect(networkOf(address)).toBe(network)
})

const trust = (text: string) => parseTrustProxy(text) as ProxyTrust

test.each([
  // No proxy is trusted.
  ['off', '203.0.113.9', '198.51.100.1', '203.0.113.9'],
  ['0', '203.0.113.9', '198.51.100.1', '203.0.113.9'],
  // One proxy.
  ['on', '10.0.0.1', undefined, '10.0.0.1'],
  ['on', '10.0.0.1', '198.51.100.1', '198.51.100.1'],
  ['1', '10.0.0.1', '1.1.1.1, 198.51.100.1', '198.51.100.1'],
  ['on', '10.0.0.1', '198.51.100.1:4711', '198.51.100.1'],
  ['on', '10.0.0.1', '1.1.1.1, nonsense', '10.0.0.1'],
  ['on', '10.0.0.1', '1.1.1.1, ', '10.0.0.1'],
  // Two proxies.
  ['2', '10.0.0.1', '1.1.1.1, 198.51.100.1, 10.0.0.2', '198.51.100.1'],
  ['2', '10.0.0.1', '198.51.100.1', '198.51.100.1'],
  ['2', '10.0.0.1', '198.51.100.1, nonsense', '10.0.0.1'],
  // Every proxy in the listed networks.
  ['10.0.0.0/8', '10.0.0.1', '1.1.1.1, 198.51.100.1', '198.51.100.1'],
  ['10.0.0.0/8', '203.0.113.9', '198.51.100.1', '203.0.113.9'],
  ['10.0.0.0/8', '::ffff:10.0.0.1', '1.1.1.1, 198.51.100.1, 10.9.9.9', '198.51.100.1'],
  ['10.0.0.0/8,2001:db8::/32', '2001:db8::5', '1.1.1.1, [2001:470::7]:99, 10.1.1.1', '2001:470::7'],
  ['10.0.0.1', '10.0.0.2', '198.51.100.1', '10.0.0.2'],
  ['10.0.0.0/8', '10.0.0.1', '10.0.0.3, 10.0.0.2', '10.0.0.3'],
  ['10.0.0.0/8', '10.0.0.1', `1.1.1.1${', 10.0.0.2'.repeat(5000)}`, '10.0.0.2'],
  ['10.0.0.0/8', 'unknown', '198.51.100.1', null],
])('with TRUST_PROXY=%s and %s forwarding for %s the visitor is %s', (text, peer, forwarded, visitor) => {
  expect(resolveVisitorAddress(peer, forwarded, trust(text))).toBe(visitor)
})

test.each([
  'maybe',
  '-1',
  '1.5',
  '10.0.0.0/33',
  '10.0.0/8',
  '10.0.0.0/8;10.1.1.1',
  '::/129',
  '10.0.0.0/8,',
  '100',
])('TRUST_PROXY=%s is invalid', (text) => {
  expect(parseTrustProxy(text)).toBeNull()
})

/** Status of a post to a public form with this X-Forwarded-For. */
async function post({ request }: App, forwarded: string) {
  const lead = postJson({ mobileNumber: fictional(1) }, { 'x-forwarded-for': forwarded })
  return (await request('/api/leads', lead)).status
}

const sameNetwork = ['2001:db8:1:2::1', '[2001:db8:1:2:aaaa:bbbb:cccc:dddd]:4711', '2001:DB8:1:2:9999::']

test.each([
  ['IPv6 visitors count per /64', 'on', [...sameNetwork, '2001:db8:1:3::1'], [200, 200, 429, 200]],
  [
    'spellings of one address count as one visitor',
    'on',
    ['203.0.113.7:1000', '::ffff:203.0.113.7', '[::ffff:cb00:7107]:2000'],
    [200, 200, 429],
  ],
  [
    'forwarded headers of untrusted networks are ignored',
    '10.0.0.0/8',
    ['203.0.113.1', '203.0.113.2', '203.0.113.3'],
    [200, 200, 429],
  ],
])('in form limits %s', async (_, trusted, addresses, expected) => {
  const app = await testApp({ TRUST_PROXY: trusted, PUBLIC_POSTS_PER_MINUTE: '2' })
  const statuses = []
  for (const address of addresses) statuses.push(await post(app, address))
  expect(statuses).toEqual(expected)
})

test('login limits count IPv6 visitors per /64', async () => {
  const { request, sql } = await testApp({ TRUST_PROXY: 'on' })
  for (const address of ['2001:db8:1:2::1', '2001:db8:1:2:aaaa:bbbb:cccc:dddd']) {
    const login = { username: 'nobody', password: 'correct horse' }
    const answer = await request('/api/admin/login', postJson(login, { 'x-forwarded-for': address }))
    expect(answer.status).toBe(401)
  }
  const key = 'login:2001:db8:1:2::/64'
  expect(await sql`select hits from rate_limits where key = ${key}`).toEqual([{ hits: 2 }])
})

test.each([
  [{}, { 'cf-ipcountry': 'US' }, 'GB'],
  [{ TRUST_PROXY: 'on' }, { 'cf-ipcountry': 'US' }, 'US'],
  [{ TRUST_PROXY: 'on' }, { 'x-vercel-ip-country': 'IE' }, 'IE'],
  [{ TRUST_PROXY: '127.0.0.0/8' }, { 'x-country-code': 'IE' }, 'IE'],
  [{ TRUST_PROXY: '10.0.0.0/8' }, { 'cf-ipcountry': 'US' }, 'GB'],
  [{ TRUST_PROXY: 'on', COUNTRY_HEADER: 'X-Geo-Country' }, { 'x-geo-country': 'US' }, 'US'],
  [{ TRUST_PROXY: 'on', COUNTRY_HEADER: 'X-Geo-Country' }, { 'cf-ipcountry': 'US' }, 'GB'],
  [{ TRUST_PROXY: 'on', COUNTRY_HEADER: 'off' }, { 'cf-ipcountry': 'US', off: 'US' }, 'GB'],
  [{ COUNTRY_HEADER: 'X-Geo-Country' }, { 'x-geo-country': 'US' }, 'GB'],
  [{ TRUST_PROXY: 'on' }, { 'cf-ipcountry': 'United States' }, 'GB'],
])('with %j and %j the visitor is in %s', async (settings: Record<string, string>, headers, country) => {
  const { request } = await testApp(settings)
  const answer = await request('/api/visitor-country', { headers: headers as Record<string, string> })
  expect(await answer.json()).toEqual({ country })
})
