import type { ComponentProps } from 'react'
import { useRoute } from '../host/routes.ts'
import { AccountDialog } from '../platform/auth/AccountDialog.tsx'
import { StaffPart } from '../platform/staff/StaffPart.tsx'

/** The account of the current person, and the staff. */
export function Account(props: Omit<ComponentProps<typeof AccountDialog>, 'staff'>) {
  const { close } = useRoute()
  const staff = <StaffPart username={props.username} onClose={() => close('account')} />
  return <AccountDialog {...props} staff={staff} />
}
