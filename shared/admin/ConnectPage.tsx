import { useRead } from '../kit/data.ts'
import { useMayCall } from '../kit/MayCall.tsx'
import { Page } from '../kit/Page.tsx'
import { ExamplesPanel } from '../platform/keys/ExamplesPanel.tsx'
import { KeysPanel } from '../platform/keys/KeysPanel.tsx'
import { ReceiversPanel } from '../platform/receivers/ReceiversPanel.tsx'
import { exampleAppointment } from '../salons/appointments/appointment.ts'

/** How other systems send bookings and read data. For admins. */
export function ConnectPage() {
  const mayRead = useMayCall('keys.list')
  return (
    <Page
      title="Connect"
      note="Booking systems send appointments with an API key. Receivers get events."
      actions={mayRead && <ReferenceLink />}
    >
      {mayRead ? <Parts /> : <p className="sb-muted">Only an admin connects other systems.</p>}
    </Page>
  )
}

/** On the server's own address: the desktop app opens it in the browser. */
function ReferenceLink() {
  const { data } = useRead('keys', 'list')
  if (!data) return null
  return (
    <a className="bp6-button" href={data.url} target="_blank" rel="noreferrer">
      API reference
    </a>
  )
}

function Parts() {
  const salons = useRead('replies', 'salons')
  const keys = useRead('keys', 'list')
  return (
    <div className="sb-connect">
      <KeysPanel salons={salons.data ?? []} />
      <ReceiversPanel salons={salons.data ?? []} />
      {keys.data && <ExamplesPanel url={keys.data.url} booking={exampleAppointment} />}
    </div>
  )
}
