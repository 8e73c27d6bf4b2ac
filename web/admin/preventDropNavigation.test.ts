// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { preventDropNavigation } from './preventDropNavigation.ts'

const page = document.createElement('main')
page.innerHTML = '<p>Leads</p><textarea></textarea>'
preventDropNavigation(page)

test.each([
  ['p', ['Files'], true],
  ['p', ['text/uri-list'], true],
  ['textarea', ['Files'], true],
  ['textarea', ['text/plain'], false],
])('the browser’s default for a drop on %s with %j is prevented: %s', (on, types, prevented) => {
  for (const name of ['dragover', 'drop']) {
    const event = new Event(name, { bubbles: true, cancelable: true })
    Object.assign(event, { dataTransfer: { types, dropEffect: 'copy' } })
    page.querySelector(on)?.dispatchEvent(event)
    expect(event.defaultPrevented, name).toBe(prevented)
  }
})
