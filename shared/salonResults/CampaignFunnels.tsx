import { Button } from '@blueprintjs/core'
import { StateBadge } from '../campaigns/StateBadge.tsx'
import { count, dateTime, percent } from '../formats.ts'
import { useRoute } from '../host/routes.ts'
import { columnHelper, DataTable } from '../kit/DataTable.tsx'
import { type CampaignResult, type ResultStep, steps } from './contract.ts'
import { stepLabels } from './labels.ts'

const column = columnHelper<CampaignResult>()
const columns = column.columns([
  column.accessor('createdAt', {
    header: 'Campaign',
    cell: ({ row: { original } }) => (
      <span className="sb-results-campaign">
        {dateTime(original.createdAt)} <StateBadge state={original.state} />
      </span>
    ),
  }),
  ...steps.map((step) =>
    column.accessor(step, {
      header: stepLabels[step],
      cell: ({ row: { original } }) => <StepCount campaign={original} step={step} />,
      meta: { className: 'sb-num sb-right' },
    }),
  ),
])

const rowId = (campaign: CampaignResult) => campaign.id

/** A row for each campaign with the clients at each step. Each number opens its clients. */
export const CampaignFunnels = ({ campaigns }: { campaigns: CampaignResult[] }) => (
  <DataTable label="Results by campaign" columns={columns} rows={campaigns} rowId={rowId} rowHeight={54} />
)

function StepCount({ campaign, step }: { campaign: CampaignResult; step: ResultStep }) {
  const { set } = useRoute()
  const value = campaign[step]
  if (value === 0) return <span className="sb-faint">0</span>
  const share = step !== 'eligible' && step !== 'texted' && campaign.texted > 0
  return (
    <>
      <Button
        variant="minimal"
        className="sb-link"
        aria-label={`${count(value)} ${stepLabels[step].toLowerCase()}`}
        onClick={() => set({ campaign: campaign.id, step })}
      >
        {count(value)}
      </Button>
      {share && <span className="sb-second">{percent((100 * value) / campaign.texted)}</span>}
    </>
  )
}
