import { HTMLTable } from '@blueprintjs/core'
import { useState } from 'react'
import { DeliveryState } from '../../core/inbox/DeliveryState.tsx'
import type { OutboundStatus } from '../../core/messages/text.ts'
import { count } from '../../formats.ts'
import { useRead } from '../../kit/data.ts'
import { LinkButton } from '../../kit/LinkButton.tsx'
import { Loaded } from '../../kit/Loaded.tsx'
import { NumberLink } from '../../kit/NumberLink.tsx'
import { Panel } from '../../kit/Page.tsx'
import { Scroller } from '../../kit/Scroller.tsx'
import type { Campaign, CampaignRecipient, Step } from './contract.ts'
import { failureAction, failureReason } from './outcome.ts'

const FEW = 5
const PAGE = 1000

const headings = ['Prospect', 'Number', 'State', 'What happened', 'What we did']

interface Props {
  id: string
  step: Step
  counts: Pick<Campaign, 'unknown' | 'failed' | 'canceled'>
}

/** Recipients who did not get a text of a campaign, with reason and consequence. */
export function NotDelivered({ id, step, counts: { unknown, failed, canceled } }: Props) {
  const reads = [
    useRecipientsWith({ id, step, status: 'unknown' }, unknown),
    useRecipientsWith({ id, step, status: 'failed' }, failed),
    useRecipientsWith({ id, step, status: 'undelivered' }, failed),
    useRecipientsWith({ id, step, status: 'canceled' }, canceled),
  ].filter(({ isEnabled }) => isEnabled)
  const total = unknown + failed + canceled
  const label = step === 'first' ? 'Not delivered' : 'Second text not delivered'
  if (total === 0) return null
  return (
    <Panel flush title={`${label}, and why`}>
      <Loaded
        read={combine(reads)}
        loading={{ text: 'Loading undelivered texts...', rows: Math.min(FEW, total), rowHeight: 40 }}
        failed="Error loading undelivered texts"
      >
        {(rows) => <Rows label={label} rows={rows} total={total} />}
      </Loaded>
    </Panel>
  )
}

function useRecipientsWith(which: { id: string; step: Step; status: OutboundStatus }, expected: number) {
  return useRead('firstTexts', 'recipients', { ...which, pageSize: PAGE }, { enabled: expected > 0 })
}

/** One read of all lists: part of them would look complete. */
const combine = (reads: ReturnType<typeof useRecipientsWith>[]) => ({
  data: reads.every(({ data }) => data) ? reads.flatMap(({ data = [] }) => data) : undefined,
  error: reads.find(({ data, error }) => error && !data)?.error,
  refetch: () => Promise.all(reads.map(({ refetch }) => refetch())),
})

function Rows({ label, rows, total }: { label: string; rows: CampaignRecipient[]; total: number }) {
  const [all, setAll] = useState(false)
  return (
    <>
      <Table label={label} rows={all ? rows : rows.slice(0, FEW)} />
      {rows.length > FEW && (
        <div className="sb-first-more">
          <LinkButton onClick={() => setAll(!all)}>
            {all ? 'Show fewer' : `Show all ${count(rows.length)}`}
          </LinkButton>
          {total > rows.length && (
            <span className="sb-muted">The first {count(rows.length)} are listed.</span>
          )}
        </div>
      )}
    </>
  )
}

const Table = ({ label, rows }: { label: string; rows: CampaignRecipient[] }) => (
  <Scroller className="sb-scroll-x" label={label}>
    <HTMLTable>
      <thead>
        <tr>
          {headings.map((heading) => (
            <th key={heading} scope="col">
              {heading}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={`${row.phone} ${row.status}`}>
            <td>
              <strong>{row.name}</strong>
            </td>
            <td>
              <NumberLink number={row.phone} />
            </td>
            <td>
              <DeliveryState status={row.status} />
            </td>
            <td>{failureReason(row)}</td>
            <td>{failureAction(row)}</td>
          </tr>
        ))}
      </tbody>
    </HTMLTable>
  </Scroller>
)
