import { request } from '@salonback/shared/platform/http/request.ts'
import {
  type LeadCountry,
  leadCountries,
  leadCountry,
  leadErrors,
  leadNumber,
  numberWithCountry,
} from '@salonback/shared/sales/leads/rules.ts'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { Chevron, Flag } from '../parts/icons.tsx'
import { reportSubmission } from './analytics.ts'
import { CountryQuestion, useCountryQuestion } from './CountryQuestion.tsx'
import { useVisitorCountry } from './country.ts'
import { errorAttributes, FieldError, Honeypot, SendButton } from './Field.tsx'
import { messageIn, showFailure } from './failure.ts'
import { type FilledIn, textValue } from './filled.ts'
import { toast } from './toasts.ts'

const isLeadCountry = (code: string | undefined): code is LeadCountry =>
  leadCountries.some((country) => country.code === code)

/** Selected country: GB until the visitor's country is known. A manual choice stays. */
function useCountry(filled: FilledIn) {
  const visitor = useVisitorCountry()
  const [chosen, choose] = useState<LeadCountry>()
  useEffect(() => {
    const early = textValue(filled, 'country')
    if (isLeadCountry(early) && early !== 'GB') choose(early)
  }, [filled])
  const code = chosen ?? (isLeadCountry(visitor) ? visitor : 'GB')
  return { country: leadCountry(code), choose }
}

/** Works without the form library of the other pages to keep the landing page small. */
function useLead(country: LeadCountry) {
  const [error, setError] = useState<string>()
  const [busy, setBusy] = useState(false)
  const question = useCountryQuestion()
  const number = useRef<HTMLInputElement>(null)
  // Focus the field after its error is shown.
  useEffect(() => {
    if (error) number.current?.focus()
  }, [error])

  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const mobileNumber = leadNumber(number.current?.value ?? '')
    const website = new FormData(form).get('website')
    const refused = leadErrors({ mobileNumber }).mobileNumber
    setError(refused)
    if (refused || busy || question.needsAnswer(mobileNumber, country)) return
    setBusy(true)
    try {
      const body = { mobileNumber: numberWithCountry(mobileNumber, country), country, website }
      const answer = await request('POST', '/api/leads', body)
      form.reset()
      toast('Success!', messageIn(answer))
      reportSubmission('lead_generation', 'generate_lead')
    } catch (failure) {
      setError(showFailure(failure, 'Something went wrong. Please try again.').mobileNumber)
    }
    setBusy(false)
  }
  const clear = () => {
    setError(undefined)
    question.dismiss()
  }
  return { number, error, busy, question, send, clear }
}

export function LeadForm({ filled }: { filled: FilledIn }) {
  const { country, choose } = useCountry(filled)
  const { number, error, busy, question, send, clear } = useLead(country.code)

  /** Typing clears the error; a number with dial code selects its country. */
  const typed = (text: string) => {
    clear()
    const own = leadCountries.find(({ dialCode }) => leadNumber(text).startsWith(dialCode))
    if (own) choose(own.code)
  }

  return (
    <form onSubmit={send} method="dialog" noValidate aria-label="Get the details by text">
      <div className="composer" data-invalid={error ? true : undefined}>
        <div className="composer-country">
          <label htmlFor="lead-country">Country</label>
          <span className="composer-chosen" aria-hidden="true">
            <Flag country={country.code} />
            {country.code} {country.dialCode}
            <Chevron />
          </span>
          <select
            id="lead-country"
            name="country"
            value={country.code}
            onChange={({ target }) => {
              question.dismiss()
              if (isLeadCountry(target.value)) choose(target.value)
            }}
          >
            {leadCountries.map(({ code, name, dialCode }) => (
              <option key={code} value={code}>
                {name} ({dialCode})
              </option>
            ))}
          </select>
        </div>
        <div className="composer-number">
          <label htmlFor="lead-number">Mobile number</label>
          <input
            {...errorAttributes('lead-number', error)}
            ref={number}
            id="lead-number"
            type="tel"
            autoComplete="tel"
            required
            placeholder={country.example}
            onChange={(event) => typed(event.target.value)}
          />
        </div>
        <SendButton busy={busy} label="Send Me More Details" busyLabel="Sending..." />
      </div>
      <FieldError id="lead-number" error={error} />
      <CountryQuestion question={question} onSwitch={choose} />
      <Honeypot />
    </form>
  )
}
