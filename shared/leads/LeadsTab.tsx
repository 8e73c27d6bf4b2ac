import { Page } from '../kit/Page.tsx'

export function LeadsTab() {
  return <Page title="Leads">{null}</Page>
}
