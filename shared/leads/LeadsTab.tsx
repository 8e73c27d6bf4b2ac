import { Button } from '@blueprintjs/core'
import { MobilePhone } from '@blueprintjs/icons'
import { useRoute } from '../admin/route.ts'
import { count, dateTime } from '../formats.ts'
import { Badge } from '../kit/Badge.tsx'
import { columnHelper, DataTable } from '../kit/DataTable.tsx'
import { useRead } from '../kit/data.ts'
import { Page, Panel } from '../kit/Page.tsx'
import { Empty, Failed, Loading } from '../kit/states.tsx'
import { useListKeys } from '../kit/useListKeys.ts'
import { formatPhone } from '../phone.ts'
import type { Lead } from './contract.ts'

const column = columnHelper<Lead>()
const columns = column.columns([
  column.accessor('mobileNumber', {
    header: 'Phone Number',
    cell: (cell) => <span className="sb-strong">{formatPhone(cell.getValue())}</span>,
    meta: { className: 'sb-num' },
  }),
  column.accessor('createdAt', {
    header: 'Date Submitted',
    cell: (cell) => dateTime(cell.getValue()),
    meta: { className: 'sb-num' },
  }),
  column.display({
    id: 'status',
    header: 'Status',
    cell: () => (
      <Badge tone="blue" dot="blue">
        New Lead
      </Badge>
    ),
  }),
  column.display({
    id: 'actions',
    header: 'Actions',
    cell: ({ row }) => <TextBack lead={row.original} />,
    meta: { className: 'sb-right', hiddenHeader: true },
  }),
])

const keyOf = (lead: Lead) => lead.id

function TextBack({ lead }: { lead: Lead }) {
  const { go } = useRoute()
  return (
    <Button
      variant="minimal"
      className="sb-link"
      aria-label={`Text back ${formatPhone(lead.mobileNumber)}`}
      onClick={() => go('sms', { number: lead.mobileNumber })}
    >
      Text back
    </Button>
  )
}

/** Numbers left on the website, newest first. */
export function LeadsTab() {
  const leads = useRead('leads', 'list')
  return (
    <Page
      title="Leads"
      note="Owners who left a mobile number on the website. Text them back while it is fresh."
      fixed
    >
      {leads.data ? (
        <Leads leads={leads.data} />
      ) : leads.error ? (
        <Failed title="Failed to load leads" error={leads.error} onRetry={() => void leads.refetch()} />
      ) : (
        <Loading text="Loading leads..." />
      )}
    </Page>
  )
}

function Leads({ leads }: { leads: Lead[] }) {
  const { go } = useRoute()
  const active = useListKeys({
    items: leads,
    keyOf,
    onOpen: (lead) => go('sms', { number: lead.mobileNumber }),
    verb: 'Text back',
  })
  if (leads.length === 0) {
    return (
      <Empty
        icon={<MobilePhone size={32} title={false} />}
        title="No leads yet"
        hint="Leads appear when people submit phone numbers through the website."
      />
    )
  }
  return (
    <>
      <div className="sb-count-line">
        <span>
          Total leads: <b className="sb-num">{count(leads.length)}</b>
        </span>
        <Badge>From website contact form</Badge>
      </div>
      <Panel flush className="sb-fill sb-narrow">
        <DataTable label="Leads" columns={columns} rows={leads} keyOf={keyOf} selected={active} />
      </Panel>
    </>
  )
}
