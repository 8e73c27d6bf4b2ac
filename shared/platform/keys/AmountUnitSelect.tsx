import { HTMLSelect } from '@blueprintjs/core'
import { useAction } from '../../kit/data.ts'
import { toast } from '../../kit/toasts.ts'
import type { AmountUnit, ApiKey } from './contract.ts'
import { meaningsOf } from './unitQuestion.ts'

/** Without an amount of the key. */
const EXAMPLE = 120

/** What a whole number of this key means, with its last small amount as the example. */
export function AmountUnitSelect({ apiKey }: { apiKey: ApiKey }) {
  const { id, name, amountUnit, smallAmount } = apiKey
  const sent = smallAmount ?? EXAMPLE
  const { minor, major } = meaningsOf(sent)
  const choose = useAction({
    run: (api, unit: AmountUnit) => api.keys.chooseUnit({ id, unit }),
    done: () => toast.success('Saved', `Visits with amounts of ${name} are worked out again.`),
    refreshes: [
      ['keys', 'list'],
      ['today', 'list'],
    ],
    failure: { title: 'Not saved', fallback: 'Failed to save the unit', showServerMessage: true },
  })
  return (
    <>
      <HTMLSelect
        aria-label={`Amounts of ${name}`}
        value={amountUnit ?? ''}
        disabled={choose.isPending}
        onChange={({ target }) => choose.mutate(target.value === 'major' ? 'major' : 'minor')}
      >
        {amountUnit === null && (
          <option value="" disabled>
            Choose...
          </option>
        )}
        <option value="minor">{`Pence: ${sent} is ${minor}`}</option>
        <option value="major">{`Pounds: ${sent} is ${major}`}</option>
      </HTMLSelect>
      {amountUnit === null && smallAmount !== null && (
        <>
          <br />
          <span className="sb-small">
            The last small amount was {sent}. Is that {minor} or {major}?
          </span>
        </>
      )}
    </>
  )
}
