import { HTMLSelect, Radio } from '@blueprintjs/core'
import { type ReactNode, useId } from 'react'
import { money, plural } from '../../formats.ts'
import type { Salon } from '../salons/contract.ts'
import { parseAmount } from '../visits/amount.ts'
import { stateLabels } from '../visits/labels.ts'
import type { AppointmentState } from './appointment.ts'
import type { AppointmentChoices } from './contract.ts'
import type { ReadCsv } from './readCsv.ts'
import type { AmountUnit, StateMeaning } from './stateMeanings.ts'
import type { ImportFees } from './useImport.ts'

interface Change {
  states?: Record<string, AppointmentChoices['states'][string] | null>
  unit?: AmountUnit | null
}

interface ImportPreviewProps {
  salon: Salon
  read: ReadCsv
  unit: AmountUnit | undefined
  needsUnit: boolean
  amountColumn: string | undefined
  fees: { data?: ImportFees | undefined; isSuccess: boolean; isError: boolean }
  busy: boolean
  onChoose: (change: Change) => void
  onAmountColumn: (name: string | undefined) => void
}

/** What a file says, what it does not say, and what it would charge. */
export function ImportPreview(props: ImportPreviewProps) {
  const { salon, read, fees, needsUnit, busy, onChoose } = props
  const isChecked = fees.isSuccess || fees.isError
  return (
    <>
      <Words words={read.askedStates} busy={busy} onChoose={(states) => onChoose({ states })} />
      {read.unclearAmount !== null && (
        <Unit
          {...{ salon, busy }}
          example={read.unclearAmount}
          unit={props.unit}
          onChoose={(unit) => onChoose({ unit })}
        />
      )}
      <Columns {...props} />
      <section className="sb-import-part" aria-label="What would be imported">
        <Counts read={read} currency={salon.currency} />
        {needsUnit && <p>Choose what the amounts mean before the import.</p>}
        {!needsUnit && read.appointments.length > 0 && !isChecked && <p>Checking the fees...</p>}
        {!needsUnit && (isChecked || read.appointments.length === 0) && (
          <p role="status">{plural(read.appointments.length, 'appointment')} can be imported.</p>
        )}
        {fees.data && <Fees fees={fees.data} currency={salon.currency} />}
        {fees.isError && <p>What it would charge could not be checked.</p>}
        {read.repeated > 0 && (
          <p>{plural(read.repeated, 'row')} of the file repeat another row and count once.</p>
        )}
        {read.rejected.length > 0 && <p>{plural(read.rejected.length, 'row')} cannot be imported:</p>}
        <Reasons lines={read.rejected.map(({ row, reason }) => `Row ${row}: ${reason}`)} />
      </section>
    </>
  )
}

const shownStates: readonly AppointmentState[] = ['attended', 'booked', 'no_show', 'canceled']

