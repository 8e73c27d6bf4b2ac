import { expect, test } from 'vitest'
import { testApp } from '../../testing/app.ts'
import { createCountryLookup } from './lookup.ts'

test('an unknown address gets the default country, cached privately for an hour', async () => {
  const { request } = await testApp({ DEFAULT_COUNTRY: 'IE' })
  const response = await request('/api/visitor-country')
  expect(await response.json()).toEqual({ country: 'IE' })
  expect(response.headers.get('cache-control')).toBe('private, max-age=3600')
})

test('only public addresses have a country', async () => {
  const countryOf = await createCountryLookup()
  const table: [string, string | null][] = [
    ['8.8.8.8', 'US'],
    ['2.127.0.1', 'GB'],
    ['::ffff:2.127.0.1', 'GB'],
    ['2a00:23c5::1', 'GB'],
    ['127.0.0.1', null],
    ['10.1.2.3', null],
    ['172.16.0.9', null],
    ['192.168.1.1', null],
    ['::1', null],
    ['fd00::1', null],
    ['fe80::1', null],
    ['unknown', null],
    ['', null],
    ['8.8.8.8, 9.9.9.9', null],
  ]
  expect(table.map(([address]) => [address, countryOf(address)])).toEqual(table)
})
