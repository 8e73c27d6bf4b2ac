import { readFileSync } from 'node:fs'
import { OutboundStatus } from '@salonback/shared/core/messages/text.ts'
import { expect, test } from 'vitest'
import { transitions } from './table.ts'

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8')
const readme = read('../README.md')

/** The table as lines: each state and its next states. */
function diagram(): string[] {
  const lines = OutboundStatus.options.flatMap((from) => {
    const moves: readonly { from: readonly string[]; to: readonly string[] }[] = Object.values(transitions)
    const reached = moves.filter((move) => move.from.includes(from)).flatMap(({ to }) => to)
    const becomes = OutboundStatus.options.filter((to) => reached.includes(to))
    return becomes.length > 0 ? [`${from.padEnd(8)} → ${becomes.join(' | ')}`] : []
  })
  return ['inserted → queued | sending', ...lines]
}

const arrows = (text: string, start: RegExp) =>
  text
    .split('\n')
    .filter((line) => start.test(line) && line.includes('→'))
    .map((line) => line.replace(start, ''))

test('README.md and the comment show the transitions of the table', () => {
  expect(arrows(readme, /^ {4}(?=\w+ +→)/)).toEqual(diagram())
  expect(arrows(read('table.ts'), /^ \* {5}/)).toEqual(diagram())
})

test('the transition table of README.md matches the code', () => {
  const rows = [...readme.matchAll(/^\| `(\w+)` \| ([a-z, ]+) \| ([a-z, ]+) \| .+ \|$/gm)]
    .map(([, name, from, to]) => ({ name, from: from?.split(', '), to: to?.split(', ') }))
    .filter(({ from }) => OutboundStatus.safeParse(from?.[0]).success)
  expect(rows).toEqual(Object.entries(transitions).map(([name, move]) => ({ name, ...move })))
})
