import type { OpenAPIHono } from '@hono/zod-openapi'
import { people } from '@salonback/shared/admin/people/contract.ts'
import { withPlus } from '@salonback/shared/sms/pastedNumber.ts'
import type { Deps } from '../../deps.ts'
import type { Sql } from '../../platform/db/open.ts'
import { serve } from '../../platform/http/serve.ts'
import { findLead } from '../../sales/leads/queries.ts'
import { findPerson, sourcesOf } from './findPerson.ts'
import { searchEverything } from './searchEverything.ts'
import { findTimeline } from './timeline.ts'

/** People across sales and salons. */
export function peopleRoutes(app: OpenAPIHono, deps: Deps): void {
  serve(app, deps, 'people', people, {
    get: async ({ number }, { sql, env }) => findPerson(sql, env, await storedNumber(sql, number)),
    async timeline({ number, cursor }, { sql, env }) {
      const person = await findPerson(sql, env, await storedNumber(sql, number))
      return findTimeline(sql, { ...person, sourceIds: sourcesOf(person), cursor })
    },
    search: ({ text }, { sql }) => searchEverything(sql, text),
  })
}

/** The number with the plus that an address may lack. What a lead typed stays, if it is no phone number. */
const storedNumber = async (sql: Sql, number: string) =>
  (await findLead(sql, number)) ? number : withPlus(number)
