import type { QueryClient } from '@tanstack/react-query'
import type { Api } from '../host/platform.ts'
import { etagOf, HttpError, withEtag } from '../http/request.ts'
import { changedWork } from './changes.ts'
import { GrowingColumns } from './columns.ts'
import type { ProspectChanges, ProspectRow } from './contract.ts'
import { modelFrom } from './model.ts'
import { prospectsPath } from './path.ts'
import { inSlices } from './slowColumn.ts'

export const listKey = [prospectsPath] as const

interface Reading {
  client: QueryClient
  api: Api
  signal: AbortSignal
}

/**
 * The list as it is now: what changed since the one that is held, merged in; the whole only where there is none, or the
 * server cannot tell.
 */
export async function readProspects({ client, api, signal }: Reading): Promise<ProspectRow[]> {
  const held = client.getQueryData<ProspectRow[]>(listKey)
  const since = held && etagOf(held)
  const told = since === undefined ? null : await readChanges(api, since, signal)
  // A status may be set while this works; then it begins again with that list.
  for (let base = held; told && base; base = client.getQueryData<ProspectRow[]>(listKey)) {
    const list: ProspectRow[] | null = await inSlices(changedWork(base, told), signal)
    if (!list) break
    if (client.getQueryData(listKey) === base) return withEtag(list, told.next)
  }
  const columns = new GrowingColumns()
  let rows = 0
  const list = await api.prospects.list(
    {},
    {
      signal,
      onPiece: (prospects) => {
        columns.add(prospects)
        rows += prospects.length
      },
    },
  )
  // One that did not change comes without pieces, and with a model of its own.
  if (rows === list.length) modelFrom(columns, list)
  return list
}

/** All pages as one; null where the list has to be read again. */
async function readChanges(api: Api, since: string, signal: AbortSignal): Promise<ProspectChanges | null> {
  try {
    const all = await api.prospects.changes({ since }, { signal })
    for (let page = all; page.more || page.reset; ) {
      if (page.reset) return null
      page = await api.prospects.changes({ since: page.next }, { signal })
      for (const one of page.statuses) all.statuses.push(one)
      all.next = page.next
    }
    return all
  } catch (error) {
    // A server older than this app.
    if (error instanceof HttpError && error.status === 404) return null
    throw error
  }
}
