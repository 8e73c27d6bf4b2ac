import { describe, expect, test } from 'vitest'
import type { InboundSms } from './contract.ts'
import {
  type LoadedInbox,
  readAgain,
  withChanged,
  withFirstPage,
  withOlderPage,
  withoutOlderPages,
} from './inboxPages.ts'

const START = Date.UTC(2026, 10, 20)
/** Text n came n milliseconds after the start. */
const sms = (n: number, more: Partial<InboundSms> = {}): InboundSms => ({
  id: String(n),
  from: '+447700900142',
  to: '+447700900100',
  body: 'Hello',
  receivedAt: new Date(START + n).toISOString(),
  processed: false,
  isOptOut: false,
  numSegments: 1,
  numMedia: 0,
  contactStatus: null,
  businessName: null,
  prospectId: null,
  needsReview: true,
  intent: 'unclear',
  held: false,
  ...more,
})

/** The place of text n in the list; real times have microseconds, which texts do not show. */
const place = (n: number, micros = 0) => `${(START + n) * 1000 + micros}-${n}`
const down = (from: number, to: number) => Array.from({ length: from - to + 1 }, (_, n) => sms(from - n))
const page = (from: number, to: number, next: string | null = place(to, 321)) => ({
  texts: down(from, to),
  next,
})
const ids = ({ texts }: LoadedInbox) => texts.map(({ id }) => Number(id))
const range = (from: number, to: number) => down(from, to).map(({ id }) => Number(id))

describe('the first page, read again, over what was loaded', () => {
  const loaded: LoadedInbox = { texts: down(10, 1), next: place(1) }

  test('new texts push none out: those that left the page stay below it', () => {
    const now = withFirstPage(loaded, page(12, 8))
    expect(ids(now)).toEqual(range(12, 1))
    expect(now.next).toBe(place(1))
  })

  test('what is no longer in its stretch is gone, what is below stays', () => {
    const left = { texts: [sms(10), sms(8), sms(7)], next: place(7) }
    expect(ids(withFirstPage(loaded, left))).toEqual([10, 8, 7, 6, 5, 4, 3, 2, 1])
    expect(ids(withFirstPage(loaded, { texts: [sms(3)], next: null }))).toEqual([3])
  })

  test('only what is being read stays in its place, as it is known here', () => {
    const read = { texts: loaded.texts.with(1, sms(9, { processed: true })), next: loaded.next }
    const now = withFirstPage(read, { texts: [sms(10), sms(8), sms(7)], next: place(7) }, read.texts[1])
    expect(ids(now)).toEqual(range(10, 1))
    expect(now.texts[1]?.processed).toBe(true)
    expect(ids(withFirstPage(loaded, { texts: [sms(11)], next: null }, sms(1)))).toEqual([11, 1])
    expect(ids(withFirstPage(loaded, page(12, 8), sms(3)))).toEqual(range(12, 1))
  })

  test('the page is what is true: it is newer than what was loaded', () => {
    const now = withFirstPage(loaded, { texts: [sms(10, { processed: true }), sms(9)], next: place(9) })
    expect(now.texts[0]?.processed).toBe(true)
    expect(now.texts[2]).toBe(loaded.texts[2])
  })

  test('texts of the same time that straddle its end are there once', () => {
    const tied = (n: number) => sms(n, { receivedAt: sms(5).receivedAt })
    const before = { texts: [sms(6), tied(53), tied(52), tied(51), sms(4)], next: null }
    const now = withFirstPage(before, { texts: [sms(7), sms(6), tied(53)], next: place(5, 7) })
    expect(ids(now)).toEqual([7, 6, 53, 52, 51, 4])
  })

  test('where more came than it holds, older ones are loaded anew', () => {
    const now = withFirstPage(loaded, page(40, 36))
    expect(ids(now)).toEqual(range(40, 36))
    expect(now.next).toBe(place(36, 321))
  })

  test('a search that found nothing so far does not begin again', () => {
    const searched = { texts: [], next: place(1) }
    expect(withFirstPage(searched, { texts: [], next: place(30) })).toEqual(searched)
    const found = withFirstPage({ texts: [sms(3)], next: place(1) }, { texts: [], next: place(30) })
    expect([ids(found), found.next]).toEqual([[3], place(1)])
  })

  test('after the view was left it alone says what there is', () => {
    const cut = withoutOlderPages(loaded, 5)
    expect(ids(cut)).toEqual(range(10, 6))
    expect(withFirstPage(cut, page(10, 6))).toEqual(page(10, 6))
    expect(withoutOlderPages(loaded, 10)).toBe(loaded)
  })
})

