import { z } from 'zod'
import { Id } from '../../fields.ts'
import { endpoint } from '../../platform/http/endpoint.ts'
import { Template } from '../firstTexts/contract.ts'

/** Where the test texts of a person go; null: nowhere yet. */
const TestNumber = z.object({ phone: z.string().nullable() }).meta({ id: 'TestNumber' })

export const testTexts = {
  number: endpoint({
    method: 'GET',
    path: '/api/admin/test-number',
    access: 'admin',
    summary: 'The number of the caller for test texts',
    reply: TestNumber,
  }),
  setNumber: endpoint({
    method: 'PATCH',
    path: '/api/admin/test-number',
    access: 'admin',
    summary: 'Change the number of the caller for test texts; empty: none',
    body: z.object({ phone: z.string().max(40) }),
    reply: TestNumber,
  }),
  send: endpoint({
    method: 'POST',
    path: '/api/admin/test-texts',
    access: 'admin',
    errors: ['conflict', 'not_found', 'too_many'],
    summary: 'Send a first text, as this prospect would get it, to the number of the caller; once a minute',
    body: z.object({ template: Template, prospectId: Id }),
    reply: z.object({ phone: z.string() }),
  }),
}
