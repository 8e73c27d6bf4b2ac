import { z } from 'zod'
import { endpoint } from '../http/endpoint.ts'

export const visitor = {
  country: endpoint({
    method: 'GET',
    path: '/api/visitor-country',
    access: 'public',
    summary: "The visitor's country, for the default of phone inputs",
    reply: z.object({ country: z.string().length(2) }),
  }),
}