describe('an older page', () => {
  const loaded: LoadedInbox = { texts: down(10, 6), next: place(6) }

  test('goes below, and no text twice', () => {
    const now = withOlderPage(loaded, place(6), { texts: down(6, 3), next: null })
    expect([ids(now), now.next]).toEqual([range(10, 3), null])
  })

  test('that comes after the list was read anew, or comes twice, is left out', () => {
    const once = withOlderPage(loaded, place(6), page(5, 3))
    expect(withOlderPage(once, place(6), page(5, 3))).toBe(once)
  })
})

describe('a text below the first page that somebody changed', () => {
  /** A server with these texts, by pages of three, and what it was asked for. */
  function serverOf(texts: InboundSms[]) {
    const asked: string[] = []
    const read = async (before?: string) => {
      asked.push(before ?? 'first')
      const behind = before ? new Date(Number(before.split('-')[0]) / 1000).toISOString() : '9'
      const rest = texts.filter(({ receivedAt }) => receivedAt < behind)
      const last = rest[2]
      return { texts: rest.slice(0, 3), next: last && rest.length > 3 ? place(Number(last.id)) : null }
    }
    return { asked, read }
  }
  const loaded: LoadedInbox = { texts: down(10, 1), next: place(1) }
  const marked = (...gone: number[]) => gone.reduce((list, n) => withChanged(list, String(n)), loaded)

  test('is read again with what stands behind it, and nothing else is', async () => {
    const texts = down(10, -5).map((text) => (text.id === '4' ? { ...text, processed: true } : text))
    const { asked, read } = serverOf(texts)
    const now = await readAgain(read, () => marked(4))
    expect(asked).toEqual(['first', place(5).replace(/-.*/, '-0')])
    expect([ids(now), now.next, now.changed]).toEqual([range(10, 1), place(1), undefined])
    expect(now.texts.filter(({ processed }) => processed).map(({ id }) => id)).toEqual(['4'])
  })

  test('goes where it no longer fits, unless it is being read', async () => {
    const { read } = serverOf(down(10, -5).filter(({ id }) => id !== '4' && id !== '1'))
    expect(ids(await readAgain(read, () => marked(4, 1)))).toEqual([10, 9, 8, 7, 6, 5, 3, 2, 0])
    expect(
      ids(
        await readAgain(
          read,
          () => marked(4),
          () => sms(4),
        ),
      ),
    ).toEqual([10, 9, 8, 7, 6, 5, 4, 3, 2, 0])
  })

  test('several in one stretch are read once; one that is in the first page or not loaded costs nothing more', async () => {
    const { asked, read } = serverOf(down(10, -5))
    expect(ids(await readAgain(read, () => marked(5, 4, 10, -4)))).toEqual(range(10, 1))
    expect(asked).toHaveLength(2)
    expect(withChanged(loaded, '-4')).toBe(loaded)
  })

  test('that is changed while the list is read is read next time', async () => {
    const { read } = serverOf(down(10, -5))
    let now = marked(4)
    const reading = readAgain(read, () => now)
    now = withChanged(now, '2')
    expect((await reading).changed).toEqual(['2'])
  })
})
