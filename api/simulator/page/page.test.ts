import { expect, test } from 'vitest'
import { testSimulator } from '../../testing/simulator.ts'

const HANDSET = '+447700900142'
const at = `?number=${encodeURIComponent(HANDSET)}`

const readerOf = (origin: string) => async (path: string) => {
  const response = await fetch(`${origin}/dev/phones${path}`)
  return { status: response.status, type: response.headers.get('content-type'), text: await response.text() }
}

test('without JavaScript the page shows handsets, texts of the chosen one, and faults; nothing in it is inline', async () => {
  const { origin, sendText, sendFromHandset, injectFault } = await testSimulator()
  const read = readerOf(origin)
  expect((await read('')).text).toContain('No handset has been texted yet.')
  await sendText(HANDSET, 'Hi from us')
  await sendFromHandset(HANDSET, 'Yes please')
  await injectFault({ kind: 'refuse', code: 30007, number: HANDSET, count: 2, probability: 0.5 })
  const { text: page } = await read(at)
  expect(page).toContain('<title>Phones')
  expect(page).toContain('+44 7700 900142')
  expect(page).toMatch(/class="bubble theirs[\s\S]*Hi from us[\s\S]*class="bubble mine yes[\s\S]*Yes please/)
  expect(page).toContain(
    'Refuse the text with an error code (code 30007), for +44 7700 900142, 50 % of texts, 2 more texts',
  )
  expect((await read('/parts/talk')).text).toContain('Choose a handset')
  expect((await read(`/parts/list?q=unmatched`)).text).toContain('No handset matches.')
  // A strict CSP would block it.
  expect(page).not.toMatch(/<style|\sstyle=|\son\w+=|<script(?![^>]*\ssrc=)/)
  for (const [path, type] of served) expect(await read(path)).toMatchObject({ status: 200, type })
})

const served = [
  ['/app.js', 'text/javascript; charset=utf-8'],
  ['/base.css', 'text/css; charset=utf-8'],
  ['/phones.css', 'text/css; charset=utf-8'],
  ['/mails.css', 'text/css; charset=utf-8'],
  ['/display.woff2', 'font/woff2'],
  ['/text.woff2', 'font/woff2'],
] as const

test('HTML in texts and searches is escaped; an undelivered text shows its status and error code', async () => {
  const { origin, sendText, sendFromHandset, injectFault, simulator } = await testSimulator()
  const read = readerOf(origin)
  await sendText(HANDSET, '<script>alert(1)</script> & https://example.com/?a=1&b="2"')
  await sendFromHandset(HANDSET, '<img src=x onerror=alert(1)>')
  for (const path of [at, `/parts/talk${at}`, '/parts/list', `?q=${encodeURIComponent('"><script>')}`]) {
    const { text: page } = await read(path)
    expect(page).not.toMatch(/<script>|<img src=x|"><script/)
  }
  const { text: talk } = await read(`/parts/talk${at}`)
  expect(talk).toContain('href="https://example.com/?a=1&amp;b="')
  await injectFault({ kind: 'undelivered', code: 30003 })
  await sendText(HANDSET)
  await simulator.drain()
  expect((await read(at)).text).toContain('Reported as undelivered (30003)')
})
