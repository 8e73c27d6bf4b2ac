import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { ownerLink, postForm } from '../../testing/ownerLink.ts'
import { declaration, listForm, listOf, readySalon, uploadList } from '../../testing/salons.ts'
import { testSalon } from '../../testing/testSalon.ts'

const MARY = 'Mary,07700 900501,2025-09-01,Yes'
const RECENT = 'Ella,07700 900504,2026-03-01,Yes'
const NO = 'Orla,07700 900503,2025-10-01,No'
const LOST = 'Zoe,4.47701E+11,2025-10-01,Yes'
const MIXED = listOf(['Mary,07700 900501,25/12/2025,', 'Pat,07700 900502,12/25/2025,'])
const ANSWERS = { customers: 'yes', toldOfTexts: 'yes', couldRefuse: 'yes', asOf: '2026-03-09' }

async function withList() {
  const { app, id } = await testSalon()
  const link = async () => (await ownerLink(app, id, 'list')).path
  return {
    ...app,
    id,
    link,
    /** Sends a file as the form of the page does. */
    upload: (path: string, content: string, { name = 'clients.csv', origin = app.origin } = {}) =>
      postForm(app, `${path}/list`, listForm(content, name), { origin }),
    share: (path: string, fields: Record<string, string>) => postForm(app, `${path}/share`, fields),
    stored: () => app.sql<{ state: string; declaredBy: string | null }[]>`
      select state, declared_by from client_lists where salon_id = ${id}`,
  }
}

const listIdIn = (page: string) => /name="listId" value="([0-9a-f-]{36})"/.exec(page)?.[1] ?? ''

const countedIn = (page: string) => /name="counted" value="([^"]+)"/.exec(page)?.[1] ?? ''

test('an owner reads a list and shares it without scripts', async () => {
  const { request, link, upload, share, stored, staff, sql, id } = await withList()
  const path = await link()
  const first = await (await request(path)).text()
  expect(first).toContain('Hello Aoife, please share your client list')
  expect(first).not.toContain('<script')
  const { status, text } = await upload(path, listOf([MARY, MARY, NO, RECENT, LOST]))
  expect(status).toBe(200)
  const steps = ['Rows in the file</span><span>5', 'Numbers</span><span>3', 'May be texted</span><span>1']
  for (const step of steps) expect(text).toContain(`${step}<`)
  expect(text).toMatch(/said no to texts<\/span><span>−1</)
  expect(text).toContain('We merged 1 row with a number that is on the list twice.')
  expect(text).toMatch(/Row 6, Mobile Number<\/b>\s+4\.47701E\+11: .*digits were lost/s)
  // The list is still there after a reload.
  expect(listIdIn(await (await request(path)).text())).toBe(listIdIn(text))
  expect(await sql`select 1 from clients`).toHaveLength(0)

  const done = await share(path, { listId: listIdIn(text), ...ANSWERS })
  expect([done.status, done.text]).toEqual([200, expect.stringContaining('We have your list.')])
  expect((await staff.clients.list({ id })).waterfall).toMatchObject({ eligible: 1, objection: 1 })
  expect(await stored()).toEqual([{ state: 'committed', declaredBy: 'Aoife Byrne' }])
  expect(await sql`select actor, detail from audit_log where action = 'list.commit'`).toEqual([
    { actor: 'owner', detail: { added: 3, updated: 0, unchanged: 0, rejected: 1 } },
  ])
  for (const again of [await upload(path, listOf([MARY])), await share(path, ANSWERS)])
    expect([again.status, again.text]).toEqual([410, expect.stringContaining('You used this link on')])
})

test('a bad file is refused on the page, and nothing is stored', async () => {
  const { link, upload, stored } = await withList()
  const path = await link()
  const table: [content: string, status: number, words: RegExp][] = [
    [MIXED, 422, /role="alert".*row 3 with the month.*\(row 3, column Last Appointment\)/s],
    ['', 422, /The file is empty\./],
    ['x'.repeat(20 * 1024 * 1024 + 1), 413, /The file is larger than 20 MB/],
  ]
  for (const [content, status, words] of table)
    expect(await upload(path, content)).toMatchObject({ status, text: expect.stringMatching(words) })
  const foreign = await upload(path, listOf([MARY]), { origin: 'https://evil.example' })
  expect(foreign.status).toBe(403)
  expect(await stored()).toEqual([])
})

