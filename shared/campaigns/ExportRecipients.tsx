import { usePlatform } from '../host/platform.ts'
import { toCsv } from '../kit/csv.ts'
import { ExportCsv } from '../kit/ExportCsv.tsx'
import type { Campaign, CampaignRecipient } from './contract.ts'

const header = ['Name', 'Phone', 'Status', 'Error Code', 'Explanation', 'At']
const PAGE_SIZE = 1000

/** Saves all recipients of a campaign with the status of their texts. */
export function ExportRecipients({ campaign: { id, total } }: { campaign: Pick<Campaign, 'id' | 'total'> }) {
  const { api } = usePlatform()
  const all = async () => {
    const recipients: CampaignRecipient[] = []
    for (let page = 1; ; page++) {
      const found = await api.campaigns.recipients({ id, page, pageSize: PAGE_SIZE })
      recipients.push(...found)
      if (found.length < PAGE_SIZE) return recipients
    }
  }
  return (
    <ExportCsv
      name="recipients"
      title="Download all recipients as a CSV file"
      disabled={total === 0}
      csv={async () =>
        toCsv(
          header,
          (await all()).map(({ name, phone, status, errorCode, explanation, at }) => [
            ...[name, phone, status, errorCode, explanation, at],
          ]),
        )
      }
    />
  )
}
