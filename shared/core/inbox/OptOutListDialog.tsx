import './optOuts.css'
import { Dialog } from '@blueprintjs/core'
import { TickCircle } from '@blueprintjs/icons'
import type { ReactNode } from 'react'
import { count, dateTime, pluralForm } from '../../formats.ts'
import { useRoute } from '../../host/routes.ts'
import { columnHelper, DataTable } from '../../kit/DataTable.tsx'
import { useRead } from '../../kit/data.ts'
import { LinkButton } from '../../kit/LinkButton.tsx'
import { Loaded } from '../../kit/Loaded.tsx'
import { NumberLink } from '../../kit/NumberLink.tsx'
import { Empty } from '../../kit/states.tsx'
import { formatPhone } from '../../sms/phone.ts'
import type { ListedOptOut } from './conversation.ts'
import { OptOutRequests } from './OptOutRequests.tsx'

const column = columnHelper<ListedOptOut>()
const columns = column.columns([
  column.accessor('phoneNumber', {
    header: 'Who',
    cell: ({ row: { original } }) => <Who {...original} />,
    meta: { className: 'sb-optouts-who' },
  }),
  column.accessor(sourceText, {
    id: 'how',
    header: 'How and when',
    cell: (cell) => (
      <>
        {cell.getValue()}
        <Second>{dateTime(cell.row.original.since)}</Second>
      </>
    ),
  }),
])

/** Opens the conversation, where an opt-out can be undone. */
function Who({ businessName, phoneNumber }: ListedOptOut) {
  const { go } = useRoute()
  return (
    <>
      <LinkButton onClick={() => go('sms', { number: phoneNumber })}>
        {businessName ?? formatPhone(phoneNumber)}
      </LinkButton>
      {businessName && (
        <Second>
          <NumberLink number={phoneNumber} />
        </Second>
      )}
    </>
  )
}

const Second = ({ children }: { children: ReactNode }) => <span className="sb-second sb-num">{children}</span>

function sourceText({ source, wording, recordedBy }: ListedOptOut): string {
  switch (source) {
    case 'keyword':
      return `Texted ${wording || 'STOP'}`
    case 'plain_language':
      return `Wrote “${wording}”`
    case 'carrier':
      return `Reported by the carrier: ${wording}`
    case 'staff':
      return `Recorded by ${recordedBy ?? 'a colleague'}: “${wording}”`
  }
}

const rowId = ({ phoneNumber }: ListedOptOut) => phoneNumber

/** All suppressed numbers, from texts and from staff. */
export function OptOutListDialog({ total, onClose }: { total: number; onClose: () => void }) {
  return (
    <Dialog isOpen className="sb-wide-dialog" title="Opt-Outs" onClose={onClose}>
      <OptOutRequests />
      <OptOuts total={total} />
    </Dialog>
  )
}

function OptOuts({ total }: { total: number }) {
  const optOuts = useRead('inbox', 'optOuts', undefined, { staleTime: 0 })
  return (
    <Loaded read={optOuts} loading={{ text: 'Loading opt-outs...', rows: 4 }} failed="Error loading opt-outs">
      {(list) => (
        <div className="sb-optouts sb-column">
          {list.length > 0 ? (
            <DataTable label="Opt-outs" columns={columns} rows={list} rowId={rowId} rowHeight={56} />
          ) : (
            <Empty icon={<TickCircle size={32} title={false} />} title="No opt-outs yet" />
          )}
          <Erased erased={total - list.length} />
        </div>
      )}
    </Loaded>
  )
}

function Erased({ erased }: { erased: number }) {
  if (erased <= 0) return null
  return (
    <p className="sb-optouts-foot sb-muted">
      {count(erased)} more {pluralForm(erased, 'was', 'were')} erased on request. Only a fingerprint of the
      number is kept, so that it is never texted again.
    </p>
  )
}
