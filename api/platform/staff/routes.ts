import type { OpenAPIHono } from '@hono/zod-openapi'
import type { HandlerInput } from '@salonback/shared/platform/http/endpoint.ts'
import { staff } from '@salonback/shared/platform/staff/contract.ts'
import { rememberDevice } from '../auth/devices.ts'
import { findLookAlike, nameFault } from '../auth/names.ts'
import { hashPassword, limitHashing } from '../auth/passwords.ts'
import { addAdmin, endSessionsOf, isLastAdmin, lockAdmins, lockUsernames } from '../auth/queries.ts'
import { passwordRule } from '../auth/strength.ts'
import type { PlatformContext } from '../context.ts'
import { staffActor } from '../db/actor.ts'
import { audit } from '../db/audit.ts'
import { inTransaction, type Sql } from '../db/open.ts'
import { endSession, startSession } from '../http/access.ts'
import { AppError, notFound } from '../http/errors.ts'
import { type PlatformCall, serve } from '../http/serve.ts'
import { requestConfirmation } from './confirmations.ts'
import { confirmPages } from './confirmPages.tsx'
import { createStaffLink, findLinkedAccount, useStaffLink } from './links.ts'
import { findNotices, mailInvitation, saveNotices } from './notices.ts'
import { findStaff, lockMember, type Member, setDisabledAt, setRole } from './queries.ts'

export function staffRoutes(app: OpenAPIHono, deps: PlatformContext): void {
  app.route('/m/confirm', confirmPages(deps))
  const runLimited = limitHashing()
  serve(app, deps, 'staff', staff, {
    list: (_, { sql }) => findStaff(sql),
    notices: (_, { sql, actor }) => findNotices(sql, actor.id),
    setNotices: (wanted, context) => changeNotices(wanted, context),
    confirmAddress: (_, context) =>
      inTransaction(context.sql, async (open) => {
        const { id } = context.actor
        await lockMember(open, id)
        const { email, confirmed } = await findNotices(open, id)
        if (!email || confirmed) throw new AppError('conflict', 'There is no address to confirm.')
        await requestConfirmation(open, context, { id, email })
        return { message: `We have mailed a link to ${email}` }
      }),
    invite: ({ username, role, email }, context) => {
      const { sql, env, clock, actor } = context
      const fault = nameFault(username)
      if (fault) throw fieldError('username', `This name ${fault}.`)
      return inTransaction(sql, async (open) => {
        const alike = findLookAlike(username, await lockUsernames(open))
        if (alike) throw new AppError('conflict', `This name looks like ${alike}. Please choose another.`)
        const adminId = await addAdmin(open, username, { role, password: null })
        if (!adminId) throw new AppError('conflict', 'There is already an account with this name.')
        const detail = { role }
        await audit(open, { actor, action: 'staff.invite', subject: username.trim(), detail })
        const link = await createStaffLink(open, { adminId, now: clock(), publicUrl: env.PUBLIC_URL })
        return email ? mailInvitation(open, context, { adminId, email, link, username }) : link
      })
    },
    createLink: ({ id }, context) =>
      changeMember(context, { id, action: 'staff.link' }, async (open, member) => {
        if (member.disabled) throw new AppError('conflict', 'Enable this account first.')
        await endSessionsOf(open, id)
        const { clock, env } = context
        return createStaffLink(open, { adminId: id, now: clock(), publicUrl: env.PUBLIC_URL })
      }),
    setRole: ({ id, role }, context) =>
      changeMember(context, { id, action: 'staff.role', detail: { role } }, async (open, member) => {
        if (member.role === role) return { message: 'Nothing changed' }
        if (role !== 'admin') await requireOtherAdmin(open, id)
        await setRole(open, id, role)
        // An open console shows what the old role may do.
        await endSessionsOf(open, id)
        return { message: 'Role changed' }
      }),
    disable: ({ id }, context) =>
      changeMember(context, { id, action: 'staff.disable' }, async (open, member) => {
        if (member.role === 'admin') await requireOtherAdmin(open, id)
        if (!member.disabled) await setDisabledAt(open, id, context.clock())
        await endSessionsOf(open, id)
        return { message: 'Locked out' }
      }),
    enable: ({ id }, context) =>
      changeMember(context, { id, action: 'staff.enable' }, async (open) => {
        await setDisabledAt(open, id, null)
        return { message: 'Enabled' }
      }),
    async openLink({ token }, { sql, clock }) {
      const { username } = await findLinkedAccount(sql, token, clock())
      return { username }
    },
    async choosePassword({ token, newPassword }, context) {
      const { sql, clock } = context
      const { username } = await findLinkedAccount(sql, token, clock())
      const fault = (await passwordRule())(newPassword, username)
      if (fault) throw fieldError('newPassword', `This password ${fault}.`)
      const hash = await runLimited(() => hashPassword(newPassword))
      return inTransaction(sql, (open) => useLink(open, { token, hash }, context))
    },
  })
}

function changeNotices(wanted: HandlerInput<typeof staff.setNotices>, context: PlatformCall) {
  const { sql, actor } = context
  return inTransaction(sql, async (open) => {
    await lockMember(open, actor.id)
    const saved = await saveNotices(open, context, actor.id, wanted)
    const detail = { address: wanted.email !== null, contact: wanted.contact, summary: wanted.summary }
    await audit(open, { actor, action: 'staff.notices', subject: actor.name, detail })
    return saved
  })
}

const fieldError = (field: string, message: string) =>
  new AppError('invalid', message, { fields: { [field]: message } })

async function requireOtherAdmin(sql: Sql, id: string) {
  if (await isLastAdmin(sql, id)) {
    throw new AppError('conflict', 'This is the last admin. Make another person an admin first.')
  }
}

/** Runs a change of one account and its audit line in one transaction, after all other changes of accounts. */
function changeMember<Reply>(
  { sql, actor }: PlatformCall,
  { id, action, detail }: { id: string; action: string; detail?: { role: string } },
  change: (open: Sql, member: Member) => Promise<Reply>,
): Promise<Reply> {
  return inTransaction(sql, async (open) => {
    await lockAdmins(open)
    const member = await lockMember(open, id)
    if (!member) throw notFound('Account')
    const reply = await change(open, member)
    await audit(open, { actor, action, subject: member.username, ...(detail && { detail }) })
    return reply
  })
}

/** Sets the password; of two uses at the same time the second finds the link used. */
async function useLink(
  sql: Sql,
  { token, hash }: { token: string; hash: string },
  { http, env, clock }: PlatformCall,
) {
  const account = await findLinkedAccount(sql, token, clock(), { lock: true })
  await useStaffLink(sql, account, { hash, now: clock() })
  await audit(sql, { actor: staffActor(account), action: 'password.choose' })
  if (account.secondFactor) return { username: account.username, loggedIn: false }
  // As at login: a token that was in the browser before is not used further.
  await endSession(http, sql, env)
  http.header('Set-Cookie', undefined)
  await startSession(http, sql, env, clock, account.id)
  await rememberDevice(http, sql, env, clock(), account.id)
  return { username: account.username, loggedIn: true }
}
