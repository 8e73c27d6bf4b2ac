import type { ComponentProps } from 'react'
import { useRoute } from '../host/routes.ts'
import { useRead } from '../kit/data.ts'
import { MayCall, useMayCall } from '../kit/MayCall.tsx'
import { Loading } from '../kit/states.tsx'
import { AccountDialog } from '../platform/auth/AccountDialog.tsx'
import { NoticesPart, StaffMails } from '../platform/staff/NoticesPart.tsx'
import { StaffPart } from '../platform/staff/StaffPart.tsx'
import { TestNumberForm } from '../sales/testTexts/TestNumberForm.tsx'

/** The account of the current person with their addresses, and the staff. */
export function Account(props: Omit<ComponentProps<typeof AccountDialog>, 'staff' | 'addresses'>) {
  const { close } = useRoute()
  const onClose = () => close('account')
  const staff = <StaffPart username={props.username} onClose={onClose} />
  return <AccountDialog {...props} staff={staff} addresses={<Addresses onClose={onClose} />} />
}

/** Waits for all forms: one that loads later would push down the others while someone types. */
function Addresses({ onClose }: { onClose: () => void }) {
  const mayTest = useMayCall('testTexts.setNumber')
  const notices = useRead('staff', 'notices')
  const server = useRead('mail', 'server')
  const number = useRead('testTexts', 'number', undefined, { enabled: mayTest })
  if (notices.isLoading || server.isLoading || number.isLoading)
    return <Loading text="Loading your emails..." rows={2} />
  return (
    <>
      <NoticesPart onClose={onClose} />
      {mayTest && <TestNumberForm />}
      <MayCall call="mail.ofStaff">
        <StaffMails />
      </MayCall>
    </>
  )
}
