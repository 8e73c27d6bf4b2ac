// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { keepOnPage } from './drops.ts'

const page = document.createElement('main')
page.innerHTML = '<p>Leads</p><textarea></textarea>'
keepOnPage(page)

test.each([
  ['p', ['Files'], true],
  ['p', ['text/uri-list'], true],
  ['textarea', ['Files'], true],
  ['textarea', ['text/plain'], false],
])('what is dropped on %s with %j is kept from the browser: %s', (on, types, kept) => {
  for (const name of ['dragover', 'drop']) {
    const event = new Event(name, { bubbles: true, cancelable: true })
    Object.assign(event, { dataTransfer: { types, dropEffect: 'copy' } })
    page.querySelector(on)?.dispatchEvent(event)
    expect(event.defaultPrevented, name).toBe(kept)
  }
})
