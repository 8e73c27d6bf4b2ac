import type { ClientFlag } from '../clients/eligible.ts'
import type { ColumnMapping, ListField } from './columns.ts'

const columnsOf: Record<ClientFlag, readonly ListField[]> = {
  minor: ['birthday'],
  staff: ['staff'],
  blocked: ['blocked', 'archived', 'deleted', 'active'],
  vip: ['vip'],
  deceased: ['deceased'],
}

/** What a list with these columns says about each client, also by an empty cell. Tags can name each flag. */
export function toldByList(mapping: ColumnMapping): { flags: ClientFlag[]; nextVisit: boolean } {
  const flags = Object.keys(columnsOf) as ClientFlag[]
  const isTold = (flag: ClientFlag) =>
    mapping.tags !== undefined || columnsOf[flag].some((field) => mapping[field] !== undefined)
  return { flags: flags.filter(isTold), nextVisit: mapping.nextVisit !== undefined }
}
