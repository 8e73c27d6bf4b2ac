import { Button } from '@blueprintjs/core'
import { useState } from 'react'
import { useMayCall } from '../../kit/MayCall.tsx'
import type { Salon } from './contract.ts'
import { OwnerLinkDialog } from './OwnerLinkDialog.tsx'
import { firstNameOf, type LinkMail, linkMail } from './rules.ts'

const titles: Record<LinkMail, string> = {
  agree: 'Agreement for',
  list: 'Client list of',
  results: 'Results of',
  home: 'Owner’s page of',
}

/** What the owner does with the link. */
const notes: Record<LinkMail, (owner: string) => string> = {
  agree: (owner) =>
    `${owner} opens the link on a phone, reads the terms and accepts them with a name. No account is needed.`,
  list: (owner) => `${owner} opens the link, chooses the file and shares it. No account is needed.`,
  results: (owner) =>
    `${owner} opens the link, says who came back and what they paid, and sees the fees and statements.`,
  home: (owner) =>
    `${owner} opens the link on a phone, any time and without an account: what to do, the next texts, who came back, money and papers. A new link ends the one that ${owner} has.`,
}

interface Props {
  salon: Salon
  purpose: LinkMail
  label: string
  primary?: boolean
}

/** A button that creates a link for the owner, to text, mail or copy. */
export function OwnerLinkAction({ salon, purpose, label, primary = false }: Props) {
  const [open, setOpen] = useState(false)
  const mayCreate = useMayCall('salons.createLink')
  if (!mayCreate) return null
  return (
    <>
      <Button intent={primary ? 'primary' : 'none'} onClick={() => setOpen(true)}>
        {label}
      </Button>
      {open && (
        <OwnerLinkDialog
          salon={salon}
          title={`${titles[purpose]} ${salon.name}`}
          note={notes[purpose](firstNameOf(salon.ownerName))}
          create={(api, way) => api.salons.createLink({ id: salon.id, purpose, ...way })}
          mail={(link) => linkMail(purpose, salon, link)}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}
