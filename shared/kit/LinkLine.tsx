import { Button, InputGroup } from '@blueprintjs/core'
import { toast } from './toasts.ts'

/** A link to copy. */
export const LinkLine = ({ url }: { url: string }) => (
  <div className="sb-link-line">
    <InputGroup fill readOnly value={url} aria-label="Link" onFocus={(event) => event.target.select()} />
    <Button onClick={() => void copyLink(url)}>Copy</Button>
  </div>
)

/** Copies an address and says so. */
export async function copyLink(url: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(url)
    toast.success('Link copied')
  } catch {
    toast.failure('Not copied', 'The browser did not allow it. Select the link and copy it.')
  }
}
