import type { ReactNode } from 'react'
import { contracts, uploads } from '../contracts.ts'
import { useRole } from '../host/session.ts'
import { type Access, mayCall } from '../platform/http/endpoint.ts'

type Calls = {
  [F in keyof typeof contracts]: `${F}.${keyof (typeof contracts)[F] & string}`
}[keyof typeof contracts]
type Uploads = `uploads.${keyof typeof uploads}`

/** Call of the contract or upload, as in `contact.removeAll`. */
export type CallName = Calls | Uploads

const rows: Record<string, Record<string, { access?: Access }>> = { ...contracts, uploads }

/** Whether the current role may make this call. Yes until the role is known: the server decides anyway. */
export function useMayCall(call: CallName): boolean {
  const role = useRole()
  const [feature = '', name = ''] = call.split('.')
  return role === undefined || mayCall(rows[feature]?.[name] ?? {}, role)
}

interface Props {
  call: CallName
  instead?: ReactNode
  children: ReactNode
}

/** Shows its children only to a role that may make this call. `instead`: why they are missing. */
export function MayCall({ call, instead = null, children }: Props) {
  return useMayCall(call) ? children : instead
}
