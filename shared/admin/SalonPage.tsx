import '../salons/salons/salons.css'
import { Button, Tab, Tabs } from '@blueprintjs/core'
import { Cut } from '@blueprintjs/icons'
import { type ComponentType, useRef } from 'react'
import { salonsPath } from '../host/addresses.ts'
import { useRoute } from '../host/routes.ts'
import { useRead } from '../kit/data.ts'
import { Loaded } from '../kit/Loaded.tsx'
import { Page } from '../kit/Page.tsx'
import { Empty } from '../kit/states.tsx'
import { useTabInView } from '../kit/useTabInView.ts'
import { HttpError } from '../platform/http/request.ts'
import { ImportAppointments } from '../salons/appointments/ImportAppointments.tsx'
import { FeesPart } from '../salons/billing/FeesPart.tsx'
import { CampaignsPart } from '../salons/campaigns/CampaignsPart.tsx'
import { HandoverPanel } from '../salons/handover/HandoverPanel.tsx'
import { ClientsPart } from '../salons/lists/ClientsPart.tsx'
import { OfferPart } from '../salons/offers/OfferPart.tsx'
import { ProgrammePanel } from '../salons/programmes/ProgrammePanel.tsx'
import { ResultsPart } from '../salons/results/ResultsPart.tsx'
import type { Salon } from '../salons/salons/contract.ts'
import { SalonBadge } from '../salons/salons/SalonBadge.tsx'
import { SalonSettings } from '../salons/salons/SalonSettings.tsx'
import { VisitsPart } from '../salons/visits/VisitsPart.tsx'
import { Overview } from './Overview.tsx'

const SettingsPart = ({ salon }: { salon: Salon }) => (
  <SalonSettings salon={salon}>
    <HandoverPanel salon={salon} />
  </SalonSettings>
)

const Campaigns = ({ salon }: { salon: Salon }) => (
  <CampaignsPart salon={salon} above={<ProgrammePanel salon={salon} />} />
)

const VisitsWithImport = ({ salon }: { salon: Salon }) => (
  <VisitsPart salon={salon} actions={<ImportAppointments salon={salon} />} />
)

interface Part {
  /** `?part=` of the address. */
  id: string
  label: string
  screen: ComponentType<{ salon: Salon }>
}

/** The parts of a salon in their order. Without `?part=` the first one is open. */
const parts: readonly [Part, ...Part[]] = [
  { id: 'overview', label: 'Overview', screen: Overview },
  { id: 'clients', label: 'Clients', screen: ClientsPart },
  { id: 'offer', label: 'Offer', screen: OfferPart },
  { id: 'campaigns', label: 'Campaigns', screen: Campaigns },
  { id: 'results', label: 'Results', screen: ResultsPart },
  { id: 'visits', label: 'Visits', screen: VisitsWithImport },
  { id: 'fees', label: 'Fees', screen: FeesPart },
  { id: 'settings', label: 'Settings', screen: SettingsPart },
]

/** Parameters that belong to one part. */
const nothingOpen = {
  reason: undefined,
  client: undefined,
  campaign: undefined,
  step: undefined,
  state: undefined,
  visit: undefined,
  add: undefined,
}

/** One salon. */
export function SalonPage() {
  const { screen } = useRoute()
  return screen.name === 'salon' ? <OneSalon key={screen.id} id={screen.id} /> : null
}

function OneSalon({ id }: { id: string }) {
  const read = useRead('salons', 'get', { id })
  const salon = read.data
  const unknown = !salon && read.error instanceof HttpError && read.error.status === 404
  return (
    <Page
      title={salon?.name ?? 'Salon'}
      badge={salon && <SalonBadge state={salon.state} />}
      note={salon && <NextStep salon={salon} />}
    >
      {unknown ? (
        <NoSuchSalon />
      ) : (
        <Loaded
          read={read}
          loading={{ text: 'Loading the salon...', rows: 6, rowHeight: 58 }}
          failed="Failed to load the salon"
        >
          {(data) => <Parts salon={data} />}
        </Loaded>
      )}
    </Page>
  )
}

/** Shows nothing for a paused or closed salon: its badge shows the same. */
function NextStep({ salon: { state, nextStep } }: { salon: Salon }) {
  if (nextStep.toLowerCase() === state) return null
  return (
    <>
      Next step: <b className="sb-strong">{nextStep}</b>
    </>
  )
}

function NoSuchSalon() {
  const { open } = useRoute()
  return (
    <Empty
      icon={<Cut size={32} title={false} />}
      title="Salon not found"
      hint="The address may be incomplete."
      action={<Button onClick={() => open(salonsPath)}>All salons</Button>}
    />
  )
}

function Parts({ salon }: { salon: Salon }) {
  const { params, set } = useRoute()
  const shown = parts.find(({ id }) => id === params.get('part')) ?? parts[0]
  const tabs = useRef<HTMLDivElement>(null)
  useTabInView(tabs, shown.id)
  return (
    <div ref={tabs}>
      <Tabs
        id="salon"
        className="sb-part-tabs sb-salon-parts"
        selectedTabId={shown.id}
        onChange={(id) => set({ ...nothingOpen, part: id === parts[0].id ? undefined : String(id) })}
        renderActiveTabPanelOnly
        animate={false}
      >
        {parts.map(({ id, label, screen: Screen }) => (
          <Tab key={id} id={id} title={label} panel={<Screen salon={salon} />} />
        ))}
      </Tabs>
    </div>
  )
}
