import { Button, DialogBody, DialogFooter } from '@blueprintjs/core'
import { brand } from '../../brand.ts'
import { dateTime } from '../../formats.ts'
import { LinkLine } from '../../kit/LinkLine.tsx'
import type { StaffLink } from './contract.ts'

/** A new link, and the person it is for. */
export interface ReadyLink extends StaffLink {
  username: string
}

/** `mailto:` address with the link. */
function mailTo({ username, url, expiresAt }: ReadyLink): string {
  const lines = [
    `Hello ${username},`,
    '',
    `Choose your password for ${brand.name} here:`,
    url,
    '',
    `The link works once, until ${dateTime(expiresAt)}.`,
  ]
  const subject = encodeURIComponent(`Your ${brand.name} account`)
  return `mailto:?subject=${subject}&body=${encodeURIComponent(lines.join('\r\n'))}`
}

/** The link, which is shown once: only a hash of it is stored. */
export function StaffLinkReady({ link, onDone }: { link: ReadyLink; onDone: () => void }) {
  return (
    <>
      <DialogBody>
        <p role="status">
          {link.mailedTo
            ? `The link is on its way to ${link.mailedTo}.`
            : `Give this link to ${link.username} to choose a password.`}
        </p>
        <LinkLine url={link.url} />
        <p className="sb-small sb-muted">
          It works once, until {dateTime(link.expiresAt)}. It is shown only now; you can create a new one at
          any time.
        </p>
      </DialogBody>
      <DialogFooter
        actions={
          <>
            {/* A mail program on the web opens beside the console, not in its place. */}
            {!link.mailedTo && (
              <a className="bp6-button" href={mailTo(link)} target="_blank" rel="noreferrer">
                Write an email
              </a>
            )}
            <Button intent="primary" onClick={onDone}>
              Done
            </Button>
          </>
        }
      />
    </>
  )
}
