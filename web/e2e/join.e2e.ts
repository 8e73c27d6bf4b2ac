import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { salonDetails } from '@salonback/shared/salons/salons/testing.ts'
import { handsetsOf } from '@salonback/shared/testing/handsets.ts'
import { logIn, until } from '@salonback/shared/testing/server.ts'
import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import { openSite, pageText, withoutScripts } from './openSite.ts'
import { expectFits, failedAnswer } from './pageHelpers.ts'

const { newPage, origin } = openSite()

/** A salon with a number of the simulated network, and the address of its join page. */
async function salonWithPage(name = 'Glow & Co.') {
  const { staff } = await logIn(origin())
  const { id } = await staff.salons.create(
    salonDetails({ name, ownerPhone: null, ownerEmail: null, bookingUrl: null }),
  )
  const { address } = await staff.salons.setSender({ id, simulated: true })
  const { url, posterUrl } = await staff.join.state({ id })
  return { id, staff, address, url, posterUrl }
}

const heading = (page: Page) => page.getByRole('heading', { level: 1 }).innerText()

/** Waits until this handset has a text with these words, and returns it. */
async function textOn(handset: string, words: string): Promise<string> {
  const find = async () => {
    const texts = await handsetsOf(origin()).texts(handset)
    return texts.find(({ body }) => body.includes(words))?.body ?? ''
  }
  return until(find, (body) => body !== '')
}

/** The link in the text that this handset got. */
async function linkOn(handset: string): Promise<string> {
  const text = await textOn(handset, 'reply YES or open')
  return /http\S+/.exec(text)?.[0] ?? ''
}

/** Fills in the form and leaves the box as it is. */
async function fillIn(page: Page, number: string) {
  await page.getByLabel('First name').fill('Orla')
  await page.getByLabel('Mobile number').fill(number)
}

const send = (page: Page) => page.getByRole('button', { name: 'Send me a text to confirm' }).click()

test.each([
  [320, '07700 900311'],
  [375, '07700 900312'],
])('a client joins on a phone of %i pixels without scripts', async (width, number) => {
  const { id, staff, url } = await salonWithPage()
  const page = await newPage(withoutScripts(width))
  await page.goto(url)
  expect(await heading(page)).toBe('Get our offers by text')
  expect(await page.getByRole('checkbox').isChecked()).toBe(false)
  await fillIn(page, '020 7946 0018')
  await page.getByRole('checkbox').check()
  await send(page)
  expect(await page.getByRole('alert').innerText()).toBe('Please type a mobile number that can get texts')
  expect(await page.getByLabel('First name').inputValue()).toBe('Orla')
  expect(await page.getByRole('checkbox').isChecked()).toBe(false)
  await fillIn(page, number)
  await page.getByRole('checkbox').check()
  await send(page)
  expect(await heading(page)).toBe('Please check your phone')
  await page.goto(await linkOn(`+44${number.replace(' ', '').slice(1)}`))
  expect(page.url()).toContain(`${url}/confirm/`)
  expect(await pageText(page, 'main')).toContain('I agree that Glow & Co. may send me marketing texts')
  expect((await staff.clients.list({ id })).items).toEqual([])
  await page.getByRole('button', { name: 'Yes, text me offers' }).click()
  expect(await heading(page)).toBe('You are in')
  expect((await staff.clients.list({ id })).items).toMatchObject([
    { firstName: 'Orla', eligibility: { reason: 'unknown_last_visit' } },
  ])
})

test('the code of the poster leads to the join page, and the poster is one page of A4', async () => {
  const { url, posterUrl } = await salonWithPage('Hair & Beauty by Siobhán Ní Bhriain')
  const wasm = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm')
  await prepareZXingModule({
    overrides: { wasmBinary: new Uint8Array(await readFile(wasm)).buffer },
    fireImmediately: true,
  })
  const page = await newPage({ viewport: { width: 900, height: 1300 }, javaScriptEnabled: false })
  await page.goto(posterUrl)
  const codes = await readBarcodes(await page.screenshot({ fullPage: true }), { formats: ['QRCode'] })
  expect(codes.map(({ text }) => text)).toEqual([url])
  const pdf = (await page.pdf({ preferCSSPageSize: true, printBackground: true })).toString('latin1')
  expect(pdf.match(/\/Type \/Page\b/g)).toHaveLength(1)
  expect(/\/MediaBox \[0 0 (\d+)[\d.]* (\d+)/.exec(pdf)?.slice(1)).toEqual(['594', '841'])
})

/** Every page: form, form with errors, sent, confirm, joined, expired or unknown, poster. */
async function* joinPages(page: Page, number: string) {
  const { url, posterUrl } = await salonWithPage('Hair & Beauty by Siobhán Ní Bhriain')
  await page.goto(url)
  yield 'form'
  await fillIn(page, '020 7946 0018')
  await page.getByRole('checkbox').check()
  await send(page)
  await page.getByRole('alert').waitFor()
  yield 'wrong'
  await fillIn(page, number)
  await page.getByRole('checkbox').check()
  await send(page)
  await page.getByText('one is on its way').waitFor()
  yield 'sent'
  await page.goto(await linkOn(number))
  yield 'confirm'
  await page.getByRole('button', { name: 'Yes, text me offers' }).click()
  await page.getByText('You can close this page').waitFor()
  yield 'joined'
  await page.goto(`${url}/confirm/AAAAAAAAAAAAAAAA`)
  yield 'unknown link'
  await page.goto(`${origin()}/join/unknown`)
  yield 'unknown salon'
  await page.goto(posterUrl)
  yield 'poster'
}

test.each([
  ['light', '+447700900314'],
  ['dark', '+447700900315'],
] as const)('no page has axe violations, overflows or breaks a number in %s', async (colorScheme, number) => {
  const page = await newPage({
    viewport: { width: 320, height: 640 },
    colorScheme,
    bypassCSP: true,
    expectedErrors: failedAnswer,
  })
  for await (const name of joinPages(page, number)) await expectFits(page, name, [1280, 375, 320])
})
