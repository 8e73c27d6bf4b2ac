import { expect, test } from 'vitest'
import { confirmVisit, owing } from '../../testing/owing.ts'
import { ownerLink } from '../../testing/ownerLink.ts'
import { later } from '../../testing/salons.ts'

/** A salon with two statements: £13.50 to pay by 3 May 2026, and a week later £13.50 more, to pay by 10 May. */
async function twoStatements() {
  const app = await owing(1)
  const { id, staff, clients } = app
  await staff.billing.issue({ id })
  await confirmVisit(app, id, clients[1]?.id ?? '')
  await later(app, 7)
  await staff.billing.issue({ id })
  const { token } = await ownerLink(app, id, 'home')
  const page = async (path = '') =>
    (await (await app.request(`/o/${token}${path}`)).text()).replaceAll(/\s+/g, ' ')
  const pay = (amount: number) => staff.billing.recordPayment({ id, receivedOn: '2026-04-19', amount })
  return { ...app, token, page, pay }
}

test.each<[paid: number, first: string | null, second: string | null, inLists: string[]]>([
  [0, null, null, ['£13.50 to pay', '£27.00 to pay, £13.50 of it from before']],
  [
    350,
    'You have paid £3.50. Still to pay: £10.00.',
    'You have paid £3.50. Still to pay: £23.50.',
    ['£10.00 to pay', '£23.50 to pay, £10.00 of it from before'],
  ],
  [
    1350,
    'You have paid this statement.',
    'You have paid £13.50. Still to pay: £13.50.',
    ['paid', '£13.50 to pay'],
  ],
  [
    2000,
    'You have paid this statement.',
    'You have paid £20.00. Still to pay: £7.00.',
    ['paid', '£7.00 to pay'],
  ],
  [2700, 'You have paid this statement.', 'You have paid this statement.', ['paid', 'paid']],
  [3000, 'You have paid this statement.', 'You have paid this statement.', ['paid', 'paid']],
])(
  'after %i each statement shows what is left of all that it asks for',
  async (paid, first, second, inLists) => {
    const { page, pay, staff, id } = await twoStatements()
    if (paid > 0) await pay(paid)
    for (const [n, says] of [
      [1, first],
      [2, second],
    ] as const) {
      const text = await page(`/statements/${n}`)
      if (says === null) expect(text).not.toContain('You have paid')
      else expect(text).toContain(says)
    }
    const home = await page()
    for (const words of inLists) expect(home).toContain(words)
    const { items } = await staff.billing.statements({ id })
    expect(items.map(({ left }) => left)).toEqual([Math.max(0, 2700 - paid), Math.max(0, 1350 - paid)])
  },
)

test('Pay names the newest statement, which asks for all, and the oldest day', async () => {
  const app = await twoStatements()
  const tasks = async () =>
    (await app.visitor.owner.open({ token: app.token })).home?.tasks.filter(({ kind }) => kind === 'pay')
  const pay = { kind: 'pay', statement: 2 }
  expect(await tasks()).toEqual([{ ...pay, outstanding: 2700, dueOn: '2026-05-03' }])
  expect(await app.page()).toContain('£27.00, to pay by 3 May.')
  await later(app, 8)
  expect(await app.page()).toContain('£27.00, overdue since 3 May.')
  await app.pay(1350)
  expect(await tasks()).toEqual([{ ...pay, outstanding: 1350, dueOn: '2026-05-10' }])
  expect(await app.page()).toContain('£13.50, to pay by 10 May.')
  await app.pay(1350)
  expect(await tasks()).toEqual([])
})

test('money paid too much is called credit, and counts as paid', async () => {
  const { page, pay } = await twoStatements()
  await pay(3000)
  const home = await page()
  expect(home).toContain('<dt>Credit</dt><dd>£3.00</dd>')
  expect(home).toContain('<dt>Paid</dt><dd>£30.00</dd>')
  expect(home).not.toContain('Outstanding')
  expect(await page('/results')).toContain('<dt>Credit</dt><dd>£3.00</dd>')
})
