import { Button, DialogBody, DialogFooter } from '@blueprintjs/core'
import { CopyLine } from '../../kit/LinkLine.tsx'

interface ShowOnce {
  /** As it reads inside a sentence, such as `key`. */
  name: string
  label: string
  secret: string
  note: string
  onClose: () => void
}

/** Shows a new secret to copy. It is not shown again. */
export const ShownOnce = ({ name, label, secret, note, onClose }: ShowOnce) => (
  <>
    <DialogBody>
      <p role="status">Copy the {name} now. It is not shown again.</p>
      <CopyLine label={label} text={secret} />
      <p className="sb-small sb-muted">{note}</p>
    </DialogBody>
    <DialogFooter
      actions={
        <Button intent="primary" onClick={onClose}>
          Done
        </Button>
      }
    />
  </>
)
