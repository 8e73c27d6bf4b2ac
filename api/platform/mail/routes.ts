import type { OpenAPIHono } from '@hono/zod-openapi'
import { mail } from '@salonback/shared/platform/mail/contract.ts'
import type { PlatformContext } from '../context.ts'
import { audit } from '../db/audit.ts'
import { inTransaction } from '../db/open.ts'
import { AppError, notFound } from '../http/errors.ts'
import { serve } from '../http/serve.ts'
import { offPages } from './offPages.tsx'
import { findMails, findMailTrouble, mailExists, queueAgain } from './queries.ts'

export function mailRoutes(app: OpenAPIHono, deps: PlatformContext): void {
  const { mailer } = deps
  serve(app, deps, 'mail', mail, {
    server: async (_, { sql }) => ({
      on: mailer.missing === undefined,
      simulated: mailer.simulated,
      ...(await findMailTrouble(sql)),
    }),
    ofSalon: ({ salonId }, { sql }) => findMails(sql, salonId),
    ofStaff: (_, { sql }) => findMails(sql, null),
    sendAgain: ({ id }, { sql, clock, actor }) =>
      inTransaction(sql, async (open) => {
        if (!(await queueAgain(open, { id, adminId: actor.id, now: clock() }))) {
          if (!(await mailExists(open, id))) throw notFound('Email')
          throw new AppError('conflict', 'This email is being sent or has been sent.')
        }
        await audit(open, { actor, action: 'mail.sendAgain', subject: id })
        return { message: 'The email will be sent again' }
      }),
  })
  app.route('/m', offPages(deps))
}
