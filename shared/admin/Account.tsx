import type { ComponentProps } from 'react'
import { useRoute } from '../host/routes.ts'
import { AccountDialog } from '../platform/auth/AccountDialog.tsx'
import { NoticesPart } from '../platform/staff/NoticesPart.tsx'
import { StaffPart } from '../platform/staff/StaffPart.tsx'

/** The account of the current person with their emails, and the staff. */
export function Account(props: Omit<ComponentProps<typeof AccountDialog>, 'staff' | 'emails'>) {
  const { close } = useRoute()
  const onClose = () => close('account')
  const staff = <StaffPart username={props.username} onClose={onClose} />
  return <AccountDialog {...props} staff={staff} emails={<NoticesPart onClose={onClose} />} />
}
