import { StateBadge } from '../../core/campaigns/StateBadge.tsx'
import { count, dateTime, money, percent } from '../../formats.ts'
import { salonPath } from '../../host/addresses.ts'
import { AppLink } from '../../kit/AppLink.tsx'
import { columnHelper, DataTable } from '../../kit/DataTable.tsx'
import { type CampaignResult, type LatestResult, type ResultStep, steps } from './contract.ts'
import { stepLabels } from './labels.ts'

type SalonCampaignResult = CampaignResult & { salonId: string }

/** A column for each step. */
const stepColumns = <Row extends SalonCampaignResult>() =>
  steps.map((step) =>
    columnHelper<Row>().display({
      id: step,
      header: stepLabels[step],
      cell: ({ row: { original } }) => <StepCount campaign={original} step={step} />,
      meta: { className: 'sb-num sb-right' },
    }),
  )

const Started = ({ campaign }: { campaign: CampaignResult }) => (
  <span className="sb-results-campaign">
    {dateTime(campaign.createdAt)} <StateBadge state={campaign.state} />
  </span>
)

const ofSalon = columnHelper<SalonCampaignResult>()
const columns = ofSalon.columns([
  ofSalon.accessor('createdAt', {
    header: 'Campaign',
    cell: ({ row: { original } }) => <Started campaign={original} />,
  }),
  ...stepColumns<SalonCampaignResult>(),
])

const ofSalons = columnHelper<LatestResult>()
const latestColumns = ofSalons.columns([
  ofSalons.accessor('salonName', {
    header: 'Salon',
    cell: ({ row: { original } }) => (
      <>
        <AppLink className="sb-salon-name sb-bold" to={salonPath(original.salonId, 'results')}>
          {original.salonName}
        </AppLink>
        <span className="sb-second">
          <Started campaign={original} />
        </span>
      </>
    ),
  }),
  ...stepColumns<LatestResult>(),
  ofSalons.accessor('optedOut', {
    header: 'Opted out',
    cell: ({ row: { original } }) => <OptedOut {...original} />,
    meta: { className: 'sb-num sb-right' },
  }),
  ofSalons.accessor('broughtBack', {
    header: 'Brought back',
    cell: ({ row: { original } }) => (
      <span className={original.broughtBack === 0 ? 'sb-faint' : undefined}>
        {money(original.broughtBack, original.currency)}
      </span>
    ),
    meta: { className: 'sb-num sb-right' },
  }),
])

function OptedOut({ optedOut, texted }: LatestResult) {
  if (optedOut === 0) return <span className="sb-faint">0</span>
  return (
    <>
      {count(optedOut)}
      {texted > 0 && <span className="sb-second">{percent((100 * optedOut) / texted)}</span>}
    </>
  )
}

const rowId = (campaign: CampaignResult) => campaign.id

/** A row for each campaign of a salon with the clients at each step. Each number opens its clients. */
export const CampaignFunnels = ({ salonId, campaigns }: { salonId: string; campaigns: CampaignResult[] }) => (
  <DataTable
    label="Results by campaign"
    columns={columns}
    rows={campaigns.map((campaign) => ({ ...campaign, salonId }))}
    rowId={rowId}
    rowHeight={54}
  />
)

/** The same for the campaigns of all salons. */
export const LatestFunnels = ({ campaigns }: { campaigns: LatestResult[] }) => (
  <DataTable label="Latest campaigns" columns={latestColumns} rows={campaigns} rowId={rowId} rowHeight={66} />
)

function StepCount({ campaign, step }: { campaign: SalonCampaignResult; step: ResultStep }) {
  const value = campaign[step]
  if (value === 0) return <span className="sb-faint">0</span>
  const share = step !== 'eligible' && step !== 'texted' && campaign.texted > 0
  return (
    <>
      <AppLink
        className="sb-link"
        aria-label={`${count(value)} ${stepLabels[step].toLowerCase()}`}
        to={`${salonPath(campaign.salonId, 'results')}&campaign=${campaign.id}&step=${step}`}
      >
        {count(value)}
      </AppLink>
      {share && <span className="sb-second">{percent((100 * value) / campaign.texted)}</span>}
    </>
  )
}
