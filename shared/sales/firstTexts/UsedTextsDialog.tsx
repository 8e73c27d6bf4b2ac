import './usedTexts.css'
import { Button, Dialog, DialogBody } from '@blueprintjs/core'
import { count, dateTime, percent } from '../../formats.ts'
import { useRead } from '../../kit/data.ts'
import { Loaded } from '../../kit/Loaded.tsx'
import { Empty } from '../../kit/states.tsx'
import type { Step } from './contract.ts'
import { type UsedText, usedTexts } from './usedTexts.ts'

interface Props {
  step: Step
  onChoose: (template: string) => void
  onClose: () => void
}

/** Texts that were sent before, with what they led to; a press puts one into the form. */
export function UsedTextsDialog({ step, onChoose, onClose }: Props) {
  const read = useRead('metrics', 'campaigns', undefined, { staleTime: 0 })
  const texts = read.data && usedTexts(read.data, step)
  return (
    <Dialog
      isOpen
      className="sb-used-texts sb-tight"
      title="Earlier texts"
      onClose={onClose}
      shouldReturnFocusOnClose
    >
      <DialogBody>
        <Loaded
          read={{ ...read, data: texts }}
          loading={{ text: 'Loading earlier texts...', rows: 3 }}
          failed="Error loading earlier texts"
          empty={{ when: (list) => list.length === 0, state: <None /> }}
        >
          {(list) => (
            <ul aria-label="Earlier texts">
              {list.map((text) => (
                <Item key={text.template} text={text} onChoose={onChoose} />
              ))}
            </ul>
          )}
        </Loaded>
      </DialogBody>
    </Dialog>
  )
}

const None = () => (
  <Empty title="No texts yet" hint="Texts appear here with their results after they were sent." />
)

const results = [
  ['delivered', 'delivered'],
  ['answered', 'answered'],
  ['stop', 'opted out'],
] as const

function Item({ text, onChoose }: { text: UsedText; onChoose: Props['onChoose'] }) {
  const { template, sent, usedAt } = text
  return (
    <li>
      <p className="sb-bubble" data-side="mine">
        {template}
      </p>
      <p className="sb-small sb-muted sb-num">
        {count(sent)} sent
        {results.map(([name, label]) => ` · ${percent((100 * text[name]) / sent)} ${label}`)}
      </p>
      <div className="sb-used-text-foot sb-row sb-wrap">
        <span className="sb-small sb-muted">Last used {dateTime(usedAt)}</span>
        <Button size="small" aria-label={`Use this text: ${template}`} onClick={() => onChoose(template)}>
          Use this text
        </Button>
      </div>
    </li>
  )
}