test('another file replaces the first one; a bad one does not', async () => {
  const { link, upload, share, stored, staff, id } = await withList()
  const path = await link()
  const old = listIdIn((await upload(path, listOf([MARY, NO]))).text)
  const bad = await upload(path, MIXED)
  expect([bad.status, listIdIn(bad.text)]).toEqual([422, old])
  const listId = listIdIn((await upload(path, listOf([RECENT]))).text)
  expect(await stored()).toHaveLength(1)
  expect((await share(path, { ...ANSWERS, listId: old })).status).toBe(404)
  expect((await share(path, { ...ANSWERS, listId })).status).toBe(200)
  expect((await staff.clients.list({ id })).items).toMatchObject([{ firstName: 'Ella' }])
})

test('an incomplete declaration, or one in the future, is shown again with its error', async () => {
  const { link, upload, share, stored } = await withList()
  const path = await link()
  const listId = listIdIn((await upload(path, listOf([MARY]))).text)
  const wrong = async (fields: Record<string, string>) => {
    const { status, text } = await share(path, { listId, ...ANSWERS, ...fields })
    expect([status, listIdIn(text)]).toEqual([422, listId])
    return text
  }
  expect(await wrong({ customers: '' })).toContain('Only customers of this salon may be on the list')
  expect(await wrong({ toldOfTexts: '' })).toContain('Please choose an answer')
  expect(await wrong({ couldRefuse: 'maybe' })).toContain('Please choose an answer')
  expect(await wrong({ asOf: '' })).toContain('Please enter the day of the export')
  expect(await wrong({ asOf: '2026-03-11' })).toContain('The list cannot be from the future')
  expect(await stored()).toMatchObject([{ state: 'previewed' }])
})

test.each<[what: string, fields: Record<string, string>, mayBeTexted: number]>([
  ['did not tell them', { toldOfTexts: 'no' }, 2],
  ['does not know whether they could refuse', { couldRefuse: 'unknown' }, 2],
  ['has no agreement in writing', { consentInWriting: 'no' }, 3],
  ['has neither', { toldOfTexts: 'unknown', consentInWriting: 'no' }, 0],
])('an owner who %s sees the numbers with these answers before sharing', async (_, fields, mayBeTexted) => {
  const { link, upload, share, stored, staff, id } = await withList()
  const path = await link()
  const pat = 'Pat,07700 900502,2025-09-01,Yes'
  const zoe = 'Zoe,07700 900505,2025-09-01,'
  const first = (await upload(path, listOf([MARY, pat, zoe, NO]))).text
  expect(first).toMatch(/May be texted<\/span><span>3</)
  expect(first).toContain('If you answer yes to each question below.')
  const listId = listIdIn(first)
  const answers = { ...ANSWERS, consentInWriting: 'yes', ...fields, listId }
  const asked = await share(path, { ...answers, counted: countedIn(first) })
  expect([asked.status, asked.text]).toEqual([409, expect.stringContaining('the numbers with your answers')])
  expect(asked.text).toContain('Counted by your answers below.')
  expect(asked.text).toContain(`May be texted</span><span>${mayBeTexted}<`)
  for (const [name, value] of Object.entries(fields))
    expect(asked.text).toMatch(new RegExp(`name="${name}"\\s+value="${value}" required="" checked`))
  expect(await stored()).toMatchObject([{ state: 'previewed' }])
  expect((await share(path, { ...answers, counted: countedIn(asked.text) })).status).toBe(200)
  expect((await staff.clients.list({ id })).waterfall.eligible).toBe(mayBeTexted)
})

