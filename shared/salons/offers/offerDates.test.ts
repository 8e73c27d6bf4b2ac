import { expect, test } from 'vitest'
import { easterOf } from './feasts.ts'
import { datedQuestion, datesOfOffer, offerDates } from './offerDates.ts'

// Wednesday.
const from = '2026-11-25'

const none: string[] = []
test.each<[text: string, words: string[], until: string | null, country?: 'US']>([
  // Days, as they are written in Britain and America.
  ['20% off until 31 December', ['until 31 December'], '2026-12-31'],
  ['20% off until 31st December 2026.', ['until 31st December 2026'], '2026-12-31'],
  ['20% off till the 5th of January', ['till the 5th of January'], '2027-01-05'],
  ['Half price until Fri 18 Dec', ['until Fri 18 Dec'], '2026-12-18'],
  ['Half price until Friday, 18th Dec!', ['until Friday, 18th Dec'], '2026-12-18'],
  ['Valid until December 24, 2026', ['Valid until December 24, 2026'], '2026-12-24', 'US'],
  ['Good through Dec 24th', ['through Dec 24th'], '2026-12-24', 'US'],
  ['Ends 12/05', ['Ends 12/05'], '2026-12-05', 'US'],
  ['Ends 05/12', ['Ends 05/12'], '2026-12-05'],
  ['Ends 12/24', ['Ends 12/24'], '2026-12-24'],
  ['Ends 24/12', ['Ends 24/12'], '2026-12-24', 'US'],
  ['Offer expires 31/01/2027', ['expires 31/01/2027'], '2027-01-31'],
  ['Offer expires on 01/31/27', ['expires on 01/31/27'], '2027-01-31', 'US'],
  ['Use code GLOW by 2026-12-10', ['by 2026-12-10'], '2026-12-10'],
  ['Book by 30.11.2026', ['by 30.11.2026'], '2026-11-30'],
  ['Book before 1 December', ['before 1 December'], '2026-11-30'],
  ['From 1 to 24 December: free fringe trim', ['From 1 to 24 December'], '2026-12-24'],
  ['1–24 December: free fringe trim', ['1–24 December'], '2026-12-24'],
  ['December 1-24: free bang trim', ['December 1-24'], '2026-12-24', 'US'],
  ['From 1 December until 24 December', ['From 1 December', 'until 24 December'], '2026-12-24'],
  ['New prices from 1 January', ['from 1 January'], null],
  ['Party on 28 November', ['on 28 November'], '2026-11-28'],
  ['Book by 12 December for a visit until 31 January', ['by 12 December', 'until 31 January'], '2026-12-12'],
  ['Until 29 February', ['Until 29 February'], '2028-02-29'],
  ['Until 31 November', ['Until 31 November'], null],
  // Months.
  ['20% off in December', ['in December'], '2026-12-31'],
  ['20% off all of December', ['all of December'], '2026-12-31'],
  ['Our January sale', ['January'], '2027-01-31'],
  ['20% off until the end of November', ['until the end of November'], '2026-11-30'],
  ['20% off until December', ['until December'], '2026-11-30'],
  ['Before December: 20% off', ['Before December'], '2026-11-30'],
  ['Free treatment in May', ['in May'], '2027-05-31'],
  ['Free treatment in March 2027', ['in March 2027'], '2027-03-31'],
  ['20% off until the end of the month', ['until the end of the month'], '2026-11-30'],
  ['10% off this month', ['this month'], null],
  // Weeks and days of the week.
  ['20% off this week', ['this week'], null],
  ['20% off this weekend only', ['this weekend'], null],
  ['20% off until the end of this week', ['until the end of this week'], '2026-11-29'],
  ['Two chairs are free next week', ['next week'], null],
  ['20% off until Friday', ['until Friday'], '2026-11-27'],
  ['20% off until Wednesday', ['until Wednesday'], '2026-11-25'],
  ['Ends next Friday', ['Ends next Friday'], '2026-12-04'],
  ['Pop in by Sat', ['in by Sat'], '2026-11-28'],
  ['A glass of fizz on Friday', ['on Friday'], null],
  ['Today only: 20% off', ['Today only'], null],
  ['20% off, ends tonight', ['ends tonight'], '2026-11-25'],
  ['20% off until tomorrow', ['until tomorrow'], '2026-11-26'],
  ['New colours this summer', ['this summer'], null],
  // Feasts.
  ['A Christmas treat for you', ['Christmas'], null],
  ['20% off until Christmas', ['until Christmas'], '2026-12-25'],
  ['Book before Christmas Eve', ['before Christmas Eve'], '2026-12-23'],
  ['Happy New Year! 20% off', ['New Year'], null],
  ['20% off until New Year’s Eve', ['until New Year’s Eve'], '2026-12-31'],
  ['Black Friday: half price', ['Black Friday'], null],
  ['Ends on Black Friday', ['Ends on Black Friday'], '2026-11-27'],
  ['Treat her: until Mother’s Day', ['until Mother’s Day'], '2027-03-07'],
  ["Treat her: until Mother's Day", ["until Mother's Day"], '2027-05-09', 'US'],
  ['Until Easter', ['Until Easter'], '2027-03-28'],
  ['A treat for Eid', ['Eid'], null],
  // None.
  ['{salon}: Hi {firstName}, it has been a while. Book here: {link}', none, null],
  ['10% off your next visit', none, null],
  ['May is back and would love to do your nails', none, null],
  ['You may bring a friend in may', none, null],
  ['Ask for April or June', none, null],
  ['Have your nails done by May', none, null],
  ['Jan has a free chair', none, null],
  ['March in and get 20% off', none, null],
  ['We march 20 steps from the station', none, null],
  ['Sun-kissed hair from £20', none, null],
  ['Book today: {link}', none, null],
  ['See you tomorrow?', none, null],
  ['Open Tuesday to Saturday, 10:00 to 18:00', none, null],
  ['No booking on Mondays', none, null],
  ['Online booking 24/7', none, null],
  ['1/2 price cut, 2 for 1 colour', none, null],
  ['Cut from 10.50, colour to 20.12', none, null],
  ['Ring 020 7946 0142 or come to 12 May Road', none, null],
  ['Lash lift with Summer, £45', none, null],
  ['We are at 5 Easterly Road', none, null],
])('%s names %j until %s', (text, words, until, country) => {
  expect(offerDates(text, { from, country: country ?? 'GB' })).toEqual({ words, until })
})

test.each([
  [2026, '2026-04-05'],
  [2027, '2027-03-28'],
  [2028, '2028-04-16'],
  [2038, '2038-04-25'],
])('Easter %i is on %s', (year, day) => {
  expect(easterOf(year)).toBe(day)
})

test('words of a reminder that depend on the day of reading end nothing', () => {
  const given = { from, country: 'GB' } as const
  const dates = (text: string, reminderText: string | null) => datesOfOffer({ text, reminderText }, given)
  expect(dates('20% off', '20% off ends this week')).toEqual({ words: ['ends this week'], until: null })
  expect(dates('20% off until Friday', 'Until Friday')).toEqual({
    words: ['until Friday', 'Until Friday'],
    until: '2026-11-27',
  })
  expect(dates('20% off until 31 December', '20% off until 20 December').until).toBe('2026-12-20')
  expect(datedQuestion(['until Friday', 'this week'])).toBe(
    'The text says “until Friday” and “this week”. Each month it leaves with the same words.',
  )
})
