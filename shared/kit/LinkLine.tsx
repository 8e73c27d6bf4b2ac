import { Button, InputGroup } from '@blueprintjs/core'
import { copyLink } from './copyLink.ts'

/** A link to copy. */
export const LinkLine = ({ url }: { url: string }) => (
  <div className="sb-link-line">
    <InputGroup fill readOnly value={url} aria-label="Link" onFocus={(event) => event.target.select()} />
    <Button onClick={() => void copyLink(url)}>Copy</Button>
  </div>
)
