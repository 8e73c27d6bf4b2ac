/** @jsxImportSource hono/jsx */
import { brand } from '@salonback/shared/brand.ts'
import { mailKinds } from '@salonback/shared/platform/mail/mailKinds.ts'
import type { Context, Hono } from 'hono'
import type { PlatformContext } from '../context.ts'
import { AppError } from '../http/errors.ts'
import { sendPage } from '../http/pages.ts'
import { limitVisitor } from '../http/rateLimits.ts'
import { mailPage, mailPages } from './mailPage.tsx'
import { findOffTarget, type OffLinkTarget, setTurnedOff } from './queries.ts'

/**
 * The pages under `/m` that turn a kind of e-mail off. Opening one changes nothing, because mail programs and scanners open
 * links. The POST of a mail program (RFC 8058) has no origin and no cookie; the token alone permits it.
 */
export function offPages(deps: PlatformContext): Hono {
  const { sql, clock } = deps
  const pages = mailPages(deps)
  pages.get('/:token', async (c) => {
    await limitVisitor(c, deps)
    const target = await targetOf(c, deps)
    return sendPage(c, mailPage('Turn off these emails?', askForm(target)))
  })
  pages.post('/:token/on', async (c) => {
    await limitVisitor(c, deps)
    const target = await targetOf(c, deps)
    await setTurnedOff(sql, target, { off: false, now: clock() })
    return sendPage(c, mailPage('Turned on', <p>You get "{labelOf(target)}" again.</p>))
  })
  pages.post('/:token', async (c) => {
    await limitVisitor(c, deps)
    const target = await targetOf(c, deps)
    await setTurnedOff(sql, target, { off: true, now: clock() })
    return sendPage(c, mailPage('Turned off', doneForm(c.req.param('token'), target)))
  })
  return pages
}

async function targetOf(c: Context, { sql }: Pick<PlatformContext, 'sql'>): Promise<OffLinkTarget> {
  const target = await findOffTarget(sql, c.req.param('token') ?? '')
  if (target && !mailKinds[target.kind].owed) return target
  throw new AppError('not_found', `This link does not work any more. Write to ${brand.supportEmail}.`)
}

const labelOf = ({ kind }: OffLinkTarget) => mailKinds[kind].label

const askForm = (target: OffLinkTarget) => (
  <>
    <p>
      {target.address} gets "{labelOf(target)}" from {brand.name}.
    </p>
    <form method="post">
      <button type="submit">Turn off</button>
    </form>
  </>
)

const doneForm = (token: string, target: OffLinkTarget) => (
  <>
    <p>
      {target.address} gets no more "{labelOf(target)}" from {brand.name}.
    </p>
    <form method="post" action={`/m/${token}/on`}>
      <button type="submit" class="quiet">
        Turn on again
      </button>
    </form>
  </>
)
