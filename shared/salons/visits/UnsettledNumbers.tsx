import { Button, Callout } from '@blueprintjs/core'
import { plural } from '../../formats.ts'
import { useAction, useRead } from '../../kit/data.ts'
import { MayCall } from '../../kit/MayCall.tsx'
import { formatPhone } from '../../sms/phone.ts'
import type { Salon } from '../salons/contract.ts'
import type { UnsettledNumber } from './contract.ts'

/** Numbers whose appointments become no visits; nothing without one. */
export function UnsettledNumbers({ salon: { id } }: { salon: Salon }) {
  const { data } = useRead('visits', 'unsettled', { id })
  return data?.items.map((one) => <Unsettled key={one.clientId} salonId={id} {...one} />)
}

function Unsettled({
  salonId,
  clientId,
  phone,
  appointments,
  reason,
}: UnsettledNumber & { salonId: string }) {
  const { mutate, isPending, isSuccess } = useAction({
    run: (api) => api.visits.markSeen({ id: salonId, clientId }),
    refreshes: [['today', 'list']],
    failure: { title: 'Not stored', fallback: 'Failed to store it', showServerMessage: true },
  })
  if (isSuccess) return null
  return (
    <Callout intent="warning" compact className="sb-unsettled">
      <p>
        <strong>{formatPhone(phone)}</strong> has {plural(appointments, 'appointment')}.{' '}
        {reason === 'too_many'
          ? 'It is probably the number of a shop, so its appointments become no visits and bring no fee.'
          : 'Its visits could not be worked out. The next appointment of this number tries again.'}
      </p>
      <MayCall call="visits.markSeen">
        <Button size="small" loading={isPending} onClick={() => mutate(undefined)}>
          OK
        </Button>
      </MayCall>
    </Callout>
  )
}
