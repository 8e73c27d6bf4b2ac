import { contracts } from '../contracts.ts'
import type { AnyEndpoint } from '../platform/http/endpoint.ts'

export type NamedEndpoint = AnyEndpoint & { name: string }

/** Every row of the contract with its name, such as `leads.list`. */
export const endpoints: NamedEndpoint[] = Object.entries(contracts).flatMap(([feature, rows]) =>
  Object.entries(rows as Record<string, AnyEndpoint>).map(([name, row]) => ({
    ...row,
    name: `${feature}.${name}`,
  })),
)
