import { expect, test } from 'vitest'
import { ownerLink, postForm } from '../../testing/ownerLink.ts'
import { listForm, listOf } from '../../testing/salons.ts'
import { testSalon } from '../../testing/testSalon.ts'

const ANSWERS = { customers: 'yes', toldOfTexts: 'yes', couldRefuse: 'yes', asOf: '2026-03-09' }
const UNKNOWN =
  'Name,Ring me on,Last Visit\nMary Byrne,07700900801,2025-08-04\nPat Ward,07700900802,2025-09-11\n'

async function withLink() {
  const { app, id } = await testSalon()
  const { path } = await ownerLink(app, id, 'list')
  return {
    ...app,
    id,
    path,
    upload: (content: string) => postForm(app, `${path}/list`, listForm(content)),
    send: (action: string, fields: Record<string, string>) => postForm(app, `${path}/${action}`, fields),
  }
}

const listIdIn = (page: string) => /name="listId" value="([0-9a-f-]{36})"/.exec(page)?.[1] ?? ''

test('an owner chooses the column of the numbers without scripts', async () => {
  const { upload, send, staff, id } = await withLink()
  const { text } = await upload(UNKNOWN)
  expect(text).not.toContain('<script')
  expect(text).not.toContain('Share this list')
  expect(text).toMatch(/name="phone" value="1" required=""\s+checked/)
  expect(text).toContain('07700900801 · 07700900802')
  const listId = listIdIn(text)
  const early = await send('share', { ...ANSWERS, listId })
  expect([early.status, early.text]).toEqual([422, expect.stringContaining('Which column holds the mobile')])
  const wrong = await send('columns', { listId, phone: '150' })
  expect([wrong.status, wrong.text]).toEqual([422, expect.stringContaining('no column number 151')])
  const chosen = await send('columns', { listId, phone: '1' })
  expect([chosen.status, chosen.text]).toEqual([200, expect.stringMatching(/May be texted<\/span><span>2</)])
  expect((await send('share', { ...ANSWERS, listId })).status).toBe(200)
  expect((await staff.clients.list({ id })).waterfall).toMatchObject({ eligible: 2 })
})

test('the page asks about written consent only if the list has a column about texts', async () => {
  const { upload, send, sql } = await withLink()
  expect((await upload('Name,Mobile\nMary,07700900801\n')).text).not.toContain('consentInWriting')
  const { text } = await upload(listOf(['Mary,07700 900501,2025-09-01,Yes']))
  expect(text).toContain('a yes in the column “Marketing Consent” mean that they agreed in writing')
  await send('share', { ...ANSWERS, consentInWriting: 'yes', listId: listIdIn(text) })
  expect(await sql`select kind from consent_events order by kind`).toEqual([
    { kind: 'soft_opt_in' },
    { kind: 'written_consent' },
  ])
})

test('an owner reads that staff will ask about unread answers, and only staff decide them', async () => {
  const { upload, send, staff, id } = await withLink()
  const { text } = await upload(listOf(['Mary,07700 900501,2025-09-01,asked mum']))
  expect(text).toContain('1 client: “asked mum”')
  expect(text).toContain('We will ask you what they mean.')
  const listId = listIdIn(text)
  await send('columns', { listId, phone: '1', consentAnswers: 'consent' })
  await send('share', { ...ANSWERS, listId })
  expect((await staff.clients.list({ id })).waterfall).toMatchObject({ undecided_answer: 1, eligible: 0 })
  const decision = { id, value: 'asked mum', answer: 'consent' } as const
  expect(await staff.lists.decideAnswer(decision)).toEqual({ decided: 1 })
  expect((await staff.clients.list({ id })).waterfall).toMatchObject({ eligible: 1 })
})

test('a link reads one of twelve uploads at the same time and refuses the others for now', async () => {
  const { upload, sql, path, request } = await withLink()
  const rows = Array.from({ length: 3000 }, (_, n) => `Ann,0770090${1000 + n},2025-09-01,Yes`)
  const answers = await Promise.all(Array.from({ length: 12 }, () => upload(listOf(rows))))
  const read = answers.filter(({ status }) => status === 200)
  const refused = answers.filter(({ status }) => status === 429)
  expect(read.length).toBeGreaterThan(0)
  expect(read.length + refused.length).toBe(12)
  expect(refused.length).toBeGreaterThan(0)
  expect(refused.every(({ retryAfter }) => Number(retryAfter) > 0)).toBe(true)
  expect(refused[0]?.text).toContain('A file is being read already')
  expect(await sql`select 1 from client_lists`).toHaveLength(1)
  // The link is free again, also after a file that was refused.
  expect((await upload('')).status).toBe(422)
  expect((await upload(listOf(['Mary,07700 900501,2025-09-01,Yes']))).status).toBe(200)
  expect((await request(path)).status).toBe(200)
})
