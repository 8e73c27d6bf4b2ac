import { HTMLSelect } from '@blueprintjs/core'
import { plural } from '../../formats.ts'
import { Panel } from '../../kit/Page.tsx'
import type { Salon } from '../salons/contract.ts'
import type { ConsentAnswer, ListPreview } from './contract.ts'
import { answerLabels } from './labels.ts'
import { useRemap } from './useRemap.ts'

/** What staff make of answers about texts that cannot be read, before the list is stored. */
export function ChooseAnswers({ salon, preview }: { salon: Salon; preview: ListPreview }) {
  const { unreadConsent, consentAnswers, consentColumn } = preview
  const remap = useRemap(salon.id, preview)
  const rows = [
    ...unreadConsent.map(({ value, clients }) => ({ value, who: plural(clients, 'client'), answer: null })),
    ...consentAnswers.map((decided) => ({ ...decided, who: 'Decided' })),
  ]
  if (rows.length === 0) return null
  const decide = (value: string, answer: ConsentAnswer | null) => {
    const others = consentAnswers.filter((decided) => decided.value !== value)
    remap.mutate({ consentAnswers: answer ? [...others, { value, answer }] : others })
  }
  return (
    <Panel title={`Answers in “${consentColumn ?? ''}” that we cannot read`}>
      <p className="sb-small sb-muted">
        Clients with such an answer get no text until you decide what it means. You can also decide later.
      </p>
      <ul className="sb-plain sb-list-unread" aria-busy={remap.isPending}>
        {rows.map(({ value, who, answer }) => (
          <li key={value}>
            <span>
              <span className="sb-muted">{who}:</span> “{value}”
            </span>
            <AnswerSelect
              value={value}
              answer={answer}
              disabled={remap.isPending}
              onChoose={(next) => decide(value, next)}
            />
          </li>
        ))}
      </ul>
    </Panel>
  )
}

interface SelectProps {
  /** What the list says. */
  value: string
  answer: ConsentAnswer | null
  disabled: boolean
  onChoose: (answer: ConsentAnswer | null) => void
}

const isAnswer = (text: string): text is ConsentAnswer => text in answerLabels

export function AnswerSelect({ value, answer, disabled, onChoose }: SelectProps) {
  return (
    <HTMLSelect
      aria-label={`Meaning of “${value}”`}
      disabled={disabled}
      value={answer ?? ''}
      onChange={({ target }) => onChoose(isAnswer(target.value) ? target.value : null)}
    >
      <option value="">Not decided</option>
      {Object.entries(answerLabels).map(([code, label]) => (
        <option key={code} value={code}>
          {label}
        </option>
      ))}
    </HTMLSelect>
  )
}
