import { expect, test, vi } from 'vitest'
import type { Api } from '../host/platform.ts'
import { createQueryClient } from '../host/query.ts'
import { HttpError, withEtag } from '../http/request.ts'
import { manyProspects } from '../testing/manyProspects.ts'
import { withStatus } from './changes.ts'
import type { Prospect, ProspectChanges, ProspectRow } from './contract.ts'
import { modelOf, modelWork, statusAt } from './model.ts'
import { listKey, readProspects } from './read.ts'
import { atOnce } from './slowColumn.ts'

const told = (given: Partial<ProspectChanges>): ProspectChanges => ({
  reset: false,
  placed: [],
  statuses: [],
  deleted: [],
  next: 'later',
  more: false,
  ...given,
})

const statusOf = (rows: ProspectRow[], n: number) => statusAt(modelOf(rows), n)

/** A console that holds these rows, and a server that answers with these changes. */
function console(...answers: (ProspectChanges | Error)[]) {
  const rows = withEtag(manyProspects(20), 'first')
  const whole = manyProspects(5)
  const changes = vi.fn(async (_: { since?: string }): Promise<ProspectChanges> => {
    const answer = answers.shift()
    if (!answer || answer instanceof Error) throw answer
    return answer
  })
  const list = vi.fn(async () => whole)
  const client = createQueryClient()
  client.setQueryDefaults(listKey, { structuralSharing: false })
  client.setQueryData(listKey, rows)
  const api = { prospects: { list, changes } } as unknown as Api
  const read = async () => {
    const now = await readProspects({ client, api, signal: new AbortController().signal })
    client.setQueryData(listKey, now)
    return now
  }
  const asked = () => changes.mock.calls.map(([{ since }]) => since)
  return { rows, whole, client, list, changes, asked, read }
}

test('what changed is asked for from where the list was read, then from there on; the list itself is not', async () => {
  const { read, asked, list } = console(
    told({ statuses: [{ id: 'p3', contactStatus: 'Submitted' }] }),
    told({ next: 'even later' }),
    told({}),
  )
  expect(statusOf(await read(), 3)).toBe('Submitted')
  await read()
  await read()
  expect(asked()).toEqual(['first', 'later', 'even later'])
  expect(list).not.toHaveBeenCalled()
})

test('all pages are read before anything is shown', async () => {
  const { read, asked } = console(
    told({ statuses: [{ id: 'p1', contactStatus: 'Submitted' }], more: true, next: 'page 2' }),
    told({ statuses: [{ id: 'p2', contactStatus: 'Submitted' }], next: 'after both' }),
    told({}),
  )
  const list = await read()
  expect([1, 2].map((n) => statusOf(list, n))).toEqual(['Submitted', 'Submitted'])
  await read()
  expect(asked()).toEqual(['first', 'page 2', 'after both'])
})

test.each([
  ['the position is unknown', told({ reset: true })],
  ['a predecessor is', told({ placed: [{ after: 'nobody', prospect: manyProspects(30)[29] as Prospect }] })],
  ['the server is older than the app', new HttpError(404, 'Not Found', '')],
])('the whole list is read where %s', async (_, answer) => {
  const { read, list, whole } = console(answer)
  expect(await read()).toBe(whole)
  expect(list).toHaveBeenCalledTimes(1)
})

test('a status set while changes are worked in stays', async () => {
  const { read, client, changes } = console()
  const list = withEtag(manyProspects(200_000), 'first')
  client.setQueryData(listKey, list)
  changes.mockResolvedValue(told({ deleted: ['p9'] }))
  const reading = read()
  await vi.waitFor(() => expect(changes).toHaveBeenCalled())
  const chosen = { model: modelOf(list), indexes: Uint32Array.of(3) }
  const to = list[3]?.contactStatus === 'Selected' ? null : 'Selected'
  const marked = withStatus(list, chosen, to)
  client.setQueryData(listKey, withEtag(marked, 'first'))
  const now = await reading
  expect(statusOf(now, 3)).toBe(to)
  expect(now.length).toBe(199_999)
})

test('the columns of a list that comes in pieces are made of these, as of the whole', async () => {
  const rows = manyProspects(20_000)
  const later = rows.map((row) => ({ ...row, category: 'not asked again', contactStatus: null }))
  const list = async (_: object, { onPiece }: { onPiece: (prospects: Prospect[]) => void }) => {
    for (const piece of [rows.slice(0, 3), rows.slice(3, 19_000), rows.slice(19_000)]) onPiece(piece)
    return later
  }
  const client = createQueryClient()
  const api = { prospects: { list } } as unknown as Api
  const read = await readProspects({ client, api, signal: new AbortController().signal })
  const { rows: listed, indexOf, ...columns } = modelOf(read)
  expect(listed).toBe(later)
  expect(indexOf.get('p19999')).toBe(19_999)
  const whole = atOnce(modelWork(rows))
  expect({ ...whole, ...columns }).toEqual(whole)
})

test('a list that did not change keeps its columns', async () => {
  const rows = manyProspects(3)
  const model = modelOf(rows)
  const api = { prospects: { list: async () => rows } } as unknown as Api
  await readProspects({ client: createQueryClient(), api, signal: new AbortController().signal })
  expect(modelOf(rows)).toBe(model)
})
