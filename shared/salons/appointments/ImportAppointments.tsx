import './appointments.css'
import { Button, Dialog, DialogBody, DialogFooter, FileInput } from '@blueprintjs/core'
import { useState } from 'react'
import { errorMessage } from '../../errorMessage.ts'
import { plural } from '../../formats.ts'
import { useAction } from '../../kit/data.ts'
import { MayCall } from '../../kit/MayCall.tsx'
import { WaitingButton } from '../../kit/WaitingButton.tsx'
import type { Salon } from '../salons/contract.ts'
import { type AppointmentResult, MAX_APPOINTMENTS } from './appointment.ts'
import type { ReadCsv } from './readCsv.ts'

interface ReadFile extends ReadCsv {
  fileName: string
}

/** Opens the import of appointments. For admins. */
export function ImportAppointments({ salon }: { salon: Salon }) {
  const [open, setOpen] = useState(false)
  return (
    <MayCall call="appointments.importRows">
      <Button onClick={() => setOpen(true)}>Import...</Button>
      {open && <ImportDialog salon={salon} onClose={() => setOpen(false)} />}
    </MayCall>
  )
}

/** Reads an export of appointments and stores them as a booking system would. */
function ImportDialog({ salon, onClose }: { salon: Salon; onClose: () => void }) {
  const [file, setFile] = useState<ReadFile | string | null>(null)
  const store = useStore(salon)
  const choose = async (chosen: readonly File[]) => {
    if (chosen.length === 0) return
    try {
      setFile(await readFiles(chosen, salon))
    } catch (error) {
      setFile(errorMessage(error))
    }
  }
  const read = typeof file === 'string' ? null : file
  const done = store.data
  return (
    <Dialog title="Import appointments" isOpen onClose={onClose}>
      <DialogBody>
        <p>
          Choose a CSV export of appointments from Fresha, Square, Acuity or another system. Visits of texted
          clients are recorded; a later file corrects an earlier one.
        </p>
        <p className="sb-small sb-muted">
          Appointments from Fresha have no mobile numbers: choose its client list as well.
        </p>
        {!done && (
          <FileInput
            fill
            hasSelection={read !== null}
            text={read?.fileName ?? 'Choose CSV files...'}
            inputProps={{ accept: '.csv,.tsv,.txt,text/csv', 'aria-label': 'CSV files', multiple: true }}
            onInputChange={(event) => void choose([...(event.currentTarget.files ?? [])])}
          />
        )}
        {typeof file === 'string' && <p role="alert">{file}.</p>}
        {read && !done && <Preview read={read} />}
        {done && <Outcome results={done} />}
      </DialogBody>
      <DialogFooter
        actions={
          <>
            <Button onClick={onClose}>Close</Button>
            {!done && (
              <WaitingButton
                intent="primary"
                busy={store.isPending}
                busyText="Importing..."
                disabled={!read || read.appointments.length === 0}
                onClick={() => read && store.mutate(read)}
              >
                Import
              </WaitingButton>
            )}
          </>
        }
      />
    </Dialog>
  )
}

const MAX_BYTES = 20 * 1024 * 1024

/** Throws Error with a sentence for files that cannot be imported. */
async function readFiles(chosen: readonly File[], salon: Salon): Promise<ReadFile> {
  if (chosen.some(({ size }) => size > MAX_BYTES)) throw new Error('A file may have at most 20 MB')
  const [{ readCsv }, { decodeCsv }] = await Promise.all([import('./readCsv.ts'), import('./csvTable.ts')])
  const texts = await Promise.all(
    chosen.map(async (file) => decodeCsv(new Uint8Array(await file.arrayBuffer()))),
  )
  const fileName = chosen
    .map(({ name }) => name)
    .join(', ')
    .slice(0, 200)
  return { ...readCsv(texts, salon, new Date()), fileName }
}

/** Sends the rows in parts, one after the other. */
function useStore({ id }: Salon) {
  return useAction({
    run: async (api, { fileName, appointments }: ReadFile) => {
      const results: AppointmentResult[] = []
      for (let at = 0; at < appointments.length; at += MAX_APPOINTMENTS) {
        const part = appointments.slice(at, at + MAX_APPOINTMENTS)
        results.push(...(await api.appointments.importRows({ id, fileName, appointments: part })).results)
      }
      return results
    },
    refreshes: [
      ['visits', 'list'],
      ['ledger', 'list'],
      ['salons', 'get'],
    ],
    failure: {
      title: 'Not imported',
      fallback: 'Failed to import the appointments',
      showServerMessage: true,
    },
  })
}

const Preview = ({ read: { appointments, rejected } }: { read: ReadCsv }) => (
  <div className="sb-import-preview">
    <p role="status">{plural(appointments.length, 'appointment')} can be imported.</p>
    {rejected.length > 0 && <p>{plural(rejected.length, 'row')} cannot be imported:</p>}
    <Reasons lines={rejected.map(({ row, reason }) => `Row ${row}: ${reason}`)} />
  </div>
)

/** Reasons that are shown. */
const SHOWN = 10

function Reasons({ lines }: { lines: readonly string[] }) {
  if (lines.length === 0) return null
  return (
    <ul>
      {lines.slice(0, SHOWN).map((line) => (
        <li key={line}>{line}</li>
      ))}
      {lines.length > SHOWN && <li>and {lines.length - SHOWN} more</li>}
    </ul>
  )
}

const outcomeLabels: Record<AppointmentResult['result'], string> = {
  stored: 'stored',
  unchanged: 'known already',
  unknown_client: 'of numbers on no list',
  invalid: 'not valid',
}

function Outcome({ results }: { results: readonly AppointmentResult[] }) {
  const counts = Object.entries(outcomeLabels)
    .map(([result, label]) => [results.filter((one) => one.result === result).length, label] as const)
    .filter(([count]) => count > 0)
  const invalid = results.flatMap(({ externalId, message }) => (message ? `${externalId}: ${message}` : []))
  return (
    <div className="sb-import-preview">
      <p role="status">{counts.map(([count, label]) => `${count} ${label}`).join(', ')}.</p>
      <Reasons lines={invalid} />
    </div>
  )
}
