import { contracts, uploads } from '../contracts.ts'
import type { AnyEndpoint } from '../platform/http/endpoint.ts'

/** The fields of a row that the client reads: method, path, `admin` access, names of query parameters, and whether it has a body. */
const rowForClient = ({ method, path, access, query, body }: AnyEndpoint) => ({
  method,
  path,
  // Screens hide what only an admin may call.
  ...(access === 'admin' && { access }),
  ...(query && { query: { shape: 'shape' in query ? namesIn(query.shape as object) : {} } }),
  ...(body && { body: {} }),
})

const namesIn = (shape: object) => Object.fromEntries(Object.keys(shape).map((name) => [name, true]))

const mapValues = <Value, Result>(of: Record<string, Value>, map: (value: Value) => Result) =>
  Object.fromEntries(Object.entries(of).map(([name, value]) => [name, map(value)]))

export const rowsForClient = mapValues(contracts, (rows) =>
  mapValues(rows as Record<string, AnyEndpoint>, rowForClient),
)

const uploadsForClient = mapValues(uploads, ({ method, path, access }) => ({ method, path, access }))

/** Bundler plugin: the console gets the contract without schemas, which the login page would load for two calls. */
export const contractRows = {
  name: 'contract-rows',
  enforce: 'pre' as const,
  load: (id: string) =>
    id.endsWith('/shared/contracts.ts')
      ? `export const contracts = ${JSON.stringify(rowsForClient)}\nexport const uploads = ${JSON.stringify(uploadsForClient)}`
      : undefined,
}
