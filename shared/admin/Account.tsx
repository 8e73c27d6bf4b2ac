import type { ComponentProps } from 'react'
import { useRoute } from '../host/routes.ts'
import { MayCall } from '../kit/MayCall.tsx'
import { AccountDialog } from '../platform/auth/AccountDialog.tsx'
import { NoticesPart } from '../platform/staff/NoticesPart.tsx'
import { StaffPart } from '../platform/staff/StaffPart.tsx'
import { TestNumberForm } from '../sales/testTexts/TestNumberForm.tsx'

/** The account of the current person with their addresses, and the staff. */
export function Account(props: Omit<ComponentProps<typeof AccountDialog>, 'staff' | 'addresses'>) {
  const { close } = useRoute()
  const onClose = () => close('account')
  const staff = <StaffPart username={props.username} onClose={onClose} />
  const addresses = (
    <>
      <NoticesPart onClose={onClose} />
      <MayCall call="testTexts.setNumber">
        <TestNumberForm />
      </MayCall>
    </>
  )
  return <AccountDialog {...props} staff={staff} addresses={addresses} />
}
