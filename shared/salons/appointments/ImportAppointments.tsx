import './appointments.css'
import { Button, Dialog, DialogBody, DialogFooter, FileInput } from '@blueprintjs/core'
import { useMemo, useState } from 'react'
import { errorMessage } from '../../errorMessage.ts'
import { MayCall } from '../../kit/MayCall.tsx'
import { WaitingButton } from '../../kit/WaitingButton.tsx'
import type { Salon } from '../salons/contract.ts'
import type { AppointmentResult } from './appointment.ts'
import { ImportPreview, Reasons } from './ImportPreview.tsx'
import { LastImport } from './LastImport.tsx'
import type { CsvChoices, ReadCsv } from './readCsv.ts'
import { useChoices, useFees, useStore } from './useImport.ts'

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

/** A chosen file, which is read again with each decision. */
interface ChosenFile {
  fileName: string
  read(choices: CsvChoices): ReadCsv
}

/** Reads an export of appointments and stores them as a booking system would. */
function ImportDialog({ salon, onClose }: { salon: Salon; onClose: () => void }) {
  const [file, setFile] = useState<ChosenFile | string | null>(null)
  const [amountColumn, setAmountColumn] = useState<string>()
  const { choices, isLoading, choose } = useChoices(salon)
  const store = useStore(salon)
  const chosen = typeof file === 'string' ? null : file
  const unit = choices.unit ?? undefined
  const states = useMemo(
    () => Object.fromEntries(Object.entries(choices.states).map(([key, { meaning }]) => [key, meaning])),
    [choices.states],
  )
  const read = useMemo(
    () => (chosen && !isLoading ? readOrFail(chosen, { states, unit, amountColumn }) : null),
    [chosen, isLoading, states, unit, amountColumn],
  )
  const result = read && 'result' in read ? read.result : null
  const needsUnit = result !== null && result.unclearAmount !== null && !unit
  const sent = useMemo(
    () =>
      chosen && result && !needsUnit
        ? { ...result, fileName: chosen.fileName, readId: crypto.randomUUID() }
        : null,
    [chosen, result, needsUnit],
  )
  const done = store.data
  const fees = useFees(salon, done ? null : sent)
  const isChecked = fees.isSuccess || fees.isError
  const choosing = async (files: readonly File[]) => {
    if (files.length === 0) return
    setAmountColumn(undefined)
    setFile(await chooseFiles(files, salon).catch(errorMessage))
  }
  const problem = typeof file === 'string' ? file : read && 'problem' in read ? read.problem : null
  return (
    <Dialog className="sb-import-dialog" title="Import appointments" isOpen onClose={onClose}>
      <DialogBody>
        <p>
          Choose a CSV export of appointments from Fresha, Square, Acuity, Calendly or another system. Visits
          of texted clients are recorded; a later file corrects an earlier one.
        </p>
        <p className="sb-small sb-muted">
          Appointments from Fresha have no mobile numbers: choose its client list as well.
        </p>
        {!file && choices.lastImport && <LastImport salon={salon} last={choices.lastImport} />}
        {!done && (
          <FileInput
            fill
            hasSelection={chosen !== null}
            text={chosen?.fileName ?? 'Choose CSV files...'}
            inputProps={{ accept: '.csv,.tsv,.txt,text/csv', 'aria-label': 'CSV files', multiple: true }}
            onInputChange={(event) => void choosing([...(event.currentTarget.files ?? [])])}
          />
        )}
        {problem && <p role="alert">{problem}.</p>}
        {result && !done && (
          <ImportPreview
            {...{ salon, read: result, unit, amountColumn, fees, needsUnit }}
            busy={choose.isPending}
            onChoose={(change) => choose.mutate(change)}
            onAmountColumn={setAmountColumn}
          />
        )}
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
                disabled={!sent || sent.appointments.length === 0 || !isChecked || choose.isPending}
                onClick={() => sent && store.mutate(sent)}
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

function readOrFail(file: ChosenFile, choices: CsvChoices): { result: ReadCsv } | { problem: string } {
  try {
    return { result: file.read(choices) }
  } catch (error) {
    return { problem: errorMessage(error) }
  }
}

const MAX_BYTES = 20 * 1024 * 1024

/** Throws Error with a sentence for files that are too large. */
async function chooseFiles(chosen: readonly File[], salon: Salon): Promise<ChosenFile> {
  if (chosen.some(({ size }) => size > MAX_BYTES)) throw new Error('A file may have at most 20 MB')
  const [{ readCsv }, { decodeCsv }] = await Promise.all([import('./readCsv.ts'), import('./csvTable.ts')])
  const texts = await Promise.all(
    chosen.map(async (file) => decodeCsv(new Uint8Array(await file.arrayBuffer()))),
  )
  const fileName = chosen
    .map(({ name }) => name)
    .join(', ')
    .slice(0, 200)
  const now = new Date()
  return { fileName, read: (choices) => readCsv(texts, salon, now, choices) }
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
    <div className="sb-import-part">
      <p role="status">{counts.map(([count, label]) => `${count} ${label}`).join(', ')}.</p>
      <Reasons lines={invalid} />
    </div>
  )
}
