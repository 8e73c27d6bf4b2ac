import { INVALID_MOBILE } from '@salonback/shared/forms.ts'
import {
  type DialCode,
  dialCodeFor,
  dialCodes,
  linkedNumber,
  marketOf,
  phoneDigits,
  readTypedMobile,
  spacedNumber,
} from '@salonback/shared/sales/waitlist/rules.ts'
import { markets } from '@salonback/shared/sms/markets.ts'
import { useEffect, useRef, useState } from 'react'
import { Chevron } from '../parts/icons.tsx'
import { CountryQuestion, useCountryQuestion } from './CountryQuestion.tsx'
import { useVisitorCountry } from './country.ts'
import { errorAttributes, FieldError } from './Field.tsx'
import { type FilledIn, textValue } from './filled.ts'

/** The dial code follows the visitor's country until the visitor chooses. The number of a link stays until Change. */
export function useMobile(filled: FilledIn) {
  const visitorDialCode = dialCodeFor(useVisitorCountry())
  const [link, setLink] = useState<string | null>(null)
  const [chosen, setChosen] = useState<DialCode>()
  const [digits, setDigits] = useState('')
  // The input drops a leading 0, but it shows that the number is local.
  const [trunk, setTrunk] = useState('')
  const [unreadable, setUnreadable] = useState(false)
  const [changing, setChanging] = useState(false)
  const question = useCountryQuestion()
  useEffect(() => {
    const dialCode = dialCodes.find((code) => code === filled.dialCode) ?? '+44'
    if (dialCode !== '+44') setChosen(dialCode)
    setDigits(phoneDigits(textValue(filled, 'digits'), dialCode))
  }, [filled])
  useEffect(() => setLink(new URLSearchParams(location.search).get('mobile')), [])
  const fromLink = linkedNumber(link, visitorDialCode)
  const linked = changing ? null : fromLink
  const dialCode = linked?.dialCode ?? chosen ?? visitorDialCode
  const choose = (code: DialCode, typed: string) => {
    setChosen(code)
    keep(code, typed)
  }
  const keep = (code: DialCode, typed: string) => {
    question.dismiss()
    setUnreadable(false)
    const kept = phoneDigits(typed, code)
    setDigits(kept)
    if (/^\D*0/.test(typed)) setTrunk('0')
    else if (!kept) setTrunk('')
  }
  const type = (typed: string) => {
    const read = readTypedMobile(typed, dialCode)
    if (read.dialCode === dialCode) keep(dialCode, typed)
    else choose(read.dialCode, read.digits)
    setDigits(read.digits)
    setUnreadable(read.unreadable)
  }
  const mobile = linked ?? { dialCode, digits }
  const local = [trunk + digits, marketOf(dialCode)] as const
  return {
    /** `mobile` parameter of the link, if readable. */
    link: fromLink ? link : null,
    linked: linked !== null,
    /** The link has an unreadable number and the visitor has not typed one yet. */
    unread: Boolean(link?.trim()) && !fromLink && digits === '',
    mobile,
    /** The number to send; an unreadable one is sent as an empty one. */
    number: !linked && unreadable ? '' : mobile.dialCode + mobile.digits,
    question,
    /** The number may be incomplete here because it is one of another country: the question comes first. */
    isCountryOpen: !linked && question.isOpen(...local),
    /** Shows the country question if needed; true while the form must not be sent. */
    needsAnswer: () => !linked && question.needsAnswer(...local),
    setDialCode: (code: DialCode) => choose(code, digits),
    type,
    /** The text in the field is no number of a country we serve, or several. */
    unreadable: !linked && unreadable,
    change() {
      if (linked) choose(linked.dialCode, linked.digits)
      setChanging(true)
    },
  }
}

const isDialCode = (code: string): code is DialCode => dialCodes.some((known) => known === code)

type MobileState = ReturnType<typeof useMobile>

export function MobileField(props: { state: MobileState; error: string | undefined; onTyped: () => void }) {
  const { state, onTyped } = props
  const error = props.error ?? (state.unreadable ? INVALID_MOBILE : undefined)
  const input = useRef<HTMLInputElement>(null)
  const changed = useRef(false)
  useEffect(() => {
    if (!state.linked && changed.current) input.current?.focus()
  }, [state.linked])

  if (state.linked) {
    const change = () => {
      changed.current = true
      state.change()
    }
    return <LinkedNumber state={state} error={error} onChange={change} />
  }
  return (
    <div className="field">
      <label className="field-label" htmlFor="waitlist-mobile">
        Mobile number
      </label>
      {state.unread && (
        <p className="field-help">We couldn’t read the number in your link. Please enter yours.</p>
      )}
      <div className="mobile-inputs">
        <DialCodeSelect state={state} />
        <input
          {...errorAttributes('waitlist-mobile', error)}
          ref={input}
          className="input"
          id="waitlist-mobile"
          name="digits"
          type="text"
          inputMode="numeric"
          autoComplete="tel-national"
          required
          value={state.mobile.digits}
          onChange={(event) => {
            state.type(event.target.value)
            onTyped()
          }}
        />
      </div>
      <FieldError id="waitlist-mobile" error={error} />
      <CountryQuestion
        question={state.question}
        onSwitch={(market) => state.setDialCode(markets[market].dialCode)}
      />
    </div>
  )
}

/** The number of the visitor's link, with a button to enter another one. */
function LinkedNumber(props: { state: MobileState; error: string | undefined; onChange: () => void }) {
  const { state, error, onChange } = props
  return (
    <div className="field">
      <p className="field-label">Mobile number</p>
      <div className="input linked" data-invalid={error ? true : undefined}>
        <b>{spacedNumber(state.mobile.dialCode, state.mobile.digits)}</b>
        <button
          type="button"
          className="linked-change"
          aria-describedby={error ? 'waitlist-mobile-error' : undefined}
          onClick={onChange}
        >
          Change
        </button>
      </div>
      <FieldError id="waitlist-mobile" error={error} />
    </div>
  )
}

function DialCodeSelect({ state }: { state: MobileState }) {
  return (
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
  )
}
