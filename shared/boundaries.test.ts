import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { contracts } from './contracts.ts'
import { hardWordsOf } from './testing/prose.ts'
import {
  duplicateBlocks,
  files,
  importCycles,
  importsOf,
  isTest,
  reachableFrom,
  root,
  sources,
  textOf,
  workspaceOf,
} from './testing/sources.ts'

// Rules of the repository as tests. A failure lists the files that break the rule.

/** Files that import a matching module, except the allowed ones. */
const importers = (what: RegExp, allowed: string[]) =>
  sources.filter((path) => !allowed.includes(path) && importsOf(path).some((name) => what.test(name)))

const packagesOf = (paths: string[]) =>
  paths.flatMap((path) =>
    importsOf(path, { types: false })
      .filter((name) => !workspaceOf(name))
      .map((name) => `${path} → ${name}`),
  )

test('source files and their imports are found', () => {
  expect(sources.length).toBeGreaterThan(150)
  expect(importsOf('shared/boundaries.test.ts')).toContain('shared/testing/prose.ts')
  expect(importsOf('api/core/messages/twilio.ts')).toContain('twilio')
})

test('shared imports no other part; api, web and desktop import only shared', () => {
  const strays = sources.flatMap((path) =>
    importsOf(path)
      .filter(
        (name) =>
          workspaceOf(name) && workspaceOf(name) !== 'shared' && workspaceOf(name) !== workspaceOf(path),
      )
      .map((name) => `${path} → ${name}`),
  )
  expect(strays).toEqual([])
})

test('product code imports no test helpers, benches or proofs', () => {
  const notProduct = /^\w+\/(?:testing|bench|prove)\//
  const strays = sources
    .filter((path) => !isTest(path) && !notProduct.test(path))
    .flatMap((path) =>
      importsOf(path)
        .filter((name) => notProduct.test(name))
        .map((name) => `${path} → ${name}`),
    )
  expect(strays).toEqual([])
})

test('there are no import cycles', () => {
  expect(importCycles()).toEqual([])
})

test('host and kit import no feature', () => {
  const allowedImports = (part: 'host' | 'kit') =>
    new RegExp(
      `^shared/(?:${part === 'kit' ? 'kit|' : ''}host|platform/http|sms|testing)/|^shared/\\w+\\.ts$`,
    )
  const strays = sources.flatMap((path) => {
    const [, part] = /^shared\/(host|kit)\//.exec(path) ?? []
    if (!part) return []
    return importsOf(path)
      .filter((name) => textOf.has(name) && !allowedImports(part as 'host' | 'kit').test(name))
      .map((name) => `${path} → ${name}`)
  })
  expect(strays).toEqual([])
})

