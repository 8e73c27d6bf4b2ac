import { Button, InputGroup } from '@blueprintjs/core'
import { toast } from './toasts.ts'

/** A link to copy. */
export const LinkLine = ({ url }: { url: string }) => <CopyLine label="Link" text={url} />

/** A text to copy, such as a secret that is shown once. */
export const CopyLine = ({ label, text }: { label: string; text: string }) => (
  <div className="sb-link-line">
    <InputGroup fill readOnly value={text} aria-label={label} onFocus={(event) => event.target.select()} />
    <Button onClick={() => void copyText(text, label)}>Copy</Button>
  </div>
)

/** Copies an address and shows a toast. */
export const copyLink = (url: string): Promise<void> => copyText(url, 'Link')

/** Copies a text and shows a toast. */
export async function copyText(text: string, label: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    toast.success(`${label} copied`)
  } catch {
    toast.failure('Not copied', 'The browser did not allow it. Select the text and copy it.')
  }
}
