import type { Person } from './contract.ts'

/** The business or the person, by what is known best; null for a number alone. */
export function nameOf({ salons, prospect, clients }: Person): string | null {
  const [salon] = salons
  const client = clients.find(({ firstName }) => firstName)
  return salon?.name ?? prospect?.name ?? client?.firstName ?? null
}