test('no block of more than 12 lines is repeated outside tests', () => {
  const product = sources.filter((path) => !isTest(path) && !/\/(?:testing|bench|prove)\//.test(path))
  expect(duplicateBlocks(product, 12)).toEqual([])
})

test('api imports no screens', () => {
  const strays = sources
    .filter((path) => path.startsWith('api/'))
    .filter((path) => importsOf(path).some((name) => name.startsWith('shared/') && !name.endsWith('.ts')))
  expect(strays).toEqual([])
})

/** Folders of shared for Node only: builds and test support. */
const forNode = /^shared\/(build|testing)\//

test('browser code imports no folder that is for Node', () => {
  const product = sources.filter((path) => /^(shared|web\/(site|admin)|desktop\/renderer)\//.test(path))
  const strays = product
    .filter((path) => !isTest(path) && !forNode.test(path) && !/^web\/(site|admin)\/build\.ts$/.test(path))
    .flatMap((path) => importsOf(path).filter((name) => forNode.test(name)))
  expect(strays).toEqual([])
})

test('files of shared that api imports use no Node, DOM or React', () => {
  const taken = sources
    .filter((path) => path.startsWith('api/') && !isTest(path))
    .flatMap((path) => importsOf(path).filter((name) => name.startsWith('shared/') && !forNode.test(name)))
  const pure = reachableFrom([...new Set(taken)])
  expect(pure.filter((path) => path.endsWith('.tsx'))).toEqual([])
  const strange = packagesOf(pure).filter(
    (line) => !/→ (zod|csv-parse\/browser\/esm\/sync|libphonenumber-js(\/max)?)$/.test(line),
  )
  expect(strange).toEqual([])
  const dom = /\b(document|window|localStorage|sessionStorage|navigator)\.[a-z]/
  expect(pure.filter((path) => dom.test(textOf.get(path) ?? ''))).toEqual([])
})

test('contracts and rules use no Node, DOM or React', () => {
  const pure = reachableFrom(sources.filter((path) => /^shared\/\w+\/\w+\/(contract|rules)\.ts$/.test(path)))
  const strange = packagesOf(pure).filter((line) => !/→ (zod|libphonenumber-js(\/max)?)$/.test(line))
  expect(strange).toEqual([])
})

test('the public pages bundle no Blueprint, zod, phone metadata or client cache', () => {
  const pages = reachableFrom(sources.filter((path) => /^web\/site\/(main|islands\/\w+)\.ts$/.test(path)))
  expect(pages.length).toBeGreaterThan(5)
  const heavy = packagesOf(pages).filter((line) =>
    /→ (zod|libphonenumber-js|@blueprintjs|@tanstack)/.test(line),
  )
  expect(heavy).toEqual([])
})

test('only listed files queue texts; texts that strangers cause go through the gate', () => {
  const queues = sources
    .filter(
      (path) =>
        /^api\/(?!(testing|prove)\/)/.test(path) && !isTest(path) && path !== 'api/core/messages/outbox.ts',
    )
    .filter((path) => /\bqueueTexts?\(/.test(textOf.get(path) ?? ''))
  // Follow-ups to prospects, answers to numbers that staff texted, details, links and tests that staff send by a click.
  expect(queues.sort()).toEqual([
    'api/core/publicTexts/gate.ts',
    'api/core/publicTexts/notices.ts',
    'api/sales/leads/details.ts',
    'api/sales/prospects/subscriber.ts',
    'api/sales/testTexts/routes.ts',
    'api/salons/bookingTexts/queueBookingText.ts',
    'api/salons/bookingTexts/queueDayBefore.ts',
    'api/salons/handover/passOn.ts',
    'api/salons/ownerLinks/sendLink.ts',
  ])
})

test('twilio is imported only by api/core/messages/twilio.ts', () => {
  // The simulator's test helper calls it with the real SDK.
  const tests = sources.filter((path) => path.startsWith('api/') && isTest(path))
  const allowed = [
    'api/core/messages/twilio.ts',
    'api/bench/bare/sdk.ts',
    'api/testing/simulator.ts',
    ...tests,
  ]
  expect(importers(/^twilio(\/|$)/, allowed)).toEqual([])
})

test('one place each changes the status of a text and whether it is processed; only listed files insert texts', () => {
  const api = sources.filter((path) => path.startsWith('api/') && !isTest(path))
  const writers = (statement: RegExp) => api.filter((path) => statement.test(textOf.get(path) ?? '')).sort()
  // Match up to the first `where`. A table named by a variable may be any table.
  const changesOf = (column: string) =>
    new RegExp(
      String.raw`\b(?:update|merge into)\s+(?:only\s+)?(?:public\.)?"?messages"?(?:(?!\bwhere\b)[\s\S]){0,800}?[^.\w]"?${column}"?\s*=`,
      'i',
    )
  const upserts = /insert into (?:public\.)?messages\b[^;]{0,2000}?\bdo update\b/i
  const named = /\bupdate (?:only )?(?:\$\{|"?public"?\.)/i
  const room = ['accepted', 'attempt', 'queued'].map((name) => `api/core/messages/transitions/${name}.ts`)
  expect(writers(changesOf('status'))).toEqual(room)
  expect(writers(changesOf('processed'))).toEqual(['api/core/messages/processed.ts'])
  expect(writers(upserts)).toEqual([])
  // Erasing rewrites all columns that hold a number; leases set lease_until only.
  expect(writers(named)).toEqual(['api/platform/db/lease.ts', 'api/platform/privacy/removal.ts'])
  const begins = writers(/\binsert into messages\b/).filter((path) => !/^api\/(testing|bench)\//.test(path))
  expect(begins).toEqual([
    'api/core/messages/outbox.ts',
    'api/core/messages/storeReceived.ts',
    // Past texts of the demo salon.
    'api/demo/texts.ts',
    'api/sales/firstTexts/queries.ts',
    'api/sales/firstTexts/secondTexts.ts',
    'api/salons/campaigns/queries.ts',
  ])
})

test('only listed files connect to mail servers and receivers of events', () => {
  const product = (path: string) => !isTest(path) && !/^api\/(testing|bench|deploy|prove)\//.test(path)
  const carrier = ['api/core/messages/gatedSocket.ts', 'api/core/messages/guardedRequest.ts']
  expect(importers(/^nodemailer\/lib\/smtp-connection$/, ['api/platform/mail/smtp.ts'])).toEqual([])
  expect(importers(/^node:https$/, carrier).filter(product)).toEqual(['api/platform/receivers/post.ts'])
})

test('postgres is imported only by api/platform/db/open.ts', () => {
  expect(importers(/^(postgres|pg)(\/|$)/, ['api/platform/db/open.ts'])).toEqual([])
})

test('no screen creates elements or code from text, which Trusted Types would block', () => {
  const makes =
    /\b(?:dangerouslySetInnerHTML|innerHTML|outerHTML|insertAdjacentHTML|new Function|srcdoc|srcDoc)\b/
  const screens = sources.filter(
    (path) => /^(shared(?!\/testing)|web\/admin|desktop\/renderer)\//.test(path) && !isTest(path),
  )
  const makers = screens.filter((path) => makes.test(textOf.get(path) ?? ''))
  expect(makers).toEqual([])
})

test('the console calls nothing that the oldest Electron of the tests lacks', () => {
  const newer =
    /\b(?:URL\.(?:canParse|parse)|Promise\.(?:withResolvers|try)|(?:Object|Map)\.groupBy|Array\.fromAsync)\b/
  const screens = sources.filter(
    (path) => /^(shared(?!\/testing)|web\/admin|desktop\/renderer)\//.test(path) && !isTest(path),
  )
  const code = (path: string) => (textOf.get(path) ?? '').replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, '')
  expect(screens.filter((path) => newer.test(code(path)))).toEqual([])
})

test('every console form uses the form shell and react-hook-form', () => {
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
  ).toEqual(['shared/kit/Field.tsx', 'shared/kit/Form.tsx', 'shared/kit/form.ts'])
})

test('only useVirtualRows virtualises lists, and no component writes a ref while rendering', () => {
  expect(importers(/^@tanstack\/react-virtual$/, [])).toEqual(['shared/kit/useVirtualRows.ts'])
  const screens = sources.filter(
    (path) => /^(shared|desktop\/renderer|web\/admin)\//.test(path) && !isTest(path),
  )
  // Only in the body of a component or hook, not in its callbacks.
  const inRender = /^(?:export )?function (?:use)?[A-Z][\s\S]*?^ {2}\w+\.current = /m
  const bodies = (text: string) => text.split(/^}\n/m)
  const strays = screens.filter((path) => bodies(textOf.get(path) ?? '').some((body) => inRender.test(body)))
  expect(strays).toEqual([])
})

test('plurals are made in formats.ts', () => {
  // A choice between two strings by `=== 1`.
  const made = /=== 1\s*\?\s*['"`]/
  const screens = sources.filter(
    (path) => /^(shared|web\/admin|desktop\/renderer)\/.*\.tsx?$/.test(path) && !isTest(path),
  )
  expect(screens.filter((path) => made.test((textOf.get(path) ?? '').replace(/days === 1/g, '')))).toEqual([])
})

test('only Loaded decides between loading, error and content', () => {
  const ladders = sources.filter(
    (path) =>
      /^shared\/(?!kit\/).*\.tsx$/.test(path) &&
      !isTest(path) &&
      /<(Failed|Loading)\b/.test(textOf.get(path) ?? ''),
  )
  // Console waits for a lazy-loaded screen, not for data.
  expect(ladders).toEqual(['shared/admin/Console.tsx'])
})

test('the lists of common passwords are read only by api/platform/auth/strength.ts', () => {
  expect(importers(/^@zxcvbn-ts\//, ['api/platform/auth/strength.ts'])).toEqual([])
})

test('both hosts of the console disable code generation in zod first', () => {
  for (const path of ['web/admin/main.tsx', 'desktop/renderer/main.tsx']) {
    expect(importsOf(path)[0], path).toBe('shared/host/disableZodJit.ts')
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
  // Scripts and tests pass the environment to child processes; the product reads api/env.ts.
  const scripts = [
    'api/platform/db/embedded.ts',
    'api/platform/db/postgresUser.ts',
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

test('the documentation and .env.example list exactly the settings of api/env.ts', () => {
  const settings = [...(textOf.get('api/env.ts') ?? '').matchAll(/^ {2}([A-Z][A-Z_]+): /gm)].map(
    ([, name]) => name,
  )
  expect(settings.length).toBeGreaterThan(15)
  const documented = readFileSync(join(root, 'api/deploy/configuration.md'), 'utf8')
  const rows = documented.split('\n').filter((line) => /^\| `[A-Z_]+`/.test(line))
  const named = rows.flatMap((row) =>
    [...(row.split('|')[1] ?? '').matchAll(/`([A-Z_]+)`/g)].map(([, name]) => name),
  )
  expect(named.sort()).toEqual([...settings].sort())
  const example = readFileSync(join(root, '.env.example'), 'utf8')
  const exampled = [...example.matchAll(/^#? ?([A-Z_]+)=/gm)].map(([, name]) => name)
  expect(exampled.sort()).toEqual([...settings].sort())
})

test('no screen names an environment variable', () => {
  const settings = [...(textOf.get('api/env.ts') ?? '').matchAll(/^ {2}([A-Z]+_[A-Z_]+): /gm)].map(
    ([, name]) => name,
  )
  expect(settings).toContain('ALERT_SMS_NUMBER')
  const named = new RegExp(`\\b(${settings.join('|')})\\b`)
  const screens = sources.filter((path) => /^(shared|web|desktop)\/.*\.tsx$/.test(path) && !isTest(path))
  expect(screens.filter((path) => named.test(textOf.get(path) ?? ''))).toEqual([])
})

test('every feature has a contract in shared and routes of the same name in api', () => {
  const featuresWith = (part: string, file: string) =>
    sources
      .map((path) => new RegExp(`^${part}/(\\w+/\\w+)/${file}\\.ts$`).exec(path)?.[1])
      .filter((feature) => feature !== undefined)
      .sort()
  const withContract = featuresWith('shared', 'contract')
  expect(withContract.length).toBeGreaterThan(20)
  expect(featuresWith('api', 'routes')).toEqual(withContract)
})

test('routes hold no SQL', () => {
  const sql = /\b(select|insert into|update|delete from)\s+[\w.*(]+[\s\S]{0,200}?\b(from|values|set|where)\b/
  const strays = sources.filter(
    (path) =>
      /^api\/\w+\/\w+\/routes\.ts$/.test(path) &&
      /sql(<[^`]*>)?`/.test(textOf.get(path) ?? '') &&
      sql.test(textOf.get(path) ?? ''),
  )
  expect(strays).toEqual([])
})

const floors = ['platform', 'core', 'sales', 'salons']

/** Floor and feature of a file, such as `core/inbox`. */
const featureOf = (path: string) => {
  const [, part = '', floor = '', feature = ''] = /^(api|shared)\/(\w+)\/(\w+)\//.exec(path) ?? []
  return floors.includes(floor) ? { part, floor, name: `${floor}/${feature}` } : null
}

/** Imports between features of one part, without tests. */
const featureImports = (part: string) =>
  sources
    .filter((path) => !isTest(path) && !/\/testing\.tsx?$/.test(path) && featureOf(path)?.part === part)
    .flatMap((path) => {
      const from = featureOf(path)
      return importsOf(path).flatMap((name) => {
        const to = featureOf(name)
        return from && to && from.name !== to.name ? [{ path, name, from, to }] : []
      })
    })

/** What a floor may use: itself and those above it. */
const floorsOf: Record<string, string[]> = {
  platform: ['platform'],
  core: ['platform', 'core'],
  sales: ['platform', 'core', 'sales'],
  salons: ['platform', 'core', 'salons'],
}

test('imports go down: platform, then core, then sales and salons, which do not know each other', () => {
  const upward = ['api', 'shared'].flatMap((part) =>
    featureImports(part)
      .filter(({ from, to }) => !floorsOf[from.floor]?.includes(to.floor))
      .map(({ from, to }) => `${part}: ${from.name} → ${to.name}`),
  )
  expect([...new Set(upward)]).toEqual([])
  // What a text needs is in deps.ts; the platform has context.ts.
  expect(importers(/^api\/deps\.ts$/, []).filter((path) => path.startsWith('api/platform/'))).toEqual([])
})

/** Floors of each table, by the list of the database's README. */
const tableFloors = () => {
  const readme = readFileSync(join(root, 'api/platform/db/README.md'), 'utf8')
  const rows = [...readme.matchAll(/^\| (`.+?) \| (.+) \|$/gm)]
  return rows.flatMap(([, tables = '', features = '']) => {
    const owners = [...features.matchAll(/\]\((?:\.\.\/\.\.\/(\w+)|\.\.?\/)?/g)].map(
      ([, floor]) => floor ?? 'platform',
    )
    return [...tables.matchAll(/(?<!schema )`(\w+)`/g)].map(([, table = '']) => ({ table, owners }))
  })
}

test('each table has an owner in the README of the database', () => {
  const schema = readFileSync(join(root, 'api/platform/db/schema.sql'), 'utf8')
  const tables = [...schema.matchAll(/^create table (\w+) \(/gm)].map(([, table]) => table)
  expect(tables.length).toBeGreaterThan(50)
  const listed = tableFloors().map(({ table }) => table)
  expect(listed.toSorted()).toEqual(tables.toSorted())
})

test('SQL names tables of its floor or of a floor above', () => {
  // They read, remove or restore what is stored about a person in any table.
  const exceptions = /^api\/(core\/(erasure|restore)|platform\/(backup|privacy))\//
  const tables = tableFloors()
  const strays = sources
    .filter((path) => path.startsWith('api/') && !isTest(path) && !exceptions.test(path))
    .flatMap((path) => {
      const floor = featureOf(path)?.floor
      if (!floor) return []
      const below = tables.filter(({ owners }) => !owners.some((owner) => floorsOf[floor]?.includes(owner)))
      const names = below.map(({ table }) => table).join('|')
      const use = new RegExp(`\\b(?:from|join|update|into|using|table)\\s+(?:only\\s+)?(${names})\\b`, 'gi')
      const code = (textOf.get(path) ?? '').replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*/gm, '')
      return [...code.matchAll(use)].map(([, table]) => `${path}: ${table}`)
    })
  expect(strays).toEqual([])
})

/** A feature with its subfolders, or another folder. Files of the top level, and of a floor, compose the others and belong to none. */
const folderOf = (path: string) => {
  const folder = /^(?:api|shared)\/(\w+)\/(?!node_modules)/.exec(path)?.[1] ?? null
  return featureOf(path)?.name ?? (floors.includes(folder ?? '') ? null : folder)
}

test.each(['api', 'shared'])('folders of %s do not import each other in a circle', (part) => {
  const imports = new Map<string, Set<string>>()
  for (const path of sources.filter((one) => one.startsWith(`${part}/`) && !isTest(one))) {
    const from = folderOf(path)
    if (from === null || /\/testing\.tsx?$/.test(path)) continue
    for (const name of importsOf(path)) {
      const to = name.startsWith(`${part}/`) ? folderOf(name) : null
      if (to && to !== from) imports.set(from, (imports.get(from) ?? new Set()).add(to))
    }
  }
  const reached = (from: string, seen = new Set<string>()): Set<string> => {
    for (const to of imports.get(from) ?? []) if (!seen.has(to)) reached(to, seen.add(to))
    return seen
  }
  expect(imports.size).toBeGreaterThan(15)
  expect([...imports.keys()].filter((folder) => reached(folder).has(folder))).toEqual([])
})

test('the messaging core knows no feature', () => {
  const core = sources.filter((path) => /^api\/core\/(messages|suppressions)\//.test(path) && !isTest(path))
  const imported = core.flatMap((path) => importsOf(path).flatMap((name) => featureOf(name)?.name ?? []))
  expect([...new Set(imported)].sort()).toEqual([
    'core/messages',
    'core/suppressions',
    'platform/db',
    'platform/http',
    'platform/privacy',
    'platform/undo',
  ])
  // Of campaigns it reads only which text belongs to which, and which are running or canceled.
  const tables =
    /\b(?:from|join|update|into)\s+(prospects|leads|waitlist_responses|campaign_\w+|restored\w*)\b/
  expect(core.filter((path) => tables.test(textOf.get(path) ?? ''))).toEqual([])
})

test('api features import no routes of other features', () => {
  const strays = sources.flatMap((path) =>
    importsOf(path)
      .filter((name) => /^api\/\w+\/\w+\/routes\.ts$/.test(name) && path !== 'api/app.ts' && !isTest(path))
      .map((name) => `${path} → ${name}`),
  )
  expect(strays).toEqual([])
})

test('there are no src folders, barrels or utils', () => {
  expect(files.filter((path) => /\/src\/|\/(utils|helpers|common)(\/|\.)/.test(path))).toEqual([])
  const barrel = /^export (\*|\{[^}]*\}) from/m
  expect(sources.filter((path) => path.endsWith('/index.ts') && barrel.test(textOf.get(path) ?? ''))).toEqual(
    [],
  )
})

test('there are no disabled checks, skipped tests or TODOs', () => {
  const silenced =
    /@ts-(ignore|expect-error|nocheck)|biome-ignore|eslint-disable|\b(TODO|FIXME)\b|\b(test|it|describe)\.(skip|only|todo)\b/
  const here = 'shared/boundaries.test.ts'
  expect(sources.filter((path) => path !== here && silenced.test(textOf.get(path) ?? ''))).toEqual([])
})

test('no test is retried or waits in a page for a fixed time', () => {
  const unsteady = /\bwaitForTimeout\b|\bretry: [1-9]/
  const here = 'shared/boundaries.test.ts'
  const tests = sources.filter((path) => path !== here && (isTest(path) || /\/(e2e|testing)\//.test(path)))
  expect(tests.filter((path) => unsteady.test(textOf.get(path) ?? ''))).toEqual([])
})

test('comments and titles are in plain English', () => {
  const allowed = [
    // The user of that name.
    'api/platform/db/postgresUser.ts: nobody',
    'api/privileges.ts: nobody',
    'desktop/e2e/sandbox.e2e.ts: nobody',
  ]
  const prose = files.filter((path) => /\.(tsx?|js|css|sql)$/.test(path))
  const found = prose.flatMap((path) =>
    hardWordsOf(path, textOf.get(path) ?? readFileSync(join(root, path), 'utf8')).map(
      (word) => `${path}: ${word}`,
    ),
  )
  expect(found.filter((use) => !allowed.includes(use))).toEqual([])
  expect(found.length).toBeLessThan(20)
})

test('the calls of a feature have the name of its folder', () => {
  const folders = files.flatMap((path) => path.match(/^shared\/.*\/(\w+)\/contract\.ts$/)?.[1] ?? [])
  expect(folders.sort()).toEqual(Object.keys(contracts).sort())
})
