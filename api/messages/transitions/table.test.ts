import { readFileSync } from 'node:fs'
import { OutboundStatus } from '@salonback/shared/messages/contract.ts'
import { expect, test } from 'vitest'
import { transitions } from './table.ts'

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8')
const readme = read('../../../README.md')

/** The table as lines: each state and all it may become. */
function drawing(): string[] {
  const lines = OutboundStatus.options.flatMap((from) => {
    const moves: readonly { from: readonly string[]; to: readonly string[] }[] = Object.values(transitions)
    const reached = moves.filter((move) => move.from.includes(from)).flatMap(({ to }) => to)
    const becomes = OutboundStatus.options.filter((to) => reached.includes(to))
    return becomes.length > 0 ? [`${from.padEnd(8)} → ${becomes.join(' | ')}`] : []
  })
  return ['written  → queued | sending', ...lines]
}

const arrows = (text: string, start: RegExp) =>
  text
    .split('\n')
    .filter((line) => start.test(line) && line.includes('→'))
    .map((line) => line.replace(start, ''))

test('the README and the comment beside the table draw what the table says', () => {
  expect(arrows(readme, /^ {4}(?=\w+ +→)/)).toEqual(drawing())
  expect(arrows(read('table.ts'), /^ \* {5}/)).toEqual(drawing())
})

test('the README’s table of transitions is the code’s', () => {
  const rows = [...readme.matchAll(/^\| `(\w+)` \| ([a-z, ]+) \| ([a-z, ]+) \| .+ \|$/gm)]
    .map(([, name, from, to]) => ({ name, from: from?.split(', '), to: to?.split(', ') }))
    .filter(({ from }) => OutboundStatus.safeParse(from?.[0]).success)
  expect(rows).toEqual(Object.entries(transitions).map(([name, move]) => ({ name, ...move })))
})
