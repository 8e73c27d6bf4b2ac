import { request } from '@salonback/shared/platform/http/request.ts'
import { answers, liveConsent } from '@salonback/shared/sales/waitlist/codes.ts'
import {
  HARDEST_PART_MAX,
  WAITLIST_CONSENT,
  type WaitlistValues,
  waitlistErrors,
} from '@salonback/shared/sales/waitlist/rules.ts'
import type { ReactNode } from 'react'
import type { UseFormRegisterReturn } from 'react-hook-form'
import { reportSubmission } from './analytics.ts'
import { Choice } from './Choice.tsx'
import { errorAttributes, Field, FieldError, Honeypot, SendButton } from './Field.tsx'
import { showFailure } from './failure.ts'
import type { FilledIn } from './filled.ts'
import { useRuledForm } from './form.ts'
import { MobileField, useMobile } from './MobileField.tsx'
import { toastOnNextPage } from './toasts.ts'

type Values = WaitlistValues & { website: string }

function Group({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="group">
      <h3 className="d3">{name}</h3>
      <div className="fields">{children}</div>
    </div>
  )
}

const customerBase = [
  {
    name: 'customerCount',
    question: 'How many customers do you have in total?',
    answers: answers.customerCount,
  },
  {
    name: 'mobileNumbersCount',
    question: 'How many past customers’ mobile numbers do you have?',
    answers: answers.mobileNumbersCount,
  },
  {
    name: 'avgSpend',
    question: 'What does a customer spend per visit, on average?',
    answers: answers.avgSpend,
  },
  { name: 'hasMarketingConsent', question: 'Have they agreed to SMS marketing?', answers: liveConsent },
] as const

/** Submit address, with the number of the visitor's link for the funnel. */
const submitPath = (link: string | null) =>
  link ? `/api/waitlist?mobile=${encodeURIComponent(link.trim())}` : '/api/waitlist'

/** The form with its mobile number; `send` submits it and opens the thank-you page. */
function useQuestionnaire(filled: FilledIn) {
  const mobile = useMobile(filled)
  const { number: mobileNumber, isCountryOpen } = mobile
  const errorsOf = (values: Partial<Values>) => {
    const { mobileNumber: refused, ...errors } = waitlistErrors({ ...values, mobileNumber })
    return refused && !isCountryOpen ? { ...errors, mobileNumber: refused } : errors
  }
  const ruled = useRuledForm<Values>(errorsOf, filled)
  const { form, showErrors, busy } = ruled
  const send = form.handleSubmit(async ({ email, ...values }) => {
    if (busy || mobile.needsAnswer()) return
    try {
      const body = { ...values, mobileNumber, ...(email?.trim() && { email: email.trim() }) }
      await request('POST', submitPath(mobile.link), body)
      reportSubmission('lead_generation', 'waitlist_signup')
      toastOnNextPage('Success!', 'Thank you for joining our waitlist!')
      location.assign('/waitlist-thank-you')
    } catch (failure) {
      showErrors(showFailure(failure, 'Something went wrong'))
    }
  })
  return { ...ruled, mobile, send }
}

export function Questionnaire({ filled }: { filled: FilledIn }) {
  const { form, element, field, errorOf, busy, mobile, send } = useQuestionnaire(filled)
  const consent = form.watch('hasMarketingConsent')
  return (
    <form ref={element} onSubmit={send} method="dialog" noValidate aria-label="Five questions">
      <Group name="Customer Base">
        {customerBase.map(({ name, ...choice }) => (
          <Choice key={name} id={`waitlist-${name}`} input={field(name)} error={errorOf(name)} {...choice} />
        ))}
        <div aria-live="polite">
          {(consent === 'somewhat' || consent === 'no') && (
            <p className="bubble consent-note">
              That’s fine. We can help you get compliant SMS marketing consent before any campaign goes out.
            </p>
          )}
        </div>
      </Group>
      <Group name="Marketing Experience">
        <HardestPart
          input={field('hardestPartText')}
          length={(form.watch('hardestPartText') ?? '').length}
          error={errorOf('hardestPartText')}
        />
      </Group>
      <Group name="Contact Details">
        <MobileField
          state={mobile}
          error={errorOf('mobileNumber')}
          onTyped={() => form.clearErrors('mobileNumber')}
        />
        <Field id="waitlist-email" label="Email" note="optional" error={errorOf('email')}>
          <input
            {...field('email')}
            {...errorAttributes('waitlist-email', errorOf('email'))}
            className="input"
            id="waitlist-email"
            type="email"
            autoComplete="email"
            placeholder="you@yoursalon.co.uk"
          />
        </Field>
        <Agreement input={field('consentAgreed')} error={errorOf('consentAgreed')} />
        <Honeypot {...field('website')} />
        <SendButton busy={busy} label="See if it's right for my business" busyLabel="Submitting..." />
      </Group>
    </form>
  )
}

interface InputProps {
  input: UseFormRegisterReturn
  error: string | undefined
}

/** A text area with the number of characters. */
function HardestPart({ input, length, error }: InputProps & { length: number }) {
  return (
    <Field
      id="waitlist-hardest"
      label="What’s the hardest part about getting customers to return?"
      error={error}
    >
      <div className="counted">
        <textarea
          {...input}
          {...errorAttributes('waitlist-hardest', error)}
          className="input"
          id="waitlist-hardest"
          rows={4}
          maxLength={HARDEST_PART_MAX}
          required
        />
        <span className="counter">
          {length}/{HARDEST_PART_MAX}
        </span>
      </div>
    </Field>
  )
}

function Agreement({ input, error }: InputProps) {
  return (
    <div className="field">
      <label className="agree">
        <input {...input} {...errorAttributes('waitlist-agreed', error)} type="checkbox" required />
        <span>{WAITLIST_CONSENT}</span>
      </label>
      <FieldError id="waitlist-agreed" error={error} />
    </div>
  )
}
