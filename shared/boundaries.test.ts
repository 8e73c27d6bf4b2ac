import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { contracts } from './contracts.ts'
import {
  circles,
  files,
  importsOf,
  isTest,
  partOf,
  reach,
  repeatedRuns,
  root,
  sources,
  textOf,
} from './testing/sources.ts'

// The repository's rules, each as a test with a plain sentence. A failure lists the files that break it.

/** Files that import something, but for those that may. */
const importers = (what: RegExp, allowed: string[]) =>
  sources.filter((path) => !allowed.includes(path) && importsOf(path).some((name) => what.test(name)))

const packagesOf = (paths: string[]) =>
  paths.flatMap((path) =>
    importsOf(path, { types: false })
      .filter((name) => !partOf(name))
      .map((name) => `${path} → ${name}`),
  )

test('the parts are found', () => {
  expect(sources.length).toBeGreaterThan(150)
  expect(importsOf('shared/boundaries.test.ts')).toContain('shared/contracts.ts')
  expect(importsOf('api/messages/twilio.ts')).toContain('twilio')
})

test('shared imports nothing of ours; api, web and desktop import shared and themselves', () => {
  const strays = sources.flatMap((path) =>
    importsOf(path)
      .filter((name) => partOf(name) && partOf(name) !== 'shared' && partOf(name) !== partOf(path))
      .map((name) => `${path} → ${name}`),
  )
  expect(strays).toEqual([])
})

test('no imports go round in a circle', () => {
  expect(circles()).toEqual([])
})

test('host and kit know no feature: what stands on them never stands under them', () => {
  const under = (part: 'host' | 'kit') =>
    new RegExp(`^shared/(?:${part === 'kit' ? 'kit|' : ''}host|http|sms|testing)/|^shared/\\w+\\.ts$`)
  const strays = sources.flatMap((path) => {
    const [, part] = /^shared\/(host|kit)\//.exec(path) ?? []
    if (!part) return []
    return importsOf(path)
      .filter((name) => textOf.has(name) && !under(part as 'host' | 'kit').test(name))
      .map((name) => `${path} → ${name}`)
  })
  expect(strays).toEqual([])
})

