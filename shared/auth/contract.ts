import { z } from 'zod'
import { Id, Message } from '../fields.ts'
import { endpoint } from '../http/endpoint.ts'

export const Admin = z.object({ id: Id, username: z.string() })
export type Admin = z.infer<typeof Admin>

export const auth = {
  login: endpoint({
    method: 'POST',
    path: '/api/admin/login',
    access: 'public',
    summary: 'Start a session; the answer sets its cookie',
    body: z.object({ username: z.string().max(200), password: z.string().max(1000) }),
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
    summary: 'The admin behind this session',
    reply: Admin,
  }),
}
