import { Page } from '../kit/Page.tsx'

export function WaitlistTab() {
  return <Page title="Waitlist">{null}</Page>
}
