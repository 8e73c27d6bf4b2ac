import type { SentLink } from '@salonback/shared/salons/salons/contract.ts'
import type { App } from './app.ts'

export const tokenOf = (url: string) => url.split('/o/')[1] ?? ''

/** A new link for the owner of a salon. */
export async function ownerLink({ staff }: Pick<App, 'staff'>, id: string, purpose: SentLink = 'home') {
  const { url } = await staff.salons.createLink({ id, purpose })
  const token = tokenOf(url)
  return { url, path: `/o/${token}`, token }
}

/** Posts a form as a page does. */
export async function postForm(
  { request, origin }: Pick<App, 'request' | 'origin'>,
  path: string,
  fields: Record<string, string> | FormData,
  headers: Record<string, string> = {},
) {
  const body = fields instanceof FormData ? fields : new URLSearchParams(fields)
  const init = { method: 'POST', redirect: 'manual', headers: { origin, ...headers }, body } as const
  const response = await request(path, init)
  const { status, headers: answered } = response
  return {
    status,
    to: answered.get('location'),
    retryAfter: answered.get('retry-after'),
    text: await response.text(),
  }
}
