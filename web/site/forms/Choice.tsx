import type { Answer } from '@salonback/shared/sales/waitlist/codes.ts'
import type { UseFormRegisterReturn } from 'react-hook-form'
import { errorAttributes, FieldError } from './Field.tsx'

/** A question with radio answers. */
export function Choice(props: {
  id: string
  question: string
  answers: readonly Answer[]
  input: UseFormRegisterReturn
  error: string | undefined
}) {
  const { id, question, answers, input, error } = props
  return (
    <fieldset className="choice" {...errorAttributes(id, error)}>
      <legend className="field-label">{question}</legend>
      <div className={`choice-slots choice-${answers.length}`}>
        {answers.map(({ code, label }) => (
          <label key={code}>
            <input {...input} type="radio" value={code} required />
            {label}
          </label>
        ))}
      </div>
      <FieldError id={id} error={error} />
    </fieldset>
  )
}
