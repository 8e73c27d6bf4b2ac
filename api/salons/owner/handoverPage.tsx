/** @jsxImportSource hono/jsx */
import { dayAndClock } from '@salonback/shared/formats.ts'
import type { OwnerPage } from '@salonback/shared/salons/owner/ownerPage.ts'
import { ClientName, Contact, Form, type Link, NoteField, PageHead } from './parts.tsx'

type Handover = NonNullable<OwnerPage['handover']>
type Question = Handover['questions'][number]
type Booking = Handover['bookings'][number]

/** Questions of clients with the ways to answer, and bookings. */
export function HandoverPage(link: Link) {
  const { token, view, typed } = link
  const { handover } = view
  if (!handover) return null
  const { questions, bookings, timeZone } = handover
  return (
    <>
      <PageHead view={view} typed={typed} kicker="Clients of">
        {headingOf(handover)}
      </PageHead>
      {questions.map((question) => (
        <QuestionCard link={link} question={question} timeZone={timeZone} />
      ))}
      {bookings.map((booking) => (
        <BookingCard token={token} booking={booking} timeZone={timeZone} />
      ))}
      <p class="small">
        Have you a question yourself? Please <Contact />.
      </p>
    </>
  )
}

function headingOf({ questions, bookings }: Handover): string {
  const open = questions.filter(({ answer }) => answer === null).length
  if (open > 0) return open === 1 ? 'a client asks' : `${open} clients ask`
  if (questions.length > 0) return 'you have answered'
  if (bookings.some(({ isCanceled }) => !isCanceled)) return 'a client has booked'
  return bookings.length > 0 ? 'a booking was canceled' : 'nothing is open'
}

/** Words of a stranger: shown as text, without links. */
const Head = ({ client, words }: Question | Booking) => (
  <>
    <p>
      <b>
        <ClientName client={client} />
      </b>
    </p>
    <p class="quote">“{words}”</p>
  </>
)

const QuestionCard = ({ link, question, timeZone }: { link: Link; question: Question; timeZone: string }) => (
  <section class="card">
    <Head {...question} />
    <p class="small">Asked on {dayAndClock(question.askedAt, timeZone)}</p>
    {question.answer === null ? <AnswerForms link={link} id={question.id} /> : <p>{answered(question)}</p>}
  </section>
)

function answered({ answer, answerWords }: Question): string {
  if (answer === 'other_time') return `You answered: ${answerWords ?? ''}`
  return answer === 'call' ? 'You asked us to ring them.' : 'You said yes.'
}

function AnswerForms({ link, id }: { link: Link; id: string }) {
  const { token } = link
  const isTyped = link.typed.id === id && link.typed.words !== undefined
  const typed = isTyped ? link.typed : {}
  return (
    <>
      <Form token={token} to="answer" hidden={{ id, answer: 'works' }}>
        <button type="submit" class="yes">
          Yes
        </button>
      </Form>
      <details open={isTyped}>
        <summary>Suggest another time, or write an answer</summary>
        <Form token={token} to="answer" hidden={{ id, answer: 'other_time' }} error={typed.error}>
          <NoteField id={id} name="words" label="What should we tell them?" typed={typed} />
          <button type="submit">Send</button>
        </Form>
      </details>
      <Form token={token} to="answer" hidden={{ id, answer: 'call' }}>
        <button type="submit">Please ring them for me</button>
        <p class="small">We ring the client. You need not do anything more.</p>
      </Form>
    </>
  )
}

const BookingCard = ({ token, booking, timeZone }: { token: string; booking: Booking; timeZone: string }) => (
  <section class="card">
    <Head {...booking} />
    <p>{bookedText(booking, timeZone)}</p>
    {booking.visitAt !== null && !booking.isCanceled && (
      <a class="button" href={`/o/${token}/bookings/${booking.id}.ics`} download>
        Add to your calendar
      </a>
    )}
  </section>
)

function bookedText({ visitAt, isCanceled }: Booking, timeZone: string): string {
  if (isCanceled) return 'This booking was canceled.'
  return visitAt === null
    ? 'Booked. The time is not known yet.'
    : `Booked for ${dayAndClock(visitAt, timeZone)}.`
}
