import { Page } from '../kit/Page.tsx'

export function ImportTab() {
  return <Page title="Import">{null}</Page>
}
