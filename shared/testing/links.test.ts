import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { files, root } from './sources.ts'

const documents = [...readdirSync(root), ...files].filter((path) => path.endsWith('.md'))
const read = (path: string) => readFileSync(join(root, path), 'utf8').replace(/^```[\s\S]*?^```/gm, '')

/** GitHub's anchor of a heading: lower case, spaces as hyphens, no punctuation. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replace(/ /g, '-')
const anchorsOf = (path: string) =>
  [...read(path).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => anchorOf(heading))

test('every link in a document leads to a file or heading of this repository', () => {
  const broken = documents.flatMap((path) =>
    [...read(path).matchAll(/\]\(([^)\s]+)\)/g)]
      .map(([, target = '']) => target)
      .filter((target) => !/^(https?|mailto):/.test(target))
      .filter((target) => {
        const [file = '', anchor] = target.split('#')
        const linked = file === '' ? path : join(dirname(path), file)
        return !existsSync(join(root, linked)) || (anchor && !anchorsOf(linked).includes(anchor))
      })
      .map((target) => `${path} → ${target}`),
  )
  expect(documents.length).toBeGreaterThan(5)
  expect(broken).toEqual([])
})

test('every file path in a document exists', () => {
  const path = /`((?:api|shared|web|desktop)\/[\w./-]+\.(?:tsx?|md|sql|css|js|json|service|yml))`/g
  // Example paths in CONTRIBUTING.md use the feature name x.
  const invented = /^(api|shared)\/x\//
  const missing = documents.flatMap((document) =>
    [...read(document).matchAll(path)]
      .map(([, name = '']) => name)
      .filter((name) => !invented.test(name) && !existsSync(join(root, name)))
      .map((name) => `${document}: ${name}`),
  )
  expect(missing).toEqual([])
})
