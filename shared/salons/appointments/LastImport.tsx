import { Button } from '@blueprintjs/core'
import { useState } from 'react'
import { dateTime, plural } from '../../formats.ts'
import { ConfirmDialog } from '../../kit/ConfirmDialog.tsx'
import type { Salon } from '../salons/contract.ts'
import type { AppointmentChoices } from './contract.ts'
import { useTakeBack } from './useImport.ts'

interface LastImportProps {
  salon: Salon
  last: NonNullable<AppointmentChoices['lastImport']>
}

/** The last file of the salon, which can be taken back until the next one or a statement. */
export function LastImport({ salon, last }: LastImportProps) {
  const [asked, setAsked] = useState(false)
  const takeBack = useTakeBack(salon)
  const { id, fileName, by, at, appointments, takenBackAt, canTakeBack } = last
  return (
    <div className="sb-import-last">
      <span>
        Last file: <b>{fileName}</b>
        <span className="sb-second">
          {dateTime(at)} by {by}, {plural(appointments, 'appointment')}
          {takenBackAt && ', taken back'}
        </span>
      </span>
      {canTakeBack && (
        <Button disabled={takeBack.isPending} onClick={() => setAsked(true)}>
          Take back...
        </Button>
      )}
      <ConfirmDialog
        question={`Take back ${fileName}?`}
        confirm="Take back"
        isOpen={asked}
        busy={takeBack.isPending}
        onCancel={() => setAsked(false)}
        onConfirm={() => takeBack.mutate(id, { onSettled: () => setAsked(false) })}
      >
        <p>Its appointments are removed. Visits and fees are as before the import.</p>
      </ConfirmDialog>
    </div>
  )
}
