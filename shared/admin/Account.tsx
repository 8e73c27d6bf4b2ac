import type { ComponentProps } from 'react'
import { useRoute } from '../host/routes.ts'
import { useRead } from '../kit/data.ts'
import { Loaded } from '../kit/Loaded.tsx'
import { MayCall, useMayCall } from '../kit/MayCall.tsx'
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
  const number = useRead('testTexts', 'number', undefined, { enabled: mayTest, staleTime: 0 })
  const reads = [
    useRead('staff', 'notices', undefined, { staleTime: 0 }),
    useRead('mail', 'server'),
    ...(mayTest ? [number] : []),
  ]
  const read = {
    data: reads.every(({ data }) => data !== undefined) ? reads : undefined,
    error: reads.find(({ error }) => error)?.error,
    refetch: () => Promise.all(reads.map(({ refetch }) => refetch())),
  }
  return (
    <Loaded
      read={read}
      loading={{ text: 'Loading your emails...', rows: 2 }}
      failed="Error loading your emails"
    >
      {() => (
        <>
          <NoticesPart onClose={onClose} />
          {mayTest && <TestNumberForm />}
          <MayCall call="mail.ofStaff">
            <StaffMails />
          </MayCall>
        </>
      )}
    </Loaded>
  )
}
