import type { OpenAPIHono } from '@hono/zod-openapi'
import { people } from '@salonback/shared/admin/people/contract.ts'
import { withPlus } from '@salonback/shared/sms/pastedNumber.ts'
import { toE164 } from '@salonback/shared/sms/phone.ts'
import type { Deps } from '../../deps.ts'
import type { Env } from '../../env.ts'
import type { Sql } from '../../platform/db/open.ts'
import { serve } from '../../platform/http/serve.ts'
import { findLead } from '../../sales/leads/queries.ts'
import { findPerson, sourcesOf } from './findPerson.ts'
import { searchEverything } from './searchEverything.ts'
import { findTimeline } from './timeline.ts'

/** People across sales and salons. */
export function peopleRoutes(app: OpenAPIHono, deps: Deps): void {
  serve(app, deps, 'people', people, {
    get: async ({ number }, context) =>
      findPerson(context, await storedNumber(context.sql, number, context.env)),
    async timeline({ number, cursor }, context) {
      const person = await findPerson(context, await storedNumber(context.sql, number, context.env))
      return findTimeline(context.sql, { ...person, sourceIds: sourcesOf(person), cursor })
    },
    search: ({ text }, { sql }) => searchEverything(sql, text),
  })
}

/** The number in E.164, also if an address lost its plus. Keeps what a lead typed if it is no phone number. */
async function storedNumber(sql: Sql, number: string, { DEFAULT_COUNTRY }: Env): Promise<string> {
  if (await findLead(sql, number)) return number
  const isLocal = /^0[^0]/.test(number)
  return (isLocal && toE164(number, DEFAULT_COUNTRY)) || withPlus(number)
}
