import { Page } from '../kit/Page.tsx'

export function ContactTab() {
  return <Page title="Contact">{null}</Page>
}
