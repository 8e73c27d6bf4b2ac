import { Button } from '@blueprintjs/core'
import { BanCircle } from '@blueprintjs/icons'
import { dateTime } from '../../formats.ts'
import { MayCall } from '../../kit/MayCall.tsx'
import { ERASED_WORDING, type OptOutState } from './conversation.ts'

/** Replaces the reply box: when and how a number opted out, and what opts it in again. */
export function OptOutNote({ optOut, onUndo }: { optOut: OptOutState; onUndo?: () => void }) {
  return (
    <div className="sb-optout sb-row sb-wrap sb-medium sb-inset sb-muted" role="note">
      <BanCircle size={16} className="sb-optout-icon" title={false} />
      <div>
        <p className="sb-optout-title sb-bold">
          {optOut.wording === ERASED_WORDING
            ? 'Erased on request.'
            : `Opted out on ${dateTime(optOut.since)}.`}
        </p>
        <p>{explainOptOut(optOut)}</p>
      </div>
      {onUndo && (
        <MayCall call="inbox.undoOptOut">
          <Button onClick={onUndo}>Undo opt-out...</Button>
        </MayCall>
      )}
    </div>
  )
}

function explainOptOut({ source, wording, recordedBy }: OptOutState): string {
  if (wording === ERASED_WORDING)
    return 'Everything about this number was deleted on request, and it gets no more texts.'
  const reopens = 'If they text START, you can reply again.'
  switch (source) {
    case 'keyword':
      return `They texted ${wording || 'STOP'}, so this number gets no more texts. ${reopens}`
    case 'plain_language':
      return `They wrote “${wording}”, which reads as an opt-out, so this number gets no more texts. ${reopens}`
    case 'carrier':
      return `The carrier says this number has opted out (${wording}). ${reopens}`
    case 'staff':
      return `Recorded by ${recordedBy ?? 'a colleague'}: “${wording}”. ${reopens}`
  }
}
