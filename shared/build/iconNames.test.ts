import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { IconNames } from '@blueprintjs/icons'
import { expect, test } from 'vitest'
import { iconNames } from './iconNames.ts'

const packageOf = (name: string) => dirname(createRequire(import.meta.url).resolve(`${name}/package.json`))
const file = join(packageOf('@blueprintjs/icons'), 'lib/esm/iconNames.js').replaceAll('\\', '/')

async function loadGenerated() {
  const code = iconNames.load(file)?.replace("'./", `'${dirname(file)}/`)
  if (!code) throw new Error('Not replaced')
  return import(`data:text/javascript,${encodeURIComponent(code.replaceAll("'/", "'file:///"))}`)
}

test('the generated names equal those of Blueprint', async () => {
  const { IconNames: ours, IconNamesSet } = await loadGenerated()
  expect(new Set(Object.values(IconNames))).toEqual(IconNamesSet)
  expect(IconNames).toMatchObject(ours)
})

test('Blueprint uses no icon name that is missing from the generated list', async () => {
  const { IconNames: ours } = await loadGenerated()
  const core = join(packageOf('@blueprintjs/core'), 'lib/esm')
  const usedNames = readdirSync(core, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.js'))
    .flatMap((path) => [...readFileSync(join(core, path), 'utf8').matchAll(/\bIconNames\.(\w+)/g)])
    .map(([, name]) => name)
  expect(usedNames.length).toBeGreaterThan(0)
  for (const name of usedNames) expect(ours).toHaveProperty(name as string)
})
