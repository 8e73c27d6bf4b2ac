import { createClient } from '@salonback/shared/platform/http/client.ts'
import { type KeyScope, keyScopes } from '@salonback/shared/platform/http/endpoint.ts'
import { v1 } from '@salonback/shared/salons/v1/contract.ts'
import type { App } from './app.ts'

interface MakeKey {
  salonId?: string | null
  scopes?: readonly KeyScope[]
}

/** A new key with the header that sends it, and a client that calls with it. */
export async function makeKey(
  { staff, request }: Pick<App, 'staff' | 'request'>,
  { salonId = null, scopes = keyScopes }: MakeKey = {},
) {
  const { id, key } = await staff.keys.create({ name: 'Zapier', salonId, scopes: [...scopes] })
  const headers = { authorization: `Bearer ${key}` }
  const fetch = (path: string | URL | Request, init?: RequestInit) =>
    request(String(path), { ...init, headers: { ...(init?.headers as object), ...headers } })
  const client = createClient({ v1 }, { fetch })
  return { id, key, headers, fetch, v1: client.v1 }
}
