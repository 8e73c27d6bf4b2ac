import { expect, test } from 'vitest'
import { greeting, greetingName } from './greeting.ts'

test.each([
  ...['Siobhán', 'Aoife', 'Órla', 'Zoë', 'Łucja', 'Ægir', 'İpek', 'Mary-Kate', "O'Neill", "Isma'il"],
  ...['McKenzie', 'JoAnn', 'DeShawn', 'Jo', 'Rhys', 'Lynn', 'Aaliyah', 'Mary Jane', 'April', 'Grace', 'Will'],
  ...['Mary', 'Summer', 'Bartholomew', 'Oluwaseun', 'Nguyen', "Ja'Mal"],
])('%j is greeted as it is', (name) => {
  expect(greetingName(name)).toBe(name)
  expect(greeting(name)).toBe(`Hi ${name}`)
})

test.each([
  ['Mary', ['MARY', 'mary', 'mARY', '  Mary ', 'MAry', 'Mary K', 'Mary K.', '\u200fMary\u200b', 'Ｍａｒｙ']],
  ['Siobhán', ['SIOBHÁN', 'Siobha\u0301n']],
  ['José', ['JOSÉ']],
  ['Esin', ['ESİN']],
  ['Mary-Kate', ['MARY-KATE', 'mary-kate', 'Mary‑Kate']],
  ['Jean-Luc', ['Jean-luc']],
  ["O'Neill", ['O’Neill', "o'neill"]],
  ["D'Arcy", ["D'ARCY"]],
  ["Isma'il", ["ISMA'IL"]],
  ['Mckenzie', ['MCKENZIE']],
  ['Jo', ['JO']],
  ['Anna Maria', ['ANNA MARIA']],
  ['Mary Kate', ['Mary\u00a0Kate']],
])('%s is the name in %j', (name, spellings) => {
  expect(spellings.map(greetingName)).toEqual(spellings.map(() => name))
})

/** Names between bars. */
const listed = (names: string) => names.split(' | ')

test.each([
  ...['', ' ', "'", 'Mary\u0000', 'A'.repeat(30), 'Annabella'.repeat(3), 'Mary '.repeat(1000)],
  ...listed('. | - | ? | --- | N/A | null | None | Unknown | TBC | xxx | Aaaa | asdf'),
  ...listed('J | J. | TJ | J Smith | Mrs | MRS SMITH | Mrs. Smith | Mr.Smith | Dr Jones | Miss'),
  ...listed("Mum of Ella | Ella Mum | Ella's | Ella's mum | Mum | Mary Smith | Mary Ann Smith | Smith, Mary"),
  ...listed('Mary & John | Mary and John | Mary/Kate | Mary (Ella) | Mary * | Mary? | Do not text'),
  ...listed('DO NOT TEXT Mary | No Show | Deceased | VIP | Bride | Walk In | walk-in | WALKIN | Client'),
  ...listed('New Client | Test | Mary2 | 07700 900123 | +447700900123 | mary@example.com | mary.smith'),
  ...listed("www.example.com | Mary 💇 | 💇‍♀️ | ❤ | Олена | 美玲 | Mаry | {link} | <b>Mary</b> | 'Mary'"),
  ...listed('-Mary | Mary- | =Mary'),
  null,
])('%j is not plainly a first name', (written) => {
  expect(greetingName(written)).toBeNull()
  expect(greeting(written)).toBe('Hi there')
})
