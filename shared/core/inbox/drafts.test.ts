// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { resetUserState, sessionBegan, sessionEnded } from '../../host/reset.ts'
import { HttpError } from '../../platform/http/request.ts'
import { beginSending, editDraft, endSending, failSending, getDraft, useDrafts } from './drafts.ts'

const number = '+447700900142'
const write = (text: string) => editDraft(number, { text }, 'm1')

afterEach(resetUserState)

describe('a draft', () => {
  test('is kept per number', () => {
    write('Hello')
    editDraft('+447700900143', { text: 'Bye' }, null)
    expect(getDraft(number).text).toBe('Hello')
    expect(getDraft('+447700900143').text).toBe('Bye')
  })

  test('stores the newest visible text with its first letter', () => {
    editDraft(number, { text: 'H' }, 'm1')
    editDraft(number, { text: 'He' }, 'm2')
    expect(getDraft(number).lastReadId).toBe('m1')
  })

  test('is deleted at logout', () => {
    write('Hello')
    resetUserState()
    expect(getDraft(number).text).toBe('')
  })
})

describe('sending', () => {
  test('a blank draft is not sent', () => {
    write('  \n ')
    expect(beginSending(number, null)).toBeNull()
  })

  test('a draft that is being sent cannot be sent again or edited', () => {
    write('Hello')
    expect(beginSending(number, null)).not.toBeNull()
    expect(beginSending(number, null)).toBeNull()
    write('Hello again')
    expect(getDraft(number).text).toBe('Hello')
  })

  test('success clears text, link and status', () => {
    editDraft(number, { text: 'Hello', withLink: true, status: 'Contacted' }, null)
    beginSending(number, null)
    endSending(number)
    expect(getDraft(number)).toMatchObject({ text: '', withLink: false, status: null })
    expect(useDrafts.getState().drafts).toEqual({})
  })

  test.each([
    ['the network failed', new TypeError('Failed to fetch')],
    ['the server failed', new HttpError(500, 'Broken', '')],
    ['the gateway timed out', new HttpError(504, 'Timeout', '')],
    ['the carrier may have it', new HttpError(502, 'No', '{"message":"?","fields":{"status":"unknown"}}')],
  ])('when %s, the same text keeps its key and a changed one gets a new key', (_, error) => {
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

  test('after a rejection the text stays and the next attempt has a new key', () => {
    write('Hello')
    const first = beginSending(number, null)
    const rejected = new HttpError(502, 'No', '{"message":"Landline","fields":{"status":"failed"}}')
    failSending(number, rejected, 'Landline')
    const failure = { uncertain: false, message: 'Landline' }
    expect(getDraft(number)).toMatchObject({ text: 'Hello', failure })
    expect(beginSending(number, null)?.key).not.toBe(first?.key)
  })

  test('an expired session keeps the key', () => {
    write('Hello')
    const first = beginSending(number, null)
    failSending(number, new HttpError(401, 'Unauthorized', ''), 'Please log in')
    expect(beginSending(number, null)?.key).toBe(first?.key)
  })
})

describe('after a reload', () => {
  // Another test file in this worker may have ended the session.
  beforeEach(sessionBegan)
  afterEach(() => {
    sessionBegan()
    sessionStorage.clear()
  })
  const inStorage = () => Object.values({ ...sessionStorage }).join()

  /** Simulates a reload: memory is cleared, storage is read. */
  async function reload() {
    const stored = { ...sessionStorage }
    useDrafts.setState({ drafts: {} })
    sessionStorage.clear()
    for (const [name, text] of Object.entries(stored)) sessionStorage.setItem(name, text)
    await useDrafts.persist.rehydrate()
  }

  test('the draft and its key remain, and an interrupted attempt is uncertain', async () => {
    write('Hello')
    const first = beginSending(number, null)
    await reload()
    expect(getDraft(number)).toMatchObject({ text: 'Hello', sending: false, failure: { uncertain: true } })
    expect(beginSending(number, null)?.key).toBe(first?.key)
  })

  test('drafts are not stored without a session, and again after login', () => {
    write('Secret words')
    beginSending(number, null)
    expect(inStorage()).toContain('Secret words')
    sessionEnded()
    failSending(number, new HttpError(401, 'Unauthorized', ''), 'Please log in')
    expect(inStorage()).not.toContain('Secret words')
    // The same user logs in on the same page: the draft in memory is stored again.
    sessionBegan()
    expect(getDraft(number).text).toBe('Secret words')
    expect(inStorage()).toContain('Secret words')
  })

  test('drafts are gone after a reload without a session', async () => {
    write('Secret words')
    sessionEnded()
    await reload()
    sessionBegan()
    expect(getDraft(number).text).toBe('')
    expect(inStorage()).not.toContain('Secret words')
  })

  test('broken storage is ignored', async () => {
    sessionStorage.setItem('salonback.typed.drafts', '{"state":')
    await useDrafts.persist.rehydrate()
    write('Hello')
    expect(getDraft(number).text).toBe('Hello')
  })
})
