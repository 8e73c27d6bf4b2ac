import { Button } from '@blueprintjs/core'
import { Pause, Play } from '@blueprintjs/icons'
import { type ReactNode, useState } from 'react'
import { ConfirmDialog } from '../../kit/ConfirmDialog.tsx'
import { Kbd } from '../../kit/Kbd.tsx'
import { type CallName, useMayCall } from '../../kit/MayCall.tsx'
import { runToastAction } from '../../kit/toasts.ts'
import { useOverlayKey } from '../../kit/useKeys.ts'
import type { CampaignControl } from './useCampaignControl.ts'
import type { CampaignFacts } from './whyWaiting.ts'

interface Question {
  question: string
  confirm: string
  /** Label of the button that changes nothing. */
  keep: string
  text: ReactNode
}

interface CampaignControlsProps {
  campaign: Pick<CampaignFacts, 'state'>
  control: CampaignControl
  /** The call that decides which role sees the buttons. */
  call: CallName
  /** False: the server refuses it. */
  canResume?: boolean
  /** Question before the campaign is resumed. */
  resuming?: Question | null
  /** The button that cancels, and its question. */
  canceling?: Question & { label: string }
  /** Whether the key P pauses and resumes, and U undoes it. */
  hasKey?: boolean
}

/** Buttons that pause, resume and cancel a campaign. */
export function CampaignControls(props: CampaignControlsProps) {
  const { campaign, control, call, canResume = true, resuming, canceling, hasKey } = props
  const { state } = campaign
  const [asking, setAsking] = useState<'cancel' | 'resume' | null>(null)
  const pauseOrResume = () => {
    if (state === 'running') control.change('pause')
    else if (resuming) setAsking('resume')
    else control.change('resume')
  }
  if (!useMayCall(call)) return null
  const ask = (change: 'cancel' | 'resume', question: Question) => (
    <ConfirmDialog
      question={question.question}
      confirm={question.confirm}
      cancel={question.keep}
      isOpen={asking === change}
      busy={control.isPending}
      onCancel={() => setAsking(null)}
      onConfirm={() => control.change(change, () => setAsking(null))}
    >
      <p>{question.text}</p>
    </ConfirmDialog>
  )
  return (
    <>
      {(state === 'running' || (state === 'paused' && canResume)) && (
        <Button
          icon={state === 'running' ? <Pause title={false} /> : <Play title={false} />}
          endIcon={hasKey ? <PauseKey run={pauseOrResume} /> : undefined}
          onClick={pauseOrResume}
        >
          {state === 'running' ? 'Pause' : resuming ? 'Resume...' : 'Resume'}
        </Button>
      )}
      {canceling && (
        <Button variant="minimal" intent="danger" onClick={() => setAsking('cancel')}>
          {canceling.label}
        </Button>
      )}
      {canceling && ask('cancel', canceling)}
      {resuming && ask('resume', resuming)}
    </>
  )
}

function PauseKey({ run }: { run: () => void }) {
  useOverlayKey('p', run)
  useOverlayKey('u', runToastAction)
  return <Kbd keys="P" />
}
