import { Button } from '@blueprintjs/core'
import { useState } from 'react'
import type { Salon } from './contract.ts'
import { OwnerLinkDialog } from './OwnerLinkDialog.tsx'
import { agreementMail, firstNameOf } from './rules.ts'

/** *Send link* of the step Agreement. */
export function AgreementAction({ salon, first }: { salon: Salon; first: boolean }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button intent={first ? 'primary' : 'none'} onClick={() => setOpen(true)}>
        Send link
      </Button>
      {open && (
        <OwnerLinkDialog
          salon={salon}
          title={`Agreement for ${salon.name}`}
          note={`${firstNameOf(salon.ownerName)} opens the link on a phone, reads the terms and accepts them with a name. No account is needed.`}
          create={(api, text) => api.salons.createLink({ id: salon.id, purpose: 'agree', text })}
          mail={(link) => agreementMail(salon, link)}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}
