import { launchBrowser } from '@salonback/shared/testing/browser.ts'
import { endpoints } from '@salonback/shared/testing/endpoints.ts'
import { credentials, openHours, startServer } from '@salonback/shared/testing/server.ts'
import { schemaOf } from '../../testing/schemaOf.ts'
import { openSuiteDatabase } from '../database.ts'
import { countWrong } from '../rows.ts'
import type { Row, SuiteContext } from '../suite.ts'
import { shownReplies, textFields } from './payloads.ts'
import { storePayloads } from './storePayloads.ts'
import { walkConsole, walkPages } from './walk.ts'
import { type Finding, type Watch, watch } from './watch.ts'

/**
 * Calls that the walk does not make. No screen uses `messages.inbound`, a call of the specification: the inbox reads pages.
 * The preview needs a selection and a template.
 */
const notCalled = ['firstTexts.preview', 'inbox.inbound']

/**
 * Stores script payloads wherever a person or the carrier can write text, and appends them to every text that a screen
 * receives. A real Chromium opens every screen; no payload may run or become an element.
 */
export async function proveScripts(context: SuiteContext): Promise<Row[]> {
  const { atEnd, log, signal } = context
  const { sql, url } = await openSuiteDatabase(context, 2)
  const server = await startServer({ DATABASE_URL: url, ...openHours })
  atEnd(server.remove)
  atEnd(server.kill)
  const browser = await launchBrowser()
  atEnd(() => browser.close())
  const ids = await storePayloads(server.origin, sql)
  const browserContext = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  const state = await watch(browserContext)
  await browserContext.request.post(`${server.origin}/api/admin/login`, {
    data: credentials,
    headers: { origin: server.origin },
  })
  const walk = { context: browserContext, watch: state, origin: server.origin, signal }
  const screens = (await walkPages(walk, publicParameters(), ids)) + (await walkConsole(walk, ids))
  const fields = reachableFields()
  log(`${screens} screens, dialogs and pages; ${fields.length} text fields, ${state.injections} injections`)
  return [
    rowOf(state, 'no stored text runs as a script', 'script', screens),
    rowOf(state, 'no stored text opens a dialog', 'dialog', screens),
    rowOf(state, 'no stored text becomes an element or a link', 'element', screens),
    rowOf(state, 'no stored text violates the content policy', 'policy', screens),
    rowOf(state, 'no stored text breaks a screen', 'error', screens),
    countWrong(
      'every text field of the contract was shown with payloads',
      fields,
      (field) => (state.injectedFields.has(field) ? null : field),
      (field) => field,
    ),
  ]
}

function rowOf({ findings }: Watch, what: string, kind: Finding['kind'], tried: number): Row {
  const found = findings.filter((finding) => finding.kind === kind)
  const [first] = found
  return { what, tried, wrong: found.length, ...(first && { note: `${first.what}, at ${first.at}` }) }
}

/** The free-text fields of all responses that the walk reaches. */
function reachableFields(): string[] {
  const reached = shownReplies.filter(({ name }) => !notCalled.includes(name))
  // Names of colours that only a marked spreadsheet has, written by the service.
  const marks = 'lists.currentLists.preview.marks[].key'
  return [...new Set(reached.flatMap(({ name, reply }) => textFields(reply, name)))].filter(
    (field) => field !== marks,
  )
}

/** Parameter names of all public calls; the walk puts payloads under them into the addresses of public pages. */
function publicParameters(): string[] {
  const open = endpoints.filter(({ access }) => access === 'public')
  const names = open
    .flatMap(({ query, body }) => [query, body])
    .flatMap((schema) => {
      const { properties } = schema ? schemaOf<{ properties?: object }>(schema, 'input') : {}
      return Object.keys(properties ?? {})
    })
  return [...new Set(names)]
}
