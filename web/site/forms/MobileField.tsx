import {
  type DialCode,
  dialCodeFor,
  dialCodes,
  linkedNumber,
  phoneDigits,
  spacedNumber,
} from '@salonback/shared/waitlist/rules.ts'
import { type ChangeEvent, useEffect, useRef, useState } from 'react'
import { Chevron } from '../parts/icons.tsx'
import { useVisitorCountry } from './country.ts'
import { FieldError, faulty } from './Field.tsx'
import { type FilledIn, textOf } from './filled.ts'

export type Mobile = { dialCode: DialCode; digits: string }

/** The dial code follows the visitor's country until somebody chooses; a link's number stands until Change. */
export function useMobile(filled: FilledIn) {
  const visitors = dialCodeFor(useVisitorCountry())
  const [link, setLink] = useState<string | null>(null)
  const [chosen, setChosen] = useState<DialCode>()
  const [digits, setDigits] = useState('')
  const [changing, setChanging] = useState(false)
  useEffect(() => {
    const dialCode = dialCodes.find((code) => code === filled.dialCode) ?? '+44'
    if (dialCode !== '+44') setChosen(dialCode)
    setDigits(phoneDigits(textOf(filled, 'digits'), dialCode))
  }, [filled])
  useEffect(() => setLink(new URLSearchParams(location.search).get('mobile')), [])
  const linked = changing ? null : linkedNumber(link, visitors)
  const dialCode = linked?.dialCode ?? chosen ?? visitors
  return {
    link,
    linked: linked !== null,
    mobile: linked ?? { dialCode, digits },
    setDialCode(code: DialCode) {
      setChosen(code)
      setDigits(phoneDigits(digits, code))
    },
    type: (typed: string) => setDigits(phoneDigits(typed, dialCode)),
    change() {
      if (linked) {
        setChosen(linked.dialCode)
        setDigits(linked.digits)
      }
      setChanging(true)
    },
  }
}

const isDialCode = (code: string): code is DialCode => dialCodes.some((known) => known === code)

export function MobileField(props: {
  state: ReturnType<typeof useMobile>
  error: string | undefined
  onTyped: () => void
}) {
  const { state, error, onTyped } = props
  const input = useRef<HTMLInputElement>(null)
  const changed = useRef(false)
  useEffect(() => {
    if (!state.linked && changed.current) input.current?.focus()
  }, [state.linked])

  if (state.linked) {
    return (
      <div className="field">
        <p className="field-label">Mobile number</p>
        <div className="input linked">
          <b>{spacedNumber(state.mobile.dialCode, state.mobile.digits)}</b>
          <button
            type="button"
            className="linked-change"
            onClick={() => {
              changed.current = true
              state.change()
            }}
          >
            Change
          </button>
        </div>
      </div>
    )
  }
  const typed = (event: ChangeEvent<HTMLInputElement>) => {
    state.type(event.target.value)
    onTyped()
  }
  return (
    <div className="field">
      <label className="field-label" htmlFor="waitlist-mobile">
        Mobile number
      </label>
      <div className="mobile-inputs">
        <div className="input mobile-code">
          <select
            aria-label="Country code"
            name="dialCode"
            value={state.mobile.dialCode}
            onChange={(event) => isDialCode(event.target.value) && state.setDialCode(event.target.value)}
          >
            {dialCodes.map((code) => (
              <option key={code}>{code}</option>
            ))}
          </select>
          <Chevron />
        </div>
        <input
          {...faulty('waitlist-mobile', error)}
          ref={input}
          className="input"
          id="waitlist-mobile"
          name="digits"
          type="tel"
          inputMode="numeric"
          autoComplete="tel-national"
          required
          value={state.mobile.digits}
          onChange={typed}
        />
      </div>
      <FieldError id="waitlist-mobile" error={error} />
    </div>
  )
}
