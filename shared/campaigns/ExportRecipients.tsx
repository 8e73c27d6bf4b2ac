import { type Api, usePlatform } from '../host/platform.ts'
import { ExportCsv } from '../kit/ExportCsv.tsx'
import { deliveries } from '../messages/delivery.ts'
import type { CampaignRecipient } from './contract.ts'
import { failureReason } from './outcome.ts'

const PAGE = 1000
const header = ['Prospect', 'Phone', 'State', 'What happened', 'Time']

const reached = new Set(['queued', 'sending', 'sent', 'delivered'])

const recipientRow = (one: CampaignRecipient) => [
  one.name,
  one.phone,
  deliveries[one.status].label,
  reached.has(one.status) ? '' : failureReason(one),
  one.at,
]

/** All recipients of a campaign, page by page. */
async function readAll(api: Api, id: string): Promise<CampaignRecipient[]> {
  const all: CampaignRecipient[] = []
  for (let page = 1; ; page++) {
    const rows = await api.campaigns.recipients({ id, page, pageSize: PAGE })
    all.push(...rows)
    if (rows.length < PAGE) return all
  }
}

/** Saves the recipients of a campaign as CSV. */
export function ExportRecipients({ id, total }: { id: string; total: number }) {
  const { api } = usePlatform()
  return (
    <ExportCsv
      name="recipients"
      header={header}
      disabled={total === 0}
      rows={async () => (await readAll(api, id)).map(recipientRow)}
    />
  )
}
