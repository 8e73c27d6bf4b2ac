import { expect, test } from 'vitest'
import { stage } from '../stage.ts'

const owner = '+447700900142'
const at = `?number=${encodeURIComponent(owner)}`

const reader = (origin: string) => async (path: string) => {
  const response = await fetch(`${origin}/dev/phones${path}`)
  return { status: response.status, type: response.headers.get('content-type'), text: await response.text() }
}

test('reads whole without JavaScript: the shelf, the texts of the chosen handset, what is broken', async () => {
  const { origin, text, owner: sends, fault } = await stage()
  const read = reader(origin)
  expect((await read('')).text).toContain('No handset has been texted yet.')
  await text(owner, 'Hi from us')
  await sends(owner, 'Yes please')
  await fault({ kind: 'refuse', code: 30007, number: owner, count: 2, probability: 0.5 })
  const { text: page } = await read(at)
  expect(page).toContain('<title>Phones')
  expect(page).toContain('+44 7700 900142')
  expect(page).toMatch(/class="bubble theirs[\s\S]*Hi from us[\s\S]*class="bubble mine yes[\s\S]*Yes please/)
  expect(page).toContain(
    'Refuse the text with an error code (code 30007), for +44 7700 900142, 50 % of texts, 2 more texts',
  )
  expect((await read('/parts/talk')).text).toContain('Choose a handset')
  expect((await read(`/parts/list?q=nobody`)).text).toContain('No handset matches.')
})

test('what people write is shown, never run', async () => {
  const { origin, text, owner: sends } = await stage()
  const read = reader(origin)
  await text(owner, '<script>alert(1)</script> & https://example.com/?a=1&b="2"')
  await sends(owner, '<img src=x onerror=alert(1)>')
  for (const path of [at, `/parts/talk${at}`, '/parts/list', `?q=${encodeURIComponent('"><script>')}`]) {
    const { text: page } = await read(path)
    expect(page).not.toMatch(/<script>|<img src=x|"><script/)
  }
  const { text: talk } = await read(`/parts/talk${at}`)
  expect(talk).toContain('href="https://example.com/?a=1&amp;b="')
})

test('nothing stands in the page itself that a strict content policy would stop', async () => {
  const { origin, text } = await stage()
  await text(owner)
  const { text: page } = await reader(origin)(at)
  expect(page).not.toMatch(/<style|\sstyle=|\son\w+=|<script(?![^>]*\ssrc=)/)
})

test.each([
  ['/app.js', 'text/javascript; charset=utf-8'],
  ['/phones.css', 'text/css; charset=utf-8'],
  ['/display.woff2', 'font/woff2'],
  ['/text.woff2', 'font/woff2'],
])('%s is served', async (path, type) => {
  const { origin } = await stage()
  expect(await reader(origin)(path)).toMatchObject({ status: 200, type })
})

test('a text that was reported lost says so', async () => {
  const { origin, text, fault, simulator } = await stage()
  await fault({ kind: 'undelivered', code: 30003 })
  await text(owner)
  await simulator.drain()
  expect((await reader(origin)(at)).text).toContain('Reported as undelivered (30003)')
})