function Counts({ read, currency }: { read: ReadCsv; currency: string }) {
  const { appointments, rejected } = read
  const sum = appointments.reduce((total, { amount }) => total + (amount ?? 0), 0)
  const figures: [string, ReactNode][] = [
    ...shownStates.map((state): [string, ReactNode] => [
      stateLabels[state],
      appointments.filter((one) => one.state === state).length,
    ]),
    ['Left out', rejected.length],
    ['Paid', money(sum, currency)],
  ]
  return (
    <dl className="sb-import-counts">
      {figures.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd className="sb-num">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

function Fees({ fees: { charged, takenBack }, currency }: { fees: ImportFees; currency: string }) {
  return (
    <>
      <p>
        {charged.clients > 0 ? (
          <b>
            It charges {money(charged.amount, currency)} for {plural(charged.clients, 'client')}.
          </b>
        ) : (
          'It charges nothing.'
        )}
      </p>
      {takenBack.clients > 0 && (
        <p>
          It takes back {money(takenBack.amount, currency)} for {plural(takenBack.clients, 'client')}.
        </p>
      )}
    </>
  )
}

interface WordsProps {
  words: ReadCsv['askedStates']
  busy: boolean
  onChoose: (states: NonNullable<Change['states']>) => void
}

const meanings: Record<StateMeaning, string> = { ...stateLabels, leave_out: 'Leave out' }

/** Words of the state that are in no list. A decision counts for later files of the salon, too. */
function Words({ words, busy, onChoose }: WordsProps) {
  if (words.length === 0) return null
  return (
    <section className="sb-import-part" aria-label="Words that need a decision">
      <p>
        <b>What do these words mean?</b>
      </p>
      <p className="sb-small sb-muted">
        Rows with a word that is not decided are left out. A decision counts for later files of this salon,
        too.
      </p>
      <ul className="sb-plain sb-import-words" aria-busy={busy}>
        {words.map(({ key, word, rows, meaning }) => (
          <li key={key}>
            <span>
              “{word}” <span className="sb-muted">{plural(rows, 'row')}</span>
            </span>
            <HTMLSelect
              aria-label={`Meaning of “${word}”`}
              disabled={busy}
              value={meaning ?? ''}
              onChange={({ target }) =>
                onChoose({ [key]: isMeaning(target.value) ? { word, meaning: target.value } : null })
              }
            >
              <option value="">Not decided</option>
              {[...shownStates, 'leave_out' as const].map((one) => (
                <option key={one} value={one}>
                  {meanings[one]}
                </option>
              ))}
            </HTMLSelect>
          </li>
        ))}
      </ul>
    </section>
  )
}

const isMeaning = (text: string): text is StateMeaning => text in meanings && text !== 'reported'

interface UnitProps {
  salon: Salon
  /** An amount of the file, a whole number. */
  example: string
  unit: AmountUnit | undefined
  busy: boolean
  onChoose: (unit: AmountUnit) => void
}

/** Whether `120` is 120.00 or 1.20. The answer counts for later files of the salon, too. */
function Unit({ salon: { currency }, example, unit, busy, onChoose }: UnitProps) {
  const id = useId()
  const major = Math.abs(parseAmount(example.replace(/\D/g, '')) ?? 0)
  const options = { major, minor: major / 100 } as const
  return (
    <div className="sb-import-part" role="radiogroup" aria-labelledby={id}>
      <p id={id}>
        <b>What is an amount such as {example}?</b>
      </p>
      {(['major', 'minor'] as const).map((one) => (
        <Radio
          key={one}
          name="unit"
          value={one}
          disabled={busy}
          checked={unit === one}
          label={money(options[one], currency)}
          onChange={() => onChoose(one)}
        />
      ))}
    </div>
  )
}

const uses: Record<ReadCsv['columns'][number]['use'], string> = {
  day: 'Time',
  bookedAt: 'Booked',
  state: 'State',
  amount: 'Amount',
  id: 'Id',
}

/** Which columns are used; that of the amount can be chosen. */
function Columns({ salon, read, amountColumn, onAmountColumn }: ImportPreviewProps) {
  const { columns, amountColumns } = read
  const id = useId()
  return (
    <section className="sb-import-part" aria-label="Columns">
      <p className="sb-small sb-muted">
        {columns.map(({ use, names }) => `${uses[use]}: ${names.join(', ')}`).join(' · ')}
      </p>
      {amountColumns.length > 1 && (
        <p className="sb-import-column sb-row sb-wrap sb-break">
          <label htmlFor={id}>
            Paid for services, without {salon.currency === 'USD' ? 'sales tax' : 'VAT'}
          </label>
          <HTMLSelect
            id={id}
            value={amountColumn ?? ''}
            onChange={({ target }) => onAmountColumn(target.value || undefined)}
          >
            <option value="">Best column of each row</option>
            {amountColumns.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </HTMLSelect>
        </p>
      )}
    </section>
  )
}

/** Reasons that are shown. */
const SHOWN = 10

export function Reasons({ lines }: { lines: readonly string[] }) {
  if (lines.length === 0) return null
  return (
    <ul className="sb-import-reasons sb-break">
      {lines.slice(0, SHOWN).map((line) => (
        <li key={line}>{line}</li>
      ))}
      {lines.length > SHOWN && <li>and {lines.length - SHOWN} more</li>}
    </ul>
  )
}
