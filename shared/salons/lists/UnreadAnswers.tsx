import { useState } from 'react'
import { plural } from '../../formats.ts'
import { useAction, useRead } from '../../kit/data.ts'
import { MayCall } from '../../kit/MayCall.tsx'
import { Panel } from '../../kit/Page.tsx'
import { toast } from '../../kit/toasts.ts'
import { WaitingButton } from '../../kit/WaitingButton.tsx'
import { AnswerSelect } from './ChooseAnswers.tsx'
import type { ConsentAnswer } from './contract.ts'
import { answerLabels } from './labels.ts'

/** Answers about texts of stored clients that cannot be read. A decision counts for all clients who gave the answer. */
export function UnreadAnswers({ salonId }: { salonId: string }) {
  const answers = useRead('lists', 'unreadAnswers', { id: salonId }).data ?? []
  if (answers.length === 0) return null
  return (
    <Panel title="Answers about texts that we cannot read">
      <p className="sb-small sb-muted">
        These clients get no text until you decide what their answer means. Ask the salon if you are not sure.
      </p>
      <ul className="sb-plain sb-list-unread">
        {answers.map(({ value, clients }) => (
          <li key={value}>
            <span>
              <span className="sb-muted">{plural(clients, 'client')}:</span> “{value}”
            </span>
            <MayCall call="lists.decideAnswer">
              <Decide salonId={salonId} value={value} />
            </MayCall>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

/** A decision cannot be taken back, so it is chosen first and then confirmed. */
function Decide({ salonId, value }: { salonId: string; value: string }) {
  const [answer, setAnswer] = useState<ConsentAnswer | null>(null)
  const decide = useAction({
    run: (api, chosen: ConsentAnswer) => api.lists.decideAnswer({ id: salonId, value, answer: chosen }),
    done: ({ decided }, chosen) =>
      void toast.success(`${plural(decided, 'client')} decided`, answerLabels[chosen]),
    refreshes: [['salons', 'list']],
    failure: { title: 'Not decided', fallback: 'Failed to store the decision', showServerMessage: true },
  })
  return (
    <span className="sb-buttons">
      <AnswerSelect value={value} answer={answer} disabled={decide.isPending} onChoose={setAnswer} />
      <WaitingButton
        disabled={answer === null}
        busy={decide.isPending}
        busyText="Storing..."
        onClick={() => answer && decide.mutate(answer)}
      >
        Decide
      </WaitingButton>
    </span>
  )
}
