import { Checkbox } from '@blueprintjs/core'
import type { fieldInput } from '../../kit/Field.tsx'

interface ChoiceBoxesProps {
  input: ReturnType<typeof fieldInput>
  choices: Record<string, string>
}

/** A checkbox for each choice of a field. */
export const ChoiceBoxes = ({ input: { id, ...input }, choices }: ChoiceBoxesProps) => (
  <div>
    {Object.entries(choices).map(([value, text]) => (
      <Checkbox key={value} {...input} id={`${id}-${value}`} value={value} label={text} />
    ))}
  </div>
)
