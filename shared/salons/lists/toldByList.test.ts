import { expect, test } from 'vitest'
import { mapColumns } from './columns.ts'
import { toldByList } from './toldByList.ts'

test.each<[names: string[], flags: string[], nextVisit: boolean]>([
  [['Mobile', 'Last visit'], [], false],
  [['Mobile', 'Next visit'], [], true],
  [['Mobile', 'Blocked'], ['blocked'], false],
  [['Mobile', 'VIP', 'Is staff', 'Deceased'], ['staff', 'vip', 'deceased'], false],
  [['Mobile', 'Date of birth'], ['minor'], false],
  [['Mobile', 'Tags', 'Next appointment'], ['minor', 'staff', 'blocked', 'vip', 'deceased'], true],
])('a list with %j tells the flags %j, and the next visit: %s', (names, flags, nextVisit) => {
  expect(toldByList(mapColumns(names))).toEqual({ flags, nextVisit })
})
