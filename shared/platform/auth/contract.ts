import { z } from 'zod'
import { Id, Instant, Message } from '../../fields.ts'
import { endpoint } from '../http/endpoint.ts'

export const Role = z.enum(['admin', 'agent'])

export const Admin = z
  .object({
    id: Id,
    username: z.string(),
    role: Role,
    /** True while the password is temporary: printed at setup or given by another person. */
    mustChangePassword: z.literal(true).optional(),
  })
  .meta({ id: 'Admin' })
export type Admin = z.infer<typeof Admin>

const Password = z.string().max(1000)
/** A longer value counts as empty, so that a login fails with its usual words instead of an error at the field. */
const Typed = (most: number) =>
  z
    .string()
    .overwrite((text) => (text.length > most ? '' : text))
    .max(most)
/** Six digits of an authenticator app, or a recovery code, with any spaces. */
const Code = z.string().max(64)

export const SecondFactor = z
  .object({
    enabled: z.boolean(),
    recoveryCodesLeft: z.number().int(),
  })
  .meta({ id: 'SecondFactor' })
export type SecondFactor = z.infer<typeof SecondFactor>

/** For an authenticator app: `uri` for the QR code, `secret` (base32) for typing. */
export const SecondFactorSetup = z
  .object({ secret: z.string(), uri: z.string() })
  .meta({ id: 'SecondFactorSetup' })
export type SecondFactorSetup = z.infer<typeof SecondFactorSetup>

/** An open session of an admin. */
export const OpenSession = z
  .object({
    id: Id,
    /** User-Agent at login. */
    agent: z.string().nullable(),
    address: z.string().nullable(),
    createdAt: Instant,
    /** Exact to a minute. */
    lastSeenAt: Instant,
    /** The session of this request. */
    current: z.boolean(),
  })
  .meta({ id: 'OpenSession' })
export type OpenSession = z.infer<typeof OpenSession>

export const auth = {
  login: endpoint({
    method: 'POST',
    path: '/api/admin/login',
    access: 'public',
    errors: ['unauthenticated', 'too_many'],
    summary: 'Start a session and set its cookie. 401 with `fields.code`: send it again with a code',
    body: z.object({ username: Typed(200), password: Typed(1000), code: Typed(64).optional() }),
    maxBodyBytes: 16 * 1024,
    reply: z.object({ username: z.string() }),
  }),
  logout: endpoint({
    method: 'POST',
    path: '/api/admin/logout',
    access: 'public',
    summary: 'End this session',
    reply: Message,
  }),
  me: endpoint({
    method: 'GET',
    path: '/api/admin/me',
    access: 'staff',
    allowedWithTemporaryPassword: true,
    summary: 'The account of this session',
    reply: Admin,
  }),
  changePassword: endpoint({
    method: 'POST',
    path: '/api/admin/password',
    access: 'staff',
    allowedWithTemporaryPassword: true,
    errors: ['too_many'],
    summary: 'Change the password of this account; ends its other sessions',
    body: z.object({ password: Password, newPassword: Password }),
    reply: Message,
  }),
  sessions: endpoint({
    method: 'GET',
    path: '/api/admin/sessions',
    access: 'staff',
    summary: 'Sessions of this account, the calling one first',
    reply: z.array(OpenSession),
  }),
  endSession: endpoint({
    method: 'DELETE',
    path: '/api/admin/sessions/{id}',
    access: 'staff',
    summary: 'End one session of this account',
    params: z.object({ id: Id }),
    reply: Message,
  }),
  logoutEverywhere: endpoint({
    method: 'POST',
    path: '/api/admin/logout-everywhere',
    access: 'staff',
    summary: 'End all sessions of this account',
    reply: Message,
  }),
  secondFactor: endpoint({
    method: 'GET',
    path: '/api/admin/second-factor',
    access: 'staff',
    summary: 'Whether this account uses two-step login',
    reply: SecondFactor,
  }),
  setUpSecondFactor: endpoint({
    method: 'POST',
    path: '/api/admin/second-factor/setup',
    access: 'staff',
    errors: ['conflict', 'too_many'],
    summary: 'Create a secret for an authenticator app; it has no effect until enabled',
    body: z.object({ password: Password }),
    reply: SecondFactorSetup,
  }),
  enableSecondFactor: endpoint({
    method: 'POST',
    path: '/api/admin/second-factor/enable',
    access: 'staff',
    errors: ['conflict', 'too_many'],
    summary: 'Turn on two-step login; ends other sessions. Returns the recovery codes, only this time',
    body: z.object({ code: Code }),
    reply: z.object({ recoveryCodes: z.array(z.string()) }),
  }),
  disableSecondFactor: endpoint({
    method: 'POST',
    path: '/api/admin/second-factor/disable',
    access: 'staff',
    errors: ['too_many'],
    summary: 'Turn off two-step login; ends other sessions',
    body: z.object({ password: Password }),
    reply: Message,
  }),
}
