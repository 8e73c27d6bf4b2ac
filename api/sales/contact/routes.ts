import type { OpenAPIHono } from '@hono/zod-openapi'
import { contact } from '@salonback/shared/sales/contact/contract.ts'
import type { Deps } from '../../deps.ts'
import { audit } from '../../platform/db/audit.ts'
import { inTransaction } from '../../platform/db/open.ts'
import { notFound } from '../../platform/http/errors.ts'
import { serve } from '../../platform/http/serve.ts'
import { mailContactQuery } from './contactMail.ts'
import { deleteContactQueries, findContactQueries, saveContactQuery, setDone } from './queries.ts'

const thanks = { message: "Message sent! We'll get back to you within 24 hours." }

export function contactRoutes(app: OpenAPIHono, deps: Deps): void {
  serve(app, deps, 'contact', contact, {
    async submit({ name, email, subject, message, website }, context) {
      if (website) return thanks
      const query = {
        name: name.trim(),
        email: email.trim(),
        subject: subject.trim(),
        message: message.trim(),
        createdAt: context.clock(),
      }
      await inTransaction(context.sql, async (open) => {
        const id = await saveContactQuery(open, query)
        await mailContactQuery(open, context, { ...query, id })
      })
      return thanks
    },
    list: async (_, { sql }) => ({ queries: await findContactQueries(sql) }),
    setDone: ({ id, done }, { sql, clock, actor }) =>
      inTransaction(sql, async (open) => {
        const query = await setDone(open, { id, done, by: actor.name, now: clock() })
        if (!query) throw notFound('Message')
        await audit(open, { actor, action: 'contact.done', subject: id, detail: { done } })
        return query
      }),
    async removeAll(_, { sql, actor }) {
      const deleted = await inTransaction(sql, async (open) => {
        const count = await deleteContactQueries(open)
        await audit(open, { actor, action: 'contact.delete_all', detail: { deleted: count } })
        return count
      })
      return { message: 'All contact form leads deleted successfully', deleted }
    },
  })
}