test('no run of more than 12 lines stands twice outside tests', () => {
  const product = sources.filter((path) => !isTest(path) && !/\/(?:testing|bench|prove)\//.test(path))
  expect(repeatedRuns(product, 12)).toEqual([])
})

test('api imports no screens', () => {
  const strays = sources
    .filter((path) => path.startsWith('api/'))
    .filter((path) => importsOf(path).some((name) => name.startsWith('shared/') && !name.endsWith('.ts')))
  expect(strays).toEqual([])
})

/** Rooms of shared that are for Node alone: what builds, and what tests stand on. */
const forNode = /^shared\/(build|testing)\//

test('nothing that reaches a browser takes from the rooms that are for Node', () => {
  const product = sources.filter((path) => /^(shared|web\/(site|admin)|desktop\/renderer)\//.test(path))
  const strays = product
    .filter((path) => !isTest(path) && !forNode.test(path) && !/^web\/(site|admin)\/build\.ts$/.test(path))
    .flatMap((path) => importsOf(path).filter((name) => forNode.test(name)))
  expect(strays).toEqual([])
})

test('what the api takes from shared needs neither Node nor DOM nor React', () => {
  const taken = sources
    .filter((path) => path.startsWith('api/') && !isTest(path))
    .flatMap((path) => importsOf(path).filter((name) => name.startsWith('shared/') && !forNode.test(name)))
  const pure = reach([...new Set(taken)])
  expect(pure.filter((path) => path.endsWith('.tsx'))).toEqual([])
  const strange = packagesOf(pure).filter((line) => !/→ (zod|libphonenumber-js(\/max)?)$/.test(line))
  expect(strange).toEqual([])
  const dom = /\b(document|window|localStorage|sessionStorage|navigator)\.[a-z]/
  expect(pure.filter((path) => dom.test(textOf.get(path) ?? ''))).toEqual([])
})

test('contracts and rules need neither Node nor DOM nor React', () => {
  const pure = reach(sources.filter((path) => /^shared\/\w+\/(contract|rules)\.ts$/.test(path)))
  const strange = packagesOf(pure).filter((line) => !/→ (zod|libphonenumber-js(\/max)?)$/.test(line))
  expect(strange).toEqual([])
})

test('the public pages carry no Blueprint, no zod, no phone metadata and no client cache', () => {
  const pages = reach(sources.filter((path) => /^web\/site\/(main|islands\/\w+)\.ts$/.test(path)))
  expect(pages.length).toBeGreaterThan(5)
  const heavy = packagesOf(pages).filter((line) =>
    /→ (zod|libphonenumber-js|@blueprintjs|@tanstack)/.test(line),
  )
  expect(heavy).toEqual([])
})

test('the screens before the console carry no Blueprint and no schema, only the setting zod needs first', () => {
  const first = reach(['web/admin/main.tsx', 'desktop/renderer/main.tsx'], {
    later: false,
    // The bundlers put rows without schemas in its place.
    without: ['shared/contracts.ts'],
  })
  expect(first).toContain('shared/auth/LoginScreen.tsx')
  const heavy = packagesOf(first).filter((line) => /→ (zod|libphonenumber-js|@blueprintjs\/core)/.test(line))
  expect(heavy).toEqual(['shared/host/withoutEval.ts → zod/v4/core'])
})

test('texts are queued by few: what a stranger can cause goes through the gate, what staff causes is listed here', () => {
  const queues = sources
    .filter(
      (path) =>
        /^api\/(?!(testing|prove)\/)/.test(path) && !isTest(path) && path !== 'api/messages/outbox.ts',
    )
    .filter((path) => /\bqueueTexts?\(/.test(textOf.get(path) ?? ''))
  // Inbound: answers to whoever had a text from staff, and the follow-up to a prospect. Details: a person's click.
  expect(queues.sort()).toEqual([
    'api/leads/details.ts',
    'api/messages/inbound.ts',
    'api/publicTexts/gate.ts',
  ])
})

test('twilio is imported only by api/messages/twilio.ts', () => {
  // The simulated network's stage plays the part of a customer of Twilio's, beside its tests.
  const tests = sources.filter((path) => path.startsWith('api/') && isTest(path))
  const allowed = ['api/messages/twilio.ts', 'api/bench/bare/sdk.ts', 'api/simulator/stage.ts', ...tests]
  expect(importers(/^twilio(\/|$)/, allowed)).toEqual([])
})

test('a text’s status is changed only in api/messages/transitions, and begun only where texts are written', () => {
  const api = sources.filter((path) => path.startsWith('api/') && !isTest(path))
  const writers = (statement: RegExp) => api.filter((path) => statement.test(textOf.get(path) ?? '')).sort()
  // Up to the first condition: what a statement sets stands before it. A table named by a variable may be any.
  const changes =
    /\b(?:update|merge into)\s+(?:only\s+)?(?:public\.)?"?messages"?(?:(?!\bwhere\b)[\s\S]){0,800}?[^.\w]"?status"?\s*=/i
  const upserts = /insert into (?:public\.)?messages\b[^;]{0,2000}?\bdo update\b/i
  const named = /\bupdate (?:only )?(?:\$\{|"?public"?\.)/i
  const room = ['accepted', 'attempt', 'queued'].map((name) => `api/messages/transitions/${name}.ts`)
  expect(writers(changes)).toEqual(room)
  expect(writers(upserts)).toEqual([])
  // An erasure rewrites the columns that hold the number, whichever they are.
  expect(writers(named)).toEqual(['api/privacy/removal.ts'])
  const begins = writers(/\binsert into messages\b/).filter((path) => !/^api\/(testing|bench)\//.test(path))
  expect(begins).toEqual([
    'api/campaigns/queries.ts',
    'api/messages/inbound.ts',
    'api/messages/outbox.ts',
    'api/messages/queries.ts',
  ])
})

test('postgres is imported only by api/db/open.ts', () => {
  expect(importers(/^(postgres|pg)(\/|$)/, ['api/db/open.ts'])).toEqual([])
})

test('no screen makes elements or code of text: the desktop’s policy would refuse it', () => {
  const makes =
    /\b(?:dangerouslySetInnerHTML|innerHTML|outerHTML|insertAdjacentHTML|new Function|srcdoc|srcDoc)\b/
  const screens = sources.filter(
    (path) => /^(shared(?!\/testing)|web\/admin|desktop\/renderer)\//.test(path) && !isTest(path),
  )
  const makers = screens.filter((path) => makes.test(textOf.get(path) ?? ''))
  expect(makers).toEqual([])
})

test('every form of the console is drawn by the form shell, and checked through react-hook-form', () => {
  const screens = sources.filter(
    (path) => /^(shared|web\/admin|desktop\/renderer)\/.*\.tsx$/.test(path) && !isTest(path),
  )
  const drawn = screens.filter((path) => /<form\b|\bonSubmit=/.test(textOf.get(path) ?? ''))
  expect(drawn).toEqual(['shared/kit/Form.tsx'])
  const console = (path: string) => !path.startsWith('web/site/')
  expect(
    importers(/^(react-hook-form|@hookform\/)/, [])
      .filter(console)
      .sort(),
  ).toEqual([
    'shared/kit/EntryField.tsx',
    'shared/kit/Field.tsx',
    'shared/kit/Form.tsx',
    'shared/kit/form.ts',
  ])
})

test('long lists are drawn in one way, and nothing writes a ref while it draws', () => {
  expect(importers(/^@tanstack\/react-virtual$/, [])).toEqual(['shared/kit/useVirtualRows.ts'])
  const screens = sources.filter(
    (path) => /^(shared|desktop\/renderer|web\/admin)\//.test(path) && !isTest(path),
  )
  // In the body of a component or hook itself, not in what it calls later.
  const inRender = /^(?:export )?function (?:use)?[A-Z][\s\S]*?^ {2}\w+\.current = /m
  const bodies = (text: string) => text.split(/^}\n/m)
  const strays = screens.filter((path) => bodies(textOf.get(path) ?? '').some((body) => inRender.test(body)))
  expect(strays).toEqual([])
})

test('plurals are made in formats.ts', () => {
  // A choice between two quoted words by whether there is one.
  const made = /=== 1\s*\?\s*['"`]/
  const screens = sources.filter(
    (path) => /^(shared|web\/admin|desktop\/renderer)\/.*\.tsx?$/.test(path) && !isTest(path),
  )
  expect(screens.filter((path) => made.test((textOf.get(path) ?? '').replace(/days === 1/g, '')))).toEqual([])
})

test('what is loading, failed or there is decided by Loaded alone', () => {
  const ladders = sources.filter(
    (path) =>
      /^shared\/(?!kit\/).*\.tsx$/.test(path) &&
      !isTest(path) &&
      /<(Failed|Loading)\b/.test(textOf.get(path) ?? ''),
  )
  // There it waits for the file of a screen, not for an answer.
  expect(ladders).toEqual(['shared/admin/Console.tsx'])
})

test('the lists of common passwords are read only by api/auth/strength.ts', () => {
  expect(importers(/^@zxcvbn-ts\//, ['api/auth/strength.ts'])).toEqual([])
})

test('both hosts of the console tell zod to compile no code before anything else loads', () => {
  for (const path of ['web/admin/main.tsx', 'desktop/renderer/main.tsx']) {
    expect(importsOf(path)[0], path).toBe('shared/host/withoutEval.ts')
  }
})

test('keytar is imported only by desktop/main/secrets.ts', () => {
  const tests = sources.filter((path) => path.startsWith('desktop/') && isTest(path))
  expect(importers(/^keytar$/, ['desktop/main/secrets.ts', ...tests])).toEqual([])
})

test('ipcMain is named only by desktop/main/handle.ts', () => {
  const named = sources.filter((path) => /\bipcMain\b/.test(textOf.get(path) ?? ''))
  expect(named.filter((path) => path !== 'shared/boundaries.test.ts')).toEqual(['desktop/main/handle.ts'])
})

test('settings are read only by api/env.ts', () => {
  // Scripts and tests hand the environment on to the processes they start; the product itself reads api/env.ts.
  const scripts = [
    'api/db/embedded.ts',
    'api/db/postgresUser.ts',
    'desktop/build/package.ts',
    'desktop/build/run.ts',
    'web/build.ts',
    'web/site/build.ts',
    'shared/boundaries.test.ts',
  ]
  const readers = sources.filter((path) => /process\.env\b/.test(textOf.get(path) ?? ''))
  const product = readers.filter(
    (path) =>
      !isTest(path) && !scripts.includes(path) && !/^(api|desktop|shared)\/(testing|bench)\//.test(path),
  )
  expect(product).toEqual(['api/env.ts'])
})

test('every setting stands in the README’s table and in .env.example, and nothing else does', () => {
  const settings = [...(textOf.get('api/env.ts') ?? '').matchAll(/^ {2}([A-Z][A-Z_]+): /gm)].map(
    ([, name]) => name,
  )
  expect(settings.length).toBeGreaterThan(15)
  const readme = readFileSync(join(root, 'README.md'), 'utf8')
  const rows = readme.split('\n').filter((line) => /^\| `[A-Z_]+`/.test(line))
  const named = rows.flatMap((row) =>
    [...(row.split('|')[1] ?? '').matchAll(/`([A-Z_]+)`/g)].map(([, name]) => name),
  )
  expect(named.sort()).toEqual([...settings].sort())
  const example = readFileSync(join(root, '.env.example'), 'utf8')
  const exampled = [...example.matchAll(/^#? ?([A-Z_]+)=/gm)].map(([, name]) => name)
  expect(exampled.sort()).toEqual([...settings].sort())
})

test('no screen names a setting: people in an office cannot set one', () => {
  const settings = [...(textOf.get('api/env.ts') ?? '').matchAll(/^ {2}([A-Z]+_[A-Z_]+): /gm)].map(
    ([, name]) => name,
  )
  expect(settings).toContain('ALERT_SMS_NUMBER')
  const named = new RegExp(`\\b(${settings.join('|')})\\b`)
  const screens = sources.filter((path) => /^(shared|web|desktop)\/.*\.tsx$/.test(path) && !isTest(path))
  expect(screens.filter((path) => named.test(textOf.get(path) ?? ''))).toEqual([])
})

test('a feature is called the same in shared and api, with a contract here and routes there', () => {
  const missing = Object.keys(contracts).flatMap((feature) =>
    [`shared/${feature}/contract.ts`, `api/${feature}/routes.ts`].filter((path) => !textOf.has(path)),
  )
  expect(missing).toEqual([])
  const named = sources
    .filter(
      (path) => path.startsWith('api/') && importsOf(path).some((name) => name.endsWith('/contract.ts')),
    )
    .filter((path) => path.endsWith('/routes.ts'))
    .map((path) => path.split('/')[1])
  expect(named.sort()).toEqual(Object.keys(contracts).sort())
})

test('routes hold no SQL', () => {
  const sql = /\b(select|insert into|update|delete from)\s+[\w.*(]+[\s\S]{0,200}?\b(from|values|set|where)\b/
  const strays = sources.filter(
    (path) =>
      /^api\/\w+\/routes\.ts$/.test(path) &&
      /sql(<[^`]*>)?`/.test(textOf.get(path) ?? '') &&
      sql.test(textOf.get(path) ?? ''),
  )
  expect(strays).toEqual([])
})

test('across features api takes contracts, rules and queries, never routes', () => {
  const strays = sources.flatMap((path) =>
    importsOf(path)
      .filter((name) => /^api\/\w+\/routes\.ts$/.test(name) && path !== 'api/app.ts' && !isTest(path))
      .map((name) => `${path} → ${name}`),
  )
  expect(strays).toEqual([])
})

test('there are no source folders, no barrels and no utils', () => {
  expect(files.filter((path) => /\/src\/|\/(utils|helpers|common)(\/|\.)/.test(path))).toEqual([])
  const barrel = /^export (\*|\{[^}]*\}) from/m
  expect(sources.filter((path) => path.endsWith('/index.ts') && barrel.test(textOf.get(path) ?? ''))).toEqual(
    [],
  )
})

test('nothing is put off, silenced or skipped', () => {
  const silenced =
    /@ts-(ignore|expect-error|nocheck)|biome-ignore|eslint-disable|\b(TODO|FIXME)\b|\b(test|it|describe)\.(skip|only|todo)\b/
  const here = 'shared/boundaries.test.ts'
  expect(sources.filter((path) => path !== here && silenced.test(textOf.get(path) ?? ''))).toEqual([])
})
