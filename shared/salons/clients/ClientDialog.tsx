import { Button, Dialog, DialogBody, TextArea } from '@blueprintjs/core'
import { useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { outcomeLabels } from '../../core/inbox/conversationRules.ts'
import { dateTime } from '../../formats.ts'
import { useRoute } from '../../host/routes.ts'
import { queryKeyOf, refresh, useAction, useRead } from '../../kit/data.ts'
import { DialogForm, Field, InputField, SelectField } from '../../kit/Field.tsx'
import { useConsoleForm } from '../../kit/form.ts'
import { Loaded } from '../../kit/Loaded.tsx'
import { NumberLink } from '../../kit/NumberLink.tsx'
import { toast } from '../../kit/toasts.ts'
import type { Salon } from '../salons/contract.ts'
import { ReasonBadge } from './ClientTable.tsx'
import { type ClientDetail, type ConsentEntry, ConsentRecord } from './contract.ts'
import { consentLabels, dayText, sourceLabels, visitLabels } from './labels.ts'

interface Props {
  salon: Salon
  clientId: string
  onClose: () => void
}

/** One client with the consent history, and *Record consent or objection*. */
export function ClientDialog({ salon, clientId, onClose }: Props) {
  const read = useRead('clients', 'get', { id: salon.id, clientId })
  const title = read.data ? (read.data.firstName ?? 'Client without a name') : 'Client'
  return (
    <Dialog isOpen className="sb-client-dialog" title={title} onClose={onClose} shouldReturnFocusOnClose>
      <DialogBody>
        <Loaded
          read={read}
          loading={{ text: 'Loading the client...', rows: 3 }}
          failed="Failed to load the client"
        >
          {(client) => (
            <>
              <dl className="sb-facts">
                <dt>Number</dt>
                <dd>
                  <NumberLink number={client.phone} />
                </dd>
                <dt>Last visit</dt>
                <dd>{dayText(client.lastVisit)}</dd>
                <dt>Next visit</dt>
                <dd>{dayText(client.nextVisit)}</dd>
                <dt>Visits</dt>
                <dd>{client.visits ?? '–'}</dd>
                <dt>Texts</dt>
                <dd>
                  <ReasonBadge reason={client.eligibility.reason} />
                </dd>
              </dl>
              <AddVisit clientId={client.id} />
              <Consent entries={client.consent} />
              <Answers client={client} timeZone={salon.timeZone} />
            </>
          )}
        </Loaded>
      </DialogBody>
      {read.data && (
        <RecordConsent key={read.data.consent.length} salon={salon} clientId={clientId} onClose={onClose} />
      )}
    </Dialog>
  )
}

function AddVisit({ clientId }: { clientId: string }) {
  const { set } = useRoute()
  return (
    <Button
      className="sb-client-visit"
      onClick={() => set({ part: 'visits', add: 'visit', client: clientId, reason: undefined })}
    >
      Add visit
    </Button>
  )
}

function Consent({ entries }: { entries: ConsentEntry[] }) {
  return (
    <section className="sb-client-consent" aria-label="Consent history">
      <h3 className="sb-panel-title">Consent history</h3>
      {entries.length === 0 && <p className="sb-muted">Nothing is recorded.</p>}
      <ol className="sb-plain">
        {entries.map(({ at, kind, source, wording }) => (
          <li key={`${at} ${kind} ${source} ${wording}`}>
            <b>{consentLabels[kind]}</b> {sourceLabels[source]}
            <span className="sb-second">
              {dateTime(at)}: {wording}
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}

/**
 * Appointments after our texts, in the salon's time, and what staff said about the answers. A booked answer is an
 * appointment.
 */
function Answers({ client, timeZone }: { client: ClientDetail; timeZone: string }) {
  const { outcomes, appointments } = client
  const answers = outcomes.filter(({ outcome }) => outcome !== 'booked')
  if (answers.length + appointments.length === 0) return null
  return (
    <section className="sb-client-consent" aria-label="Answers and appointments">
      <h3 className="sb-panel-title">Answers and appointments</h3>
      <ol className="sb-plain">
        {appointments.map(({ id, state, visitAt, createdAt, createdBy }) => (
          <li key={id}>
            <b>{visitLabels[state]}</b> {visitAt ? `for ${dateTime(visitAt, timeZone)}` : 'without a date'}
            <span className="sb-second">
              {dateTime(createdAt)}, by {createdBy}
            </span>
          </li>
        ))}
        {answers.map(({ at, outcome }) => (
          <li key={at}>
            <b>{outcomeLabels[outcome]}</b>
            <span className="sb-second">{dateTime(at)}</span>
          </li>
        ))}
      </ol>
    </section>
  )
}

const schema = ConsentRecord.extend({
  at: z.iso.datetime({ local: true, error: 'Please enter a date and time' }),
})

/** The most frequent one first. */
const kinds = ['objection', 'withdrawn', 'written_consent', 'soft_opt_in'] as const

/** The local date and time for an input. */
function localNow(): string {
  const now = new Date()
  return new Date(now.getTime() - now.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

function useRecordConsent({ salon, clientId }: Pick<Props, 'salon' | 'clientId'>) {
  const client = useQueryClient()
  return useAction({
    run: (api, { at, ...said }: z.output<typeof schema>) =>
      api.clients.recordConsent({ id: salon.id, clientId, ...said, at: new Date(at).toISOString() }),
    done: (stored, { kind }) => {
      client.setQueryData(queryKeyOf('clients', 'get', { id: salon.id, clientId }), stored)
      toast.success('Recorded', consentLabels[kind])
      void refresh(client, ['salons', 'list'])
    },
    failure: null,
  })
}

function RecordConsent({ salon, clientId, onClose }: Props) {
  const record = useRecordConsent({ salon, clientId })
  const form = useConsoleForm({
    schema,
    values: { kind: 'objection', source: 'owner', wording: '', at: localNow() },
    send: record.mutateAsync,
    failure: { title: 'Not recorded', fallback: 'Failed to record it' },
  })
  return (
    <DialogForm form={form} action="Record" busyText="Recording..." back="Close" onBack={onClose}>
      <div className="sb-stack">
        <h3 className="sb-panel-title">Record consent or objection</h3>
        <div className="sb-client-row">
          <SelectField form={form} name="kind" label="What">
            {kinds.map((kind) => (
              <option key={kind} value={kind}>
                {consentLabels[kind]}
              </option>
            ))}
          </SelectField>
          <SelectField form={form} name="source" label="Who says so">
            <option value="owner">The owner</option>
            <option value="staff">We heard it ourselves</option>
          </SelectField>
        </div>
        <Field form={form} name="wording" label="What was said">
          {(input) => <TextArea {...input} fill rows={2} />}
        </Field>
        <InputField form={form} name="at" label="When" type="datetime-local" />
      </div>
    </DialogForm>
  )
}
