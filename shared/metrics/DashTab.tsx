import { Page } from '../kit/Page.tsx'

export function DashTab() {
  return <Page title="SMS Dash">{null}</Page>
}
