/** @jsxImportSource hono/jsx */
import type { Hono } from 'hono'
import type { PlatformContext } from '../context.ts'
import { inTransaction } from '../db/open.ts'
import { sendPage } from '../http/pages.ts'
import { limitVisitor } from '../http/rateLimits.ts'
import { mailPage, mailPages } from '../mail/mailPage.tsx'
import { confirmAddress, findConfirmation } from './confirmations.ts'

/** The pages under `/m/confirm` that confirm an address of staff. Opening one changes nothing: scanners open links, too. */
export function confirmPages(deps: PlatformContext): Hono {
  const { sql, clock } = deps
  const pages = mailPages(deps)
  pages.get('/:token', async (c) => {
    await limitVisitor(c, deps)
    const { address } = await findConfirmation(sql, c.req.param('token'), clock())
    const form = (
      <>
        <p>Emails to you will go to {address}.</p>
        <form method="post">
          <button type="submit">Confirm</button>
        </form>
      </>
    )
    return sendPage(c, mailPage('Is this your address?', form))
  })
  pages.post('/:token', async (c) => {
    await limitVisitor(c, deps)
    const address = await inTransaction(sql, (open) => confirmAddress(open, c.req.param('token'), clock()))
    return sendPage(c, mailPage('Confirmed', <p>Emails to you go to {address}.</p>))
  })
  return pages
}
