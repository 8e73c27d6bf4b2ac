import { Page } from '../kit/Page.tsx'

export function SmsTab() {
  return <Page title="SMS Management">{null}</Page>
}
