import type { ConsentAnswer } from '@salonback/shared/salons/lists/contract.ts'
import { expect, test } from 'vitest'
import { testApp } from '../../testing/app.ts'
import { commitList, listOf, readySalon, storeList, uploadList } from '../../testing/salons.ts'
import { testSalon } from '../../testing/testSalon.ts'

const ASKED = ['Mary,07700 900501,2025-09-01,asked mum', 'Zoe,07700 900502,2025-09-01, Asked  Mum']
const UNSURE = 'Orla,07700 900503,2025-10-01,see card'

const afterwards: [ConsentAnswer, string][] = [
  ['objection', 'objection'],
  ['consent', 'eligible'],
  ['nothing', 'eligible'],
]

test.each(afterwards)(
  'an answer decided before storing as %s makes its clients %s',
  async (answer, reason) => {
    const app = await testApp()
    const { staff } = app
    const { id } = await readySalon(app)
    const preview = await (await uploadList(app, id, listOf([...ASKED, UNSURE]))).json()
    expect(preview).toMatchObject({
      consentColumn: 'Marketing Consent',
      unreadConsent: [
        { value: 'asked mum', clients: 2 },
        { value: 'see card', clients: 1 },
      ],
      waterfall: { undecided_answer: 3, eligible: 0 },
    })
    const { id: listId, mapping } = preview
    const consentAnswers = [{ value: 'asked mum', answer }]
    expect(await staff.lists.remapList({ id, listId, mapping, consentAnswers })).toMatchObject({
      consentAnswers,
      unreadConsent: [{ value: 'see card', clients: 1 }],
      waterfall: { [reason]: 2, undecided_answer: 1 },
    })
    await commitList(app, id, listId)
    expect((await staff.clients.list({ id })).waterfall).toMatchObject({ [reason]: 2, undecided_answer: 1 })
  },
)

test.each(afterwards)(
  'an answer decided after storing as %s makes its clients %s',
  async (answer, reason) => {
    const app = await testApp()
    const { staff, sql } = app
    const [{ id }, other] = [await readySalon(app), await readySalon(app, 'Beth Nails')]
    await storeList(app, id, [...ASKED, UNSURE])
    await storeList(app, other.id, ASKED)
    expect(await staff.lists.unreadAnswers({ id })).toEqual([
      { value: 'asked mum', clients: 2 },
      { value: 'see card', clients: 1 },
    ])
    expect((await staff.clients.list({ id })).waterfall).toMatchObject({ undecided_answer: 3, eligible: 0 })
    expect(await staff.lists.decideAnswer({ id, value: 'Asked mum ', answer })).toEqual({ decided: 2 })
    expect((await staff.clients.list({ id })).waterfall).toMatchObject({ [reason]: 2, undecided_answer: 1 })
    expect(await staff.lists.unreadAnswers({ id })).toEqual([{ value: 'see card', clients: 1 }])
    // Another salon decides for its own clients.
    expect((await staff.clients.list({ id: other.id })).waterfall).toMatchObject({ undecided_answer: 2 })
    expect(
      await sql`select actor, subject, detail from audit_log where action = 'list.decide-answer'`,
    ).toEqual([{ actor: 'maya', subject: id, detail: { value: 'Asked mum ', answer, decided: 2 } }])
    expect(await staff.lists.decideAnswer({ id, value: 'asked mum', answer: 'consent' })).toEqual({
      decided: 0,
    })
  },
)

test.each([
  ['yes', 'Mary,07700 900501,2025-09-01,Yes', { eligible: 1, undecided_answer: 0 }],
  ['no', 'Mary,07700 900501,2025-09-01,No', { objection: 1, undecided_answer: 0 }],
  ['nothing', 'Mary,07700 900501,2025-09-01,', { undecided_answer: 1, eligible: 0 }],
  ['another answer', 'Mary,07700 900501,2025-09-01,see card', { undecided_answer: 1, eligible: 0 }],
])('a newer list that says %s about an undecided client', async (_, row, waterfall) => {
  const { app, id } = await testSalon()
  await storeList(app, id, ['Mary,07700 900501,2025-09-01,asked mum'])
  const preview = await (await uploadList(app, id, listOf([row]))).json()
  expect(preview.waterfall).toMatchObject(waterfall)
  await app.staff.lists.undoList({ id, listId: preview.id })
  const { listId } = await storeList(app, id, [row])
  expect((await app.staff.clients.list({ id })).waterfall).toMatchObject(waterfall)
  await app.staff.lists.undoList({ id, listId })
  expect(await app.staff.lists.unreadAnswers({ id })).toEqual([{ value: 'asked mum', clients: 1 }])
})

test('a client with an undecided answer gets no offer until staff decide', async () => {
  const { app, id } = await testSalon()
  await storeList(app, id, [ASKED[0] ?? ''])
  const [mary] = (await app.staff.clients.list({ id })).items
  expect(mary?.eligibility).toEqual({ ok: false, reason: 'undecided_answer' })
  expect(await app.staff.clients.countEligible({ id })).toEqual({ eligible: 0 })
})
