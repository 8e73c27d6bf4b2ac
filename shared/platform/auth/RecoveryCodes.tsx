import { Button, DialogBody, DialogFooter } from '@blueprintjs/core'
import { useEffect, useRef } from 'react'
import { brand } from '../../brand.ts'
import { usePlatform } from '../../host/platform.ts'
import { toast } from '../../kit/toasts.ts'

/** The recovery codes for a lost phone. They are shown only once. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const { save } = usePlatform()
  const heading = useRef<HTMLHeadingElement>(null)
  // Screen readers announce the heading.
  useEffect(() => heading.current?.focus(), [])
  const saveFile = () => {
    const name = `${brand.name.toLowerCase()}-recovery-codes.txt`
    save(name, 'text/plain;charset=utf-8', `${codes.join('\n')}\n`).catch(() =>
      toast.failure('Error', 'The file was not saved'),
    )
  }
  return (
    <>
      <DialogBody>
        <h3 className="sb-panel-title" ref={heading} tabIndex={-1}>
          Two-step login is on
        </h3>
        <p>
          Keep these recovery codes somewhere safe. If you lose your phone, each code logs you in once. They
          are not shown again.
        </p>
        <ul className="sb-account-codes" aria-label="Recovery codes">
          {codes.map((code) => (
            <li key={code}>
              <code>{code}</code>
            </li>
          ))}
        </ul>
      </DialogBody>
      <DialogFooter
        actions={
          <>
            <Button onClick={saveFile}>Save as a file</Button>
            <Button intent="primary" onClick={onDone}>
              I have saved them
            </Button>
          </>
        }
      />
    </>
  )
}
