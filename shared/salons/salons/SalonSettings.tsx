import { Button } from '@blueprintjs/core'
import { Disable } from '@blueprintjs/icons'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { ConfirmDialog } from '../../kit/ConfirmDialog.tsx'
import { queryKeyOf, useAction, useRead } from '../../kit/data.ts'
import { SendButton } from '../../kit/Field.tsx'
import { Form } from '../../kit/Form.tsx'
import { useMayCall } from '../../kit/MayCall.tsx'
import { Panel } from '../../kit/Page.tsx'
import { toast } from '../../kit/toasts.ts'
import { WaitingButton } from '../../kit/WaitingButton.tsx'
import { MailList } from '../../platform/mail/MailList.tsx'
import type { Salon, SalonDetails } from './contract.ts'
import { SalonFields, useSalonForm, valuesOf } from './SalonFields.tsx'

/** Details of a salon, and whether we text for it. `children`: panels of features that know salons. */
export function SalonSettings({ salon, children }: { salon: Salon; children?: ReactNode }) {
  return (
    <div className="sb-salon-settings">
      <DetailsForm salon={salon} />
      <div className="sb-salon-aside">
        <StatePanel salon={salon} />
        {children}
        <MailPanel salonId={salon.id} />
      </div>
    </div>
  )
}

/** Emails to the owner; none while e-mail is off and nothing was sent. */
function MailPanel({ salonId }: { salonId: string }) {
  const on = useRead('mail', 'server').data?.on === true
  if (!on) return null
  return (
    <Panel title="Emails">
      <MailList salonId={salonId} />
    </Panel>
  )
}

/** Only what was changed: two people may edit a salon at the same time. */
const changesOf = (salon: Salon, details: SalonDetails): Partial<SalonDetails> =>
  Object.fromEntries(
    Object.entries(details).filter(([name, value]) => salon[name as keyof SalonDetails] !== value),
  )

/** Stores the server's answer, so that the page shows it without another read. */
function useStoreSalon() {
  const client = useQueryClient()
  return (salon: Salon) => {
    void client.invalidateQueries({ queryKey: queryKeyOf('salons', 'list'), exact: true })
    client.setQueryData(queryKeyOf('salons', 'get', { id: salon.id }), salon)
  }
}

function DetailsForm({ salon }: { salon: Salon }) {
  const store = useStoreSalon()
  const closed = salon.state === 'closed'
  const mayEdit = useMayCall('salons.update')
  const update = useAction({
    run: (api, changes: Partial<SalonDetails>) => api.salons.update({ id: salon.id, ...changes }),
    done: (stored) => {
      store(stored)
      setValues(valuesOf(stored))
      toast.success('Saved', `The details of ${stored.name} have been updated.`)
    },
    failure: null,
  })
  const save = async (details: SalonDetails) => {
    const changes = changesOf(salon, details)
    if (Object.keys(changes).length > 0) await update.mutateAsync(changes)
    else toast.note('Nothing to save', 'No field was changed.')
  }
  const { form, values, setValues } = useSalonForm(valuesOf(salon), save, {
    title: 'Not saved',
    fallback: 'Failed to save the salon',
  })
  return (
    <Panel>
      <Form form={form}>
        <SalonFields onPaper form={form} values={values} disabled={closed || !mayEdit} />
        {!mayEdit && <p className="sb-muted">Only an admin can change a salon.</p>}
        {!closed && mayEdit && (
          <div className="sb-salon-save">
            <SendButton form={form} busyText="Saving...">
              Save changes
            </SendButton>
          </div>
        )}
      </Form>
    </Panel>
  )
}

const stateNotes: Record<Salon['state'], string> = {
  setup: 'Texts to clients start with the first campaign.',
  ready: 'Texts to clients are sent as planned. Pause to hold them.',
  paused: 'Texts to clients wait until you resume. Replies still arrive.',
  closed: 'No more texts are sent. Conversations and statements are kept.',
}

function StatePanel({ salon }: { salon: Salon }) {
  const [asking, setAsking] = useState(false)
  const store = useStoreSalon()
  const { id, name, state } = salon
  const mayChange = useMayCall('salons.update')
  const change = useAction({
    run: (api, next: 'ready' | 'paused' | 'closed') => api.salons.update({ id, state: next }),
    done: (stored) => {
      store(stored)
      toast.success(doneTitles[stored.state], name)
    },
    settled: () => setAsking(false),
    failure: { title: 'Error', fallback: 'Failed to change the salon', showServerMessage: true },
  })
  return (
    <Panel title="Texting" className="sb-salon-state">
      <p className="sb-muted">{stateNotes[state]}</p>
      {state !== 'closed' && mayChange && (
        <div className="sb-buttons">
          {(state === 'ready' || state === 'paused') && (
            <WaitingButton
              busy={change.isPending && !asking}
              busyText={state === 'ready' ? 'Pausing...' : 'Resuming...'}
              onClick={() => change.mutate(state === 'ready' ? 'paused' : 'ready')}
            >
              {state === 'ready' ? 'Pause' : 'Resume'}
            </WaitingButton>
          )}
          <Button variant="minimal" intent="danger" onClick={() => setAsking(true)}>
            Close salon...
          </Button>
        </div>
      )}
      <ConfirmDialog
        question={`Close ${name}?`}
        confirm="Close salon"
        icon={<Disable size={32} title={false} />}
        isOpen={asking}
        busy={change.isPending}
        onCancel={() => setAsking(false)}
        onConfirm={() => change.mutate('closed')}
      >
        <p>
          Its campaigns end and waiting texts are canceled. Links sent to the owner stop working.
          Conversations and statements are kept. A closed salon cannot be opened again.
        </p>
      </ConfirmDialog>
    </Panel>
  )
}

const doneTitles: Record<Salon['state'], string> = {
  setup: 'Salon changed',
  ready: 'Salon resumed',
  paused: 'Salon paused',
  closed: 'Salon closed',
}
