// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { resetUserState, sessionBegan, sessionEnded } from '../host/reset.ts'
import { HttpError } from '../http/request.ts'
import {
  beginSending,
  clearDrafts,
  editDraft,
  endSending,
  failSending,
  getDraft,
  useDrafts,
} from './drafts.ts'

const number = '+447700900142'
const write = (text: string) => editDraft(number, { text }, 'm1')

afterEach(clearDrafts)

describe('a draft', () => {
  test('is kept per number', () => {
    write('Hello')
    editDraft('+447700900143', { text: 'Bye' }, null)
    expect(getDraft(number).text).toBe('Hello')
    expect(getDraft('+447700900143').text).toBe('Bye')
  })

  test('remembers what could be read when its first letter was typed', () => {
    editDraft(number, { text: 'H' }, 'm1')
    editDraft(number, { text: 'He' }, 'm2')
    expect(getDraft(number).since).toBe('m1')
  })

  test('is forgotten at log-out', () => {
    write('Hello')
    resetUserState()
    expect(getDraft(number).text).toBe('')
  })
})

describe('sending', () => {
  test('nothing but spaces is not sent', () => {
    write('  \n ')
    expect(beginSending(number, null)).toBeNull()
  })

  test('a second press while it is on its way does nothing, and what is on its way cannot be edited', () => {
    write('Hello')
    expect(beginSending(number, null)).not.toBeNull()
    expect(beginSending(number, null)).toBeNull()
    write('Hello again')
    expect(getDraft(number).text).toBe('Hello')
  })

  test('success empties text, tick and status', () => {
    editDraft(number, { text: 'Hello', withLink: true, status: 'Contacted' }, null)
    beginSending(number, null)
    endSending(number)
    expect(getDraft(number)).toMatchObject({ text: '', withLink: false, status: null })
    expect(useDrafts.getState().drafts).toEqual({})
  })

  test.each([
    ['the network failed', new TypeError('Failed to fetch')],
    ['the server broke', new HttpError(500, 'Broken', '')],
    ['the gateway gave up', new HttpError(504, 'Timeout', '')],
    [
      'the carrier may have it',
      new HttpError(502, 'Bad Gateway', '{"message":"?","fields":{"status":"unknown"}}'),
    ],
  ])('when %s, the same words keep their key and other words get a new one', (_, error) => {
    write('Hello')
    const first = beginSending(number, null)
    failSending(number, error, 'words')
    expect(getDraft(number)).toMatchObject({ text: 'Hello', sending: false, failure: { uncertain: true } })
    const again = beginSending(number, null)
    expect(again?.key).toBe(first?.key)
    failSending(number, error, 'words')
    write('Hello!')
    expect(beginSending(number, null)?.key).not.toBe(first?.key)
  })

  test('a refusal settles the attempt: the next try is a new one, and the text is still there', () => {
    write('Hello')
    const first = beginSending(number, null)
    failSending(
      number,
      new HttpError(502, 'Bad Gateway', '{"message":"Landline","fields":{"status":"failed"}}'),
      'Landline',
    )
    expect(getDraft(number)).toMatchObject({
      text: 'Hello',
      failure: { uncertain: false, words: 'Landline' },
    })
    expect(beginSending(number, null)?.key).not.toBe(first?.key)
  })

  test('an ended session keeps the key: nothing was done', () => {
    write('Hello')
    const first = beginSending(number, null)
    failSending(number, new HttpError(401, 'Unauthorized', ''), 'Please log in')
    expect(beginSending(number, null)?.key).toBe(first?.key)
  })
})

describe('over a reload', () => {
  // Another file of this worker may have ended the session.
  beforeEach(sessionBegan)
  afterEach(() => {
    sessionBegan()
    sessionStorage.clear()
  })
  const kept = () => Object.values({ ...sessionStorage }).join()

  /** What a reload does: the memory is gone, the disk is read. */
  async function reload() {
    const disk = { ...sessionStorage }
    useDrafts.setState({ drafts: {} })
    sessionStorage.clear()
    for (const [name, text] of Object.entries(disk)) sessionStorage.setItem(name, text)
    await useDrafts.persist.rehydrate()
  }

  test('the draft and its key stay; what was on its way is uncertain', async () => {
    write('Hello')
    const first = beginSending(number, null)
    await reload()
    expect(getDraft(number)).toMatchObject({ text: 'Hello', sending: false, failure: { uncertain: true } })
    expect(beginSending(number, null)?.key).toBe(first?.key)
  })

  test('nothing stays once the session has ended, also of what changes afterwards', () => {
    write('Secret words')
    beginSending(number, null)
    expect(kept()).toContain('Secret words')
    sessionEnded()
    failSending(number, new HttpError(401, 'Unauthorized', ''), 'Please log in')
    expect(kept()).not.toContain('Secret words')
    // The same person is back in the same page: their words are there, and are kept again.
    sessionBegan()
    expect(getDraft(number).text).toBe('Secret words')
    expect(kept()).toContain('Secret words')
  })

  test('after a reload without a session nothing comes back', async () => {
    write('Secret words')
    sessionEnded()
    await reload()
    sessionBegan()
    expect(getDraft(number).text).toBe('')
    expect(kept()).not.toContain('Secret words')
  })

  test('what cannot be read is no draft', async () => {
    sessionStorage.setItem('salonback.typed.drafts', '{"state":')
    await useDrafts.persist.rehydrate()
    write('Hello')
    expect(getDraft(number).text).toBe('Hello')
  })
})
