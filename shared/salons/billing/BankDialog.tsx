import './money.css'
import { Button, Checkbox, Dialog, DialogBody, DialogFooter, FileInput } from '@blueprintjs/core'
import { useState } from 'react'
import { money, plural, shortDay } from '../../formats.ts'
import { useAction } from '../../kit/data.ts'
import { toast } from '../../kit/toasts.ts'
import { WaitingButton } from '../../kit/WaitingButton.tsx'
import type { ReplyOf } from '../../platform/http/endpoint.ts'
import { decodeCsv } from '../appointments/csvTable.ts'
import type { BankPayment, billing } from './contract.ts'
import { moneyCalls } from './moneyCalls.ts'

/** *Import payments*: the CSV file of a bank, shown before anything is recorded. */
export function BankDialog() {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>Import payments...</Button>
      <Dialog
        isOpen={open}
        className="sb-money-issue"
        title="Import payments"
        onClose={() => setOpen(false)}
        shouldReturnFocusOnClose
      >
        <BankForm onClose={() => setOpen(false)} />
      </Dialog>
    </>
  )
}

type Preview = ReplyOf<typeof billing.previewBank> & { csv: string[]; name: string }
type Chosen = { line: number; salonId: string; amount: number }[]

const mayChoose = (one: BankPayment): one is BankPayment & { salonId: string } =>
  one.salonId !== null && (one.state === 'sure' || one.state === 'likely')

function BankForm({ onClose }: { onClose: () => void }) {
  const [ticked, setTicked] = useState<readonly number[]>([])
  const read = useAction({
    run: async (api, file: File): Promise<Preview> => {
      const csv = decodeCsv(new Uint8Array(await file.arrayBuffer())).split('\n')
      return { ...(await api.billing.previewBank({ csv })), csv, name: file.name }
    },
    done: ({ items }) => setTicked(items.filter(({ state }) => state === 'sure').map(({ line }) => line)),
    failure: { title: 'Not read', fallback: 'Failed to read the file', showServerMessage: true },
  })
  const record = useAction({
    run: (api, { csv, chosen }: { csv: string[]; chosen: Chosen }) => api.billing.importBank({ csv, chosen }),
    done: ({ recorded }) => {
      toast.success(`${plural(recorded, 'payment')} recorded`)
      onClose()
    },
    refreshes: moneyCalls,
    failure: { title: 'Not recorded', fallback: 'Failed to record the payments', showServerMessage: true },
  })
  const file = read.data
  const chosen = (file?.items.filter(mayChoose) ?? []).filter(({ line }) => ticked.includes(line))
  const tick = (line: number) =>
    setTicked((before) => (before.includes(line) ? before.filter((one) => one !== line) : [...before, line]))
  return (
    <>
      <DialogBody>
        <p>
          Choose a CSV file of your bank. Payments are found by the reference on the statement and the sum.
          Nothing is recorded before you press the button.
        </p>
        <FileInput
          fill
          text={file?.name ?? 'Choose a CSV file...'}
          inputProps={{
            accept: '.csv,text/csv',
            'aria-label': 'CSV file',
            onChange: ({ currentTarget: { files } }) => files?.[0] && read.mutate(files[0]),
          }}
        />
        {file && <Found file={file} ticked={ticked} onTick={tick} />}
      </DialogBody>
      <DialogFooter
        actions={
          <>
            <Button onClick={onClose}>Cancel</Button>
            {file && chosen.length > 0 && (
              <WaitingButton
                intent="primary"
                busy={record.isPending}
                busyText="Recording..."
                onClick={() =>
                  record.isPending ||
                  record.mutate({
                    csv: file.csv,
                    chosen: chosen.map(({ line, salonId, amount }) => ({ line, salonId, amount })),
                  })
                }
              >
                {`Record ${plural(chosen.length, 'payment')}`}
              </WaitingButton>
            )}
          </>
        }
      />
    </>
  )
}

interface Shown {
  file: Preview
  ticked: readonly number[]
  onTick: (line: number) => void
}

function Found({ file, ticked, onTick }: Shown) {
  const found = file.items.filter(mayChoose)
  const left = file.items.filter((one) => !mayChoose(one))
  return (
    <>
      <p className="sb-strong">
        {found.length === 0 ? 'No payment of a salon was found.' : 'Payments of salons'}
      </p>
      <ul className="sb-plain sb-money-preview" aria-label="Payments of salons">
        {found.map((one) => (
          <li key={one.line}>
            <Checkbox checked={ticked.includes(one.line)} onChange={() => onTick(one.line)}>
              {one.salonName}
              <span className="sb-second">
                {shortDay(one.day)}, {one.text}
              </span>
              <span className="sb-second">{one.reason}</span>
            </Checkbox>
            <Sum payment={one} />
          </li>
        ))}
      </ul>
      {left.length > 0 && <p className="sb-strong">Left alone</p>}
      <ul className="sb-plain sb-money-preview" aria-label="Left alone">
        {left.map((one) => (
          <li key={one.line}>
            <span>
              {one.text}
              <span className="sb-second">
                {shortDay(one.day)}. {one.reason}
              </span>
            </span>
            <Sum payment={one} />
          </li>
        ))}
      </ul>
      {file.leftOut.length > 0 && (
        <p className="sb-small sb-muted">
          {plural(file.leftOut.length, 'line')} could not be read. Line {file.leftOut[0]?.line}:{' '}
          {file.leftOut[0]?.reason}.
        </p>
      )}
    </>
  )
}

const plainSum = new Intl.NumberFormat('en-GB', { minimumFractionDigits: 2 })

/** Many files do not name the currency. */
const Sum = ({ payment: { amount, currency } }: { payment: BankPayment }) => (
  <b className="sb-num sb-strong sb-right">
    {currency !== null && /^[A-Z]{3}$/.test(currency)
      ? money(amount, currency)
      : plainSum.format(amount / 100)}
  </b>
)