test('lists of another salon or of staff are not shared', async () => {
  const app = await withList()
  const { link, upload, share, sql } = app
  const other = await readySalon(app, 'Beth Nails')
  const foreign = await (await uploadList(app, other.id, listOf([MARY]))).json()
  const path = await link()
  await upload(path, listOf([MARY]))
  expect((await share(path, { ...ANSWERS, listId: foreign.id })).status).toBe(404)
  // A link to an offer of another salon. No call creates one.
  await sql`update owner_links set subject_id = ${foreign.id}
    where token_hash = ${createHash('sha256').update(path.slice(3)).digest()}`
  expect((await share(path, { ...ANSWERS, listId: foreign.id })).status).toBe(404)
  expect((await app.request(path)).status).toBe(200)
  expect(await sql`select 1 from clients`).toHaveLength(0)
  expect((await upload('/o/AAAAAAAAAAAAAAAAAAAAAA', listOf([MARY]))).status).toBe(404)
})

test('names and cells of a list are escaped', async () => {
  const { link, upload } = await withList()
  const evil = '<img src=x onerror=alert(1)>'
  const list = `First Name,Mobile,${evil}\n${evil},07700 900501,\nX,${evil},\n`
  const { text } = await upload(await link(), list, { name: `${evil}.csv` })
  expect(text).toContain('&lt;img src=x')
  expect(text).not.toContain('<img')
})

test('the list is uploaded and shared by JSON calls', async () => {
  const app = await withList()
  const { link, visitor, staff, id } = app
  const token = (await link()).slice(3)
  const { status, text } = await postForm(app, `/api/owner/${token}/list`, listForm(listOf([MARY])))
  const preview = JSON.parse(text)
  expect([status, preview.waterfall.eligible]).toEqual([200, 1])
  expect((await visitor.owner.open({ token })).list?.preview?.id).toBe(preview.id)
  await visitor.owner.shareList({ token, listId: preview.id, asOf: '2026-03-09', declaration })
  expect((await staff.salons.get({ id })).counts.clients).toBe(1)
})

test('both answers about texts are stored, and a no to either gives no soft opt-in', async () => {
  const { link, upload, share, sql } = await withList()
  const path = await link()
  const listId = listIdIn((await upload(path, listOf(['Mary,07700 900501,2025-09-01,']))).text)
  const answers = { listId, ...ANSWERS, couldRefuse: 'no', counted: 'false true' }
  expect((await share(path, answers)).status).toBe(200)
  expect(await sql`select declaration from client_lists`).toEqual([
    { declaration: { customers: true, toldOfTexts: 'yes', couldRefuse: 'no', knewOfTexts: 'no' } },
  ])
  expect(await sql`select 1 from consent_events where kind = 'soft_opt_in'`).toHaveLength(0)
})

test('open questions come first, then rows without a usable number; notes are folded', async () => {
  const { link, upload } = await withList()
  const rows = [
    'Mary,07700 900501,2025-09-01,perhaps',
    'Pat,,2025-09-01,',
    LOST,
    'Ann,07700 900502 / 07700 900503,,',
  ]
  const { text } = await upload(await link(), listOf(rows))
  const at = (words: string | RegExp) => text.search(words)
  expect(at('1 client: “perhaps”')).toBeGreaterThan(0)
  expect(at('Rows that we could not use')).toBeGreaterThan(at('1 client: “perhaps”'))
  expect(text).toMatch(/Row 3, Mobile Number<\/b> No phone number</)
  expect(at('Good to know about 1 row')).toBeGreaterThan(at('Row 4, Mobile Number'))
  expect(text).toMatch(/Row 5<\/b> The other number, ending in 503, is not used/)
  expect(text).not.toContain('please decide')
})

test('the owner chooses a booking system, which the page and staff remember', async () => {
  const app = await withList()
  const { request, link, staff, id } = app
  const path = await link()
  const choose = (of: string, system: string) => postForm(app, `${of}/system`, { system })
  const first = await (await request(path)).text()
  expect(first).toContain('How do I export my clients?')
  expect(first).toContain('value="treatwell"')
  const chosen = await choose(path, 'acuity')
  expect([chosen.status, chosen.text]).toEqual([200, expect.stringContaining('Export Client List')])
  expect(chosen.text).toContain('As of November 2026.')
  const again = await (await request(await link())).text()
  expect(again).toContain('How do I export my clients from Acuity?')
  expect((await staff.salons.get({ id })).bookingSystem).toBe('acuity')
  expect((await choose(path, 'toString')).status).toBe(422)
  expect((await choose('/o/AAAAAAAAAAAAAAAAAAAAAA', 'acuity')).status).toBe(404)
})
