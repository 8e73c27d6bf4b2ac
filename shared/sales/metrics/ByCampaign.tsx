import { HTMLSelect } from '@blueprintjs/core'
import { count, dateTime, percent } from '../../formats.ts'
import { useRoute } from '../../host/routes.ts'
import { columnHelper, DataTable } from '../../kit/DataTable.tsx'
import { useRead } from '../../kit/data.ts'
import { LinkButton } from '../../kit/LinkButton.tsx'
import { isEmpty, Loaded } from '../../kit/Loaded.tsx'
import { Panel } from '../../kit/Page.tsx'
import { CampaignPeople } from './CampaignPeople.tsx'
import { type CampaignFigures, CampaignOutcome, outcomes } from './contract.ts'
import {
  type FigureColumn,
  figureColumns,
  nextFigureSort,
  parseFigureSort,
  sortFigures,
} from './figureSort.ts'
import { rate } from './rules.ts'

const numeric = { className: 'sb-num sb-right' }
const column = columnHelper<CampaignFigures>()
const columns = column.columns([
  column.accessor('createdAt', {
    header: figureColumns.createdAt,
    cell: ({ row: { original } }) => <CampaignCell campaign={original} />,
  }),
  ...outcomes.map((outcome) =>
    column.accessor(outcome, {
      header: figureColumns[outcome],
      cell: ({ row: { original } }) => <OutcomeCount campaign={original} outcome={outcome} />,
      meta: numeric,
    }),
  ),
  column.accessor('segments', {
    header: figureColumns.segments,
    cell: ({ row: { original } }) => count(original.segments),
    meta: numeric,
  }),
])

const rowId = ({ id, step }: CampaignFigures) => `${id} ${step}`

/** All campaigns side by side; nothing before the first one. */
export function ByCampaign() {
  const { params, set, close } = useRoute<'dash'>()
  const read = useRead('metrics', 'campaigns')
  const sort = parseFigureSort(params.get('sort'))
  const step = params.get('step') ?? 'first'
  const campaign = read.data?.find((one) => one.id === params.get('campaign') && one.step === step)
  const outcome = CampaignOutcome.safeParse(params.get('outcome')).data
  if (read.data && isEmpty(read.data)) return null
  const onSort = (pressed: string) =>
    set({ sort: nextFigureSort(sort, pressed as FigureColumn) }, { replace: true })
  return (
    <Panel flush className="sb-dash-wide sb-dash-campaigns" title="By campaign" aside={<SortSelect />}>
      <Loaded
        read={read}
        loading={{ text: 'Loading campaigns...', rows: 3 }}
        failed="Error loading the results by campaign"
      >
        {(campaigns) => (
          <>
            <DataTable
              label="Results by campaign"
              columns={columns}
              rows={sortFigures(campaigns, sort)}
              rowId={rowId}
              rowHeight={58}
              sort={{ ...sort, onSort }}
            />
            <p className="sb-dash-note sb-small sb-muted">
              Percentages are of the numbers texted. A text is billed by segment.
            </p>
          </>
        )}
      </Loaded>
      {campaign && outcome && (
        <CampaignPeople
          campaign={campaign}
          outcome={outcome}
          onClose={() => close('campaign', 'step', 'outcome')}
        />
      )}
    </Panel>
  )
}

/** Sorts on phones, where a table has no headings. */
function SortSelect() {
  const { params, set } = useRoute<'dash'>()
  const { by } = parseFigureSort(params.get('sort'))
  return (
    <HTMLSelect
      className="sb-dash-sort"
      aria-label="Sort by"
      value={by}
      options={Object.entries(figureColumns).map(([value, label]) => ({ value, label }))}
      onChange={({ currentTarget }) => set({ sort: `-${currentTarget.value}` }, { replace: true })}
    />
  )
}

function CampaignCell({ campaign }: { campaign: CampaignFigures }) {
  const { id, step, name, template, createdAt } = campaign
  const { go } = useRoute<'dash'>()
  return (
    <>
      <LinkButton title="Open: its recipients" onClick={() => go('prospects', { campaign: id })}>
        {name ?? dateTime(createdAt)}
        {step === 'second' && ', second text'}
      </LinkButton>
      <span className="sb-second sb-dash-words sb-ellipsis" title={template}>
        {name && `${dateTime(createdAt)} · `}
        {template}
      </span>
    </>
  )
}

function OutcomeCount({ campaign, outcome }: { campaign: CampaignFigures; outcome: CampaignOutcome }) {
  const { set } = useRoute<'dash'>()
  const value = campaign[outcome]
  if (value === 0) return <span className="sb-faint">0</span>
  return (
    <>
      <LinkButton
        aria-label={`${count(value)} ${figureColumns[outcome]}`}
        onClick={() => set({ campaign: campaign.id, step: campaign.step, outcome })}
      >
        {count(value)}
      </LinkButton>
      {outcome !== 'sent' && <span className="sb-second">{percent(rate(value, campaign.sent))}</span>}
    </>
  )
}
