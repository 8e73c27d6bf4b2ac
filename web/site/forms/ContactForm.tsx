import { request } from '@salonback/shared/platform/http/request.ts'
import { type ContactValues, contactErrors } from '@salonback/shared/sales/contact/rules.ts'
import { reportSubmission } from './analytics.ts'
import { errorAttributes, Field, Honeypot, SendButton } from './Field.tsx'
import { showFailure } from './failure.ts'
import type { FilledIn } from './filled.ts'
import { useRuledForm } from './form.ts'
import { toast } from './toasts.ts'

type Values = ContactValues & { website: string }

const lines = [
  { name: 'name', label: 'Name', type: 'text', autoComplete: 'name' },
  { name: 'email', label: 'Email', type: 'email', autoComplete: 'email' },
  { name: 'subject', label: 'Subject', type: 'text', autoComplete: 'off' },
] as const

export function ContactForm({ filled }: { filled: FilledIn }) {
  const { form, element, field, errorOf, showErrors, busy } = useRuledForm<Values>(contactErrors, filled)

  const send = form.handleSubmit(async (values) => {
    if (busy) return
    try {
      await request('POST', '/api/contact', values)
      form.reset()
      toast('Message sent!', "We'll get back to you within 24 hours.")
      reportSubmission('contact', 'contact_message')
    } catch (failure) {
      showErrors(showFailure(failure, 'Something went wrong. Please try again.'))
    }
  })

  return (
    <form
      ref={element}
      className="fields"
      onSubmit={send}
      method="dialog"
      noValidate
      aria-label="Write to us"
    >
      {lines.map(({ name, label, type, autoComplete }) => (
        <Field key={name} id={`contact-${name}`} label={label} note="required" error={errorOf(name)}>
          <input
            {...field(name)}
            {...errorAttributes(`contact-${name}`, errorOf(name))}
            className="input"
            id={`contact-${name}`}
            type={type}
            autoComplete={autoComplete}
            required
          />
        </Field>
      ))}
      <Field id="contact-message" label="Message" note="required" error={errorOf('message')}>
        <textarea
          {...field('message')}
          {...errorAttributes('contact-message', errorOf('message'))}
          className="input"
          id="contact-message"
          rows={6}
          required
        />
      </Field>
      <Honeypot {...field('website')} />
      <SendButton busy={busy} label="Send Message" busyLabel="Sending..." />
    </form>
  )
}
