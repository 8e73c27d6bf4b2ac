import type { ListAnswers } from '@salonback/shared/salons/lists/contract.ts'
import { expect, test } from 'vitest'
import { testApp } from '../../testing/app.ts'
import { commitList, listOf, readySalon, uploadList } from '../../testing/salons.ts'
import { testSalon } from '../../testing/testSalon.ts'

/** A yes, a yes too long ago, silence, an answer to decide, a no, and a visit of last week. */
const rows = [
  'Mary,07700 900501,2025-09-01,Yes',
  'Old,07700 900502,2023-01-01,Yes',
  'Siobhán,07700 900503,2025-10-01,',
  'Pia,07700 900504,2025-10-01,perhaps',
  'Orla,07700 900505,2025-10-01,No',
  'Ella,07700 900506,2026-03-01,Yes',
]
const always = { objection: 1, undecided_answer: 1, visited_recently: 1 }

test('the counts under the answers are those of the stored list', async () => {
  const app = await testApp()
  const { staff } = app
  const cases: [Required<Omit<ListAnswers, 'textUnknownVisits'>>, counts: object][] = [
    [{ knewOfTexts: 'yes', consentInWriting: 'yes' }, { eligible: 3 }],
    [
      { knewOfTexts: 'yes', consentInWriting: 'no' },
      { eligible: 2, basis_expired: 1 },
    ],
    [
      { knewOfTexts: 'no', consentInWriting: 'yes' },
      { eligible: 2, no_basis: 1 },
    ],
    [{ knewOfTexts: 'unknown', consentInWriting: 'unknown' }, { no_basis: 3 }],
  ]
  for (const [n, [answers, counts]] of cases.entries()) {
    const { id } = await readySalon(app, `Salon ${n}`)
    const { id: listId } = await (await uploadList(app, id, listOf(rows))).json()
    const shown = await staff.lists.listWaterfall({ id, listId, ...answers })
    expect(shown).toMatchObject({ ...always, ...counts })
    await commitList(app, id, listId, { customers: true, ...answers })
    expect((await staff.clients.list({ id })).waterfall).toEqual(shown)
    await expect(staff.lists.listWaterfall({ id, listId })).rejects.toThrow(/^409/)
  }
})

test('the rows of a step follow the answers; an absent answer counts as yes', async () => {
  const { app, staff, id } = await testSalon()
  const { id: listId, waterfall } = await (await uploadList(app, id, listOf(rows))).json()
  expect(await staff.lists.listWaterfall({ id, listId })).toEqual(waterfall)
  const eligible = async (answers: ListAnswers) =>
    (await staff.lists.listRows({ id, listId, part: 'eligible', ...answers })).items.map(({ row }) => row)
  expect(await eligible({})).toEqual([2, 3, 4])
  expect(await eligible({ knewOfTexts: 'no' })).toEqual([2, 3])
  expect(await eligible({ consentInWriting: 'unknown' })).toEqual([2, 4])
  expect(await eligible({ knewOfTexts: 'unknown', consentInWriting: 'no' })).toEqual([])
})
