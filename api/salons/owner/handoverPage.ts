import { dayAndClock } from '@salonback/shared/formats.ts'
import { MAX_NOTE } from '@salonback/shared/salons/owner/contract.ts'
import type { OwnerPage } from '@salonback/shared/salons/owner/ownerPage.ts'
import { html } from 'hono/html'
import type { Html } from '../salons/layout.ts'
import { clientName, contact, doneNote, firstNameOf, invalid, type Link, problem } from './parts.ts'

type Handover = NonNullable<OwnerPage['handover']>
type Question = Handover['questions'][number]
type Booking = Handover['bookings'][number]

/** Questions of clients with the ways to answer, and bookings. */
export function handoverPage(link: Link): Html {
  const { view, typed } = link
  const { handover } = view
  if (!handover) return html``
  const { questions, bookings, timeZone } = handover
  return html`<p class="kicker">Clients of ${view.salonName}</p>
  <h1>Hello ${firstNameOf(view)}, ${headingOf(handover)}</h1>
  ${problem(typed.notice)}
  ${doneNote(typed)}
  ${questions.map((question) => questionCard(link, question, timeZone))}
  ${bookings.map((booking) => bookingCard(link, booking, timeZone))}
  <p class="small">Have you a question yourself? Please ${contact}.</p>`
}

function headingOf({ questions, bookings }: Handover): string {
  const open = questions.filter(({ answer }) => answer === null).length
  if (open > 0) return open === 1 ? 'a client asks' : `${open} clients ask`
  if (questions.length > 0) return 'you have answered'
  if (bookings.some(({ isCanceled }) => !isCanceled)) return 'a client has booked'
  return bookings.length > 0 ? 'a booking was canceled' : 'nothing is open'
}

/** Words of a stranger: shown as text, without links. */
const head = ({ client, words }: Question | Booking): Html => html`<p><b>${clientName(client)}</b></p>
    <p class="quote">“${words}”</p>`

function questionCard(link: Link, question: Question, timeZone: string): Html {
  return html`<section class="card">
    ${head(question)}
    <p class="small">Asked on ${dayAndClock(question.askedAt, timeZone)}</p>
    ${question.answer === null ? answerForms(link, question) : html`<p>${answered(question)}</p>`}
  </section>`
}

function answered({ answer, answerWords }: Question): string {
  if (answer === 'other_time') return `You answered: ${answerWords ?? ''}`
  return answer === 'call' ? 'You asked us to call.' : 'You said yes.'
}

function answerForms({ token, typed }: Link, { id }: Question): Html {
  const isTyped = typed.id === id && typed.words !== undefined
  const form = (answer: string, body: Html) => html`<form method="post" action="/o/${token}/answer">
      <input type="hidden" name="id" value="${id}">
      <input type="hidden" name="answer" value="${answer}">
      ${body}
    </form>`
  return html`${form('works', html`<button class="yes">Yes</button>`)}
    <details ${isTyped ? 'open' : ''}>
      <summary>Suggest another time, or write an answer</summary>
      ${form(
        'other_time',
        html`${isTyped ? problem(typed.error) : ''}
      <label for="words-${id}">What should we tell them?</label>
      <textarea id="words-${id}" name="words" rows="3" required maxlength="${MAX_NOTE}"
        ${isTyped ? invalid(typed) : ''}>${isTyped ? typed.words : ''}</textarea>
      <button>Send</button>`,
      )}
    </details>
    ${form('call', html`<button>Call them</button><p class="small">We call for you, if a call is easier.</p>`)}`
}

function bookingCard({ token }: Link, booking: Booking, timeZone: string): Html {
  const { id, visitAt, isCanceled } = booking
  return html`<section class="card">
    ${head(booking)}
    <p>${bookedText(booking, timeZone)}</p>
    ${
      visitAt === null || isCanceled
        ? ''
        : html`<a class="button" href="/o/${token}/bookings/${id}.ics" download>Add to your calendar</a>`
    }
  </section>`
}

function bookedText({ visitAt, isCanceled }: Booking, timeZone: string): string {
  if (isCanceled) return 'This booking was canceled.'
  return visitAt === null
    ? 'Booked. The time is not known yet.'
    : `Booked for ${dayAndClock(visitAt, timeZone)}.`
}
