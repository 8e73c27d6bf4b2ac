import { Page } from '../kit/Page.tsx'

export function ProspectsTab() {
  return <Page title="Prospects">{null}</Page>
}
