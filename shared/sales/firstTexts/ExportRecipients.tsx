import { usePlatform } from '../../host/platform.ts'
import { toCsv } from '../../kit/csv.ts'
import { ExportCsv } from '../../kit/ExportCsv.tsx'
import type { Campaign, CampaignRecipient, Step } from './contract.ts'

const header = ['Text', 'Name', 'Phone', 'Status', 'Error Code', 'Explanation', 'At']
const PAGE_SIZE = 1000

const columnsOf = (text: string, row: CampaignRecipient) => [
  ...[text, row.name, row.phone, row.status, row.errorCode, row.explanation, row.at],
]

interface Props {
  campaign: Pick<Campaign, 'id' | 'total' | 'secondText'>
}

/** Saves all recipients of a campaign with the status of their texts. */
export function ExportRecipients({ campaign: { id, total, secondText } }: Props) {
  const { api } = usePlatform()
  const all = async (step: Step) => {
    const recipients: CampaignRecipient[] = []
    for (let page = 1; ; page++) {
      const found = await api.firstTexts.recipients({ id, step, page, pageSize: PAGE_SIZE })
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
        toCsv(header, [
          ...(await all('first')).map((row) => columnsOf('First', row)),
          ...(secondText ? await all('second') : []).map((row) => columnsOf('Second', row)),
        ])
      }
    />
  )
}
