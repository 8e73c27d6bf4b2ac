import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { IconNames } from '@blueprintjs/icons'
import { expect, test } from 'vitest'
import { iconNames } from './iconNames.ts'

const packageOf = (name: string) => dirname(createRequire(import.meta.url).resolve(`${name}/package.json`))
const file = join(packageOf('@blueprintjs/icons'), 'lib/esm/iconNames.js').replaceAll('\\', '/')

async function named() {
  const code = iconNames.load(file)?.replace("'./", `'${dirname(file)}/`)
  if (!code) throw new Error('Not replaced')
  return import(`data:text/javascript,${encodeURIComponent(code.replaceAll("'/", "'file:///"))}`)
}

test('every icon has the name that Blueprint makes for it', async () => {
  const { IconNames: ours, IconNamesSet } = await named()
  expect(new Set(Object.values(IconNames))).toEqual(IconNamesSet)
  expect(IconNames).toMatchObject(ours)
})

test('nobody asks for an icon by a name that is left out', async () => {
  const { IconNames: ours } = await named()
  const core = join(packageOf('@blueprintjs/core'), 'lib/esm')
  const asked = readdirSync(core, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.js'))
    .flatMap((path) => [...readFileSync(join(core, path), 'utf8').matchAll(/\bIconNames\.(\w+)/g)])
    .map(([, name]) => name)
  expect(asked.length).toBeGreaterThan(0)
  for (const name of asked) expect(ours).toHaveProperty(name as string)
})
