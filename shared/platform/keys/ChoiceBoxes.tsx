import { Checkbox } from '@blueprintjs/core'
import type { fieldInput } from '../../kit/Field.tsx'

/** A checkbox for each choice of a field. */
export const ChoiceBoxes = ({
  input: { id, ...input },
  choices,
}: {
  input: ReturnType<typeof fieldInput>
  choices: Record<string, string>
}) => (
  <div>
    {Object.entries(choices).map(([value, text]) => (
      <Checkbox key={value} {...input} id={`${id}-${value}`} value={value} label={text} />
    ))}
  </div>
)
