import { contracts } from '../contracts.ts'
import type { AnyEndpoint } from '../http/endpoint.ts'

/** What a client reads of a row: where a call goes, what of its input goes behind `?`, and whether it has a body. */
const rowForClient = ({ method, path, query, body }: AnyEndpoint) => ({
  method,
  path,
  ...(query && { query: { shape: 'shape' in query ? namesIn(query.shape as object) : {} } }),
  ...(body && { body: {} }),
})

const namesIn = (shape: object) => Object.fromEntries(Object.keys(shape).map((name) => [name, true]))

const mapValues = <Value, Made>(of: Record<string, Value>, make: (value: Value) => Made) =>
  Object.fromEntries(Object.entries(of).map(([name, value]) => [name, make(value)]))

export const rowsForClient = mapValues(contracts, (rows) =>
  mapValues(rows as Record<string, AnyEndpoint>, rowForClient),
)

/** For the console's bundlers: schemas are most of the contract, and the login page would load them all for two calls. */
export const contractRows = {
  name: 'contract-rows',
  enforce: 'pre' as const,
  load: (id: string) =>
    id.endsWith('/shared/contracts.ts')
      ? `export const contracts = ${JSON.stringify(rowsForClient)}`
      : undefined,
}
