import { HTMLSelect } from '@blueprintjs/core'
import type { ComponentProps } from 'react'
import type { Field } from '../../kit/Field.tsx'

export interface SalonChoice {
  id: string
  name: string
}

/** What `Field` passes to its control. */
type Input = Parameters<ComponentProps<typeof Field>['children']>[0]

interface SalonSelectProps {
  input: Input
  salons: readonly SalonChoice[]
}

/** One salon, or all as an empty value. */
export const SalonSelect = ({ input: { intent: _, inputRef, ...input }, salons }: SalonSelectProps) => (
  <HTMLSelect {...input} ref={inputRef} fill>
    <option value="">All salons</option>
    {salons.map((salon) => (
      <option key={salon.id} value={salon.id}>
        {salon.name}
      </option>
    ))}
  </HTMLSelect>
)
