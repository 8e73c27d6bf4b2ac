import './waitlist.css'
import { NumberedList } from '@blueprintjs/icons'
import { type ReactNode, useCallback, useMemo, useRef } from 'react'
import { SettingSwitch } from '../../core/settings/SettingSwitch.tsx'
import { count, dateTime, pluralForm } from '../../formats.ts'
import { personPath, salonPath } from '../../host/addresses.ts'
import { useRoute } from '../../host/routes.ts'
import { AppLink } from '../../kit/AppLink.tsx'
import { columnHelper, DataTable } from '../../kit/DataTable.tsx'
import { useRead } from '../../kit/data.ts'
import { EmailText } from '../../kit/EmailText.tsx'
import { ExportCsv } from '../../kit/ExportCsv.tsx'
import { LinkButton } from '../../kit/LinkButton.tsx'
import { Loaded } from '../../kit/Loaded.tsx'
import { NumberLink } from '../../kit/NumberLink.tsx'
import { Page, Panel } from '../../kit/Page.tsx'
import { Empty } from '../../kit/states.tsx'
import { useListKeys } from '../../kit/useListKeys.ts'
import { formatPhone } from '../../sms/phone.ts'
import { answerLabel } from './codes.ts'
import type { WaitlistResponse } from './contract.ts'
import { responsesCsv } from './csv.ts'
import { PriorityBadge } from './PriorityBadge.tsx'
import { type Rank, withRanks } from './priority.ts'
import { ResponseCard } from './ResponseCard.tsx'

type Row = WaitlistResponse & Rank

const rowId = (response: Row) => response.id

/** Date without time: `Jan 5, 2025`. */
const day = (iso: string) => dateTime(iso).replace(/ at .*$/, '')

const column = columnHelper<Row>()
const columns = column.columns([
  column.display({
    id: 'priority',
    header: 'Priority',
    cell: ({ row: { original } }) => (
      <>
        <PriorityBadge response={original} />
        <span className="sb-second sb-num">
          Rank {count(original.rank)} of {count(original.of)}
        </span>
      </>
    ),
    meta: { className: 'sb-nowrap' },
  }),
  column.display({
    id: 'contact',
    header: 'Contact',
    cell: ({ row: { original } }) => (
      <>
        <KnownAs response={original} />
        <NumberLink number={original.mobileNumber} />
        {original.email && (
          <span className="sb-second">
            <EmailText email={original.email} />
          </span>
        )}
      </>
    ),
  }),
  column.display({
    id: 'size',
    header: 'Business Size',
    cell: ({ row: { original } }) => (
      <>
        {answerLabel('customerCount', original.customerCount)} customers
        <span className="sb-second">
          {answerLabel('mobileNumbersCount', original.mobileNumbersCount)} mobiles
        </span>
      </>
    ),
    meta: { className: 'sb-nowrap' },
  }),
  column.accessor('whenToStart', {
    header: 'Intent',
    cell: (cell) =>
      answerLabel('whenToStart', cell.getValue()) || <span className="sb-faint">Not asked</span>,
    meta: { className: 'sb-nowrap' },
  }),
  column.accessor('submittedAt', {
    header: 'Submitted',
    cell: (cell) => <span title={dateTime(cell.getValue())}>{day(cell.getValue())}</span>,
    meta: { className: 'sb-num sb-nowrap' },
  }),
  column.display({
    id: 'actions',
    header: 'Actions',
    cell: ({ row }) => <ViewDetails response={row.original} />,
    meta: { className: 'sb-right' },
  }),
])

/** The salon or prospect that the number belongs to. */
function KnownAs({ response: { knownAs, mobileNumber } }: { response: WaitlistResponse }) {
  if (!knownAs) return null
  const { name, salonId } = knownAs
  return (
    <AppLink
      className="sb-waitlist-name sb-break sb-strong"
      to={salonId ? salonPath(salonId) : personPath(mobileNumber)}
    >
      {name}
    </AppLink>
  )
}

function ViewDetails({ response }: { response: WaitlistResponse }) {
  const { set } = useRoute<'waitlist'>()
  return (
    <LinkButton
      aria-label={`View Details of ${formatPhone(response.mobileNumber)}`}
      onClick={(event) => {
        event.stopPropagation()
        set({ response: response.id })
      }}
    >
      View Details
    </LinkButton>
  )
}

