import { Button, Dialog, InputGroup } from '@blueprintjs/core'
import { useState } from 'react'
import { z } from 'zod'
import { useAction, useRead } from '../../kit/data.ts'
import { DialogForm, Field } from '../../kit/Field.tsx'
import { useConsoleForm } from '../../kit/form.ts'
import { useMayCall } from '../../kit/MayCall.tsx'
import { toast } from '../../kit/toasts.ts'
import { WaitingButton } from '../../kit/WaitingButton.tsx'
import { formatPhone } from '../../sms/phone.ts'
import type { Salon } from './contract.ts'

/** The action of the step Number: the simulated network gives one, at the carrier staff enter one. */
export function NumberAction({ salon, first }: { salon: Salon; first: boolean }) {
  const { data } = useRead('settings', 'service')
  const [open, setOpen] = useState(false)
  const mayChange = useMayCall('salons.setSender')
  const intent = first ? 'primary' : 'none'
  if (!data || !mayChange) return null
  if (data.simulated) return <GetNumber salon={salon} intent={intent} />
  return (
    <>
      <Button intent={intent} onClick={() => setOpen(true)}>
        Enter a number
      </Button>
      {open && <NumberDialog salon={salon} onClose={() => setOpen(false)} />}
    </>
  )
}

interface SetSender {
  address?: string
  simulated?: boolean
}

/** Gives the salon a number. `inline`: the caller shows the error. */
function useSetSender(salon: Salon, { inline = false } = {}) {
  return useAction({
    run: (api, wanted: SetSender) => api.salons.setSender({ id: salon.id, ...wanted }),
    done: ({ address }) => toast.success('Number set', `${salon.name} texts from ${formatPhone(address)}.`),
    refreshes: [['salons', 'list']],
    failure: inline
      ? null
      : { title: 'No number', fallback: 'Failed to get a number', showServerMessage: true },
  })
}

function GetNumber({ salon, intent }: { salon: Salon; intent: 'primary' | 'none' }) {
  const set = useSetSender(salon)
  return (
    <WaitingButton
      intent={intent}
      busy={set.isPending}
      busyText="Getting a number..."
      onClick={() => set.mutate({ simulated: true })}
    >
      Get a number
    </WaitingButton>
  )
}

const schema = z.object({ address: z.string().trim().min(1, 'Please enter a number') })

function NumberDialog({ salon, onClose }: { salon: Salon; onClose: () => void }) {
  const set = useSetSender(salon, { inline: true })
  const form = useConsoleForm({
    schema,
    values: { address: '' },
    send: async (wanted) => {
      await set.mutateAsync(wanted)
      onClose()
    },
    failure: { field: 'address' },
  })
  return (
    <Dialog
      isOpen
      title={`A number for ${salon.name}`}
      onClose={onClose}
      onOpened={() => form.focus('address')}
      shouldReturnFocusOnClose
    >
      <DialogForm form={form} action="Use this number" busyText="Checking..." back="Cancel" onBack={onClose}>
        <Field
          form={form}
          name="address"
          label="Number, or id of a Messaging Service"
          note="It must belong to our carrier account and send incoming texts to this service."
        >
          {(input) => <InputGroup {...input} placeholder="+447700900100" autoComplete="off" required />}
        </Field>
      </DialogForm>
    </Dialog>
  )
}