interface Props {
  /** What can be done with an open response. */
  foot?: (response: WaitlistResponse) => ReactNode
}

/** Questionnaire responses with priority. */
export function WaitlistTab({ foot }: Props) {
  const waitlist = useRead('waitlist', 'list')
  return (
    <Page
      title="Waitlist"
      note="Owners who filled in the questionnaire. Call those with high priority first."
      fixed
    >
      <Loaded
        read={waitlist}
        loading={{ text: 'Loading waitlist responses...', rowHeight: 50 }}
        failed="Failed to load waitlist responses"
      >
        {(responses) => <Responses responses={responses} foot={foot} />}
      </Loaded>
    </Page>
  )
}

/** Newest first, or by score; equal scores newest first. */
function useRows(responses: WaitlistResponse[], byScore: boolean): Row[] {
  return useMemo(() => {
    const ranked = withRanks(responses)
    return byScore ? ranked.toSorted((one, other) => one.rank - other.rank) : ranked
  }, [responses, byScore])
}

function Responses({ responses, foot }: Props & { responses: WaitlistResponse[] }) {
  const { params, set, close: leave } = useRoute<'waitlist'>()
  const openId = params.get('response')
  const open = responses.find((response) => response.id === openId)
  const table = useRef<HTMLDivElement>(null)
  const byScore = params.get('sort') === 'score'
  const rows = useRows(responses, byScore)
  const close = () => {
    table.current?.querySelector<HTMLElement>('tr[data-selected] button')?.focus()
    leave('response')
  }
  const show = useCallback((response: Row) => set({ response: response.id }), [set])
  const active = useListKeys({ items: rows, rowId, onOpen: show, verb: 'View details' })
  return (
    <div className="sb-waitlist" ref={table}>
      <Panel
        flush
        className="sb-fill sb-waitlist-table"
        title={`Waitlist Responses (${byScore ? 'Highest Score First' : 'Newest First'})`}
        aside={
          <span className="sb-waitlist-aside sb-row sb-wrap">
            {responses.length > 1 && (
              <LinkButton onClick={() => set({ sort: byScore ? undefined : 'score' })}>
                {byScore ? 'Newest first' : 'Highest score first'}
              </LinkButton>
            )}
            <ExportCsv
              name="waitlist"
              title="Download all responses as a CSV file, in the order shown"
              disabled={rows.length === 0}
              csv={() => responsesCsv(rows)}
            />
          </span>
        }
      >
        {responses.length > 0 ? (
          <DataTable
            label="Waitlist responses"
            columns={columns}
            rows={rows}
            rowId={rowId}
            rowHeight={54}
            selected={openId ?? active}
            onOpen={show}
          />
        ) : (
          <Empty
            icon={<NumberedList size={32} title={false} />}
            title="No waitlist responses yet."
            hint="They come from the questionnaire linked in every details text and follow-up."
          />
        )}
      </Panel>
      <div className="sb-waitlist-side sb-column">
        {open && <ResponseCard key={open.id} response={open} foot={foot?.(open)} onClose={close} />}
        <Overview responses={responses} />
        <AlertSettings />
      </div>
    </div>
  )
}

function Overview({ responses }: { responses: WaitlistResponse[] }) {
  const immediate = responses.filter(({ whenToStart }) => whenToStart === 'immediately').length
  return (
    <Panel className="sb-overview">
      <p>
        <span className="sb-figure">{count(responses.length)}</span>
        <span className="sb-small sb-muted">
          {pluralForm(responses.length, 'response', 'total responses')}
        </span>
      </p>
      <p>
        <span className="sb-figure">{count(immediate)}</span>
        <span className="sb-small sb-muted">{pluralForm(immediate, 'wants', 'want')} immediate access</span>
      </p>
    </Panel>
  )
}

function AlertSettings() {
  const service = useRead('settings', 'service')
  const number = service.data?.alertNumber
  return (
    <Panel title="SMS Alert Settings">
      <SettingSwitch
        setting="waitlist_sms_enabled"
        label="SMS Notifications"
        name="SMS notifications"
        note={
          <>
            Get SMS alerts for new waitlist signups.{' '}
            {number && (
              <>
                They go to <span className="sb-num sb-nowrap">{formatPhone(number)}</span>.
              </>
            )}
            {service.data &&
              !number &&
              'No number is set, so no alerts are sent. Ask your server administrator to set one.'}
          </>
        }
      />
    </Panel>
  )
}
