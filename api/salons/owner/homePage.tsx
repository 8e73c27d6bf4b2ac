/** @jsxImportSource hono/jsx */
import { money, plural, pluralForm, shortDay } from '@salonback/shared/formats.ts'
import { owedFigures, VAT_INCLUDED } from '@salonback/shared/salons/billing/labels.ts'
import { dayAndMonth } from '@salonback/shared/salons/billing/paper.ts'
import type { Home } from '@salonback/shared/salons/owner/ownerPage.ts'
import type { Task } from '@salonback/shared/salons/owner/tasks.ts'
import { MonthlyPart } from './monthlyPart.tsx'
import { NextTexts } from './nextTextsPage.tsx'
import { PapersPart } from './papersPage.tsx'
import { ClientName, Contact, Facts, Form, type Link, PageHead, standingText } from './parts.tsx'
import { ProofPart } from './proofPart.tsx'

/** Everything of a salon: what to do, the next texts, who came back, money and papers. */
export function HomePage(link: Link) {
  const { token, view, typed } = link
  const { home } = view
  if (!home) return null
  const { tasks } = home
  return (
    <>
      <PageHead view={view} typed={typed} kicker="Your page for">
        {tasks.length === 0 ? 'all done' : `${plural(tasks.length, 'thing')} to do`}
      </PageHead>
      {tasks.length === 0 && <p class="card">{home.waiting}</p>}
      {tasks.map((task, n) => (
        <TaskCard token={token} home={home} task={task} isFirst={n === 0} />
      ))}
      <h2 class="part">The next texts</h2>
      <NextTexts token={token} home={home} />
      <MonthlyPart link={link} home={home} />
      <CameBack clients={home.cameBack} />
      <ProofPart {...home} />
      <Bookings token={token} home={home} />
      <Money token={token} home={home} />
      <PapersPart {...home} />
      <p class="small">
        Keep this link to yourself: it opens your page without a password. If others may have seen it,{' '}
        <Contact />, and we send you a new one, which ends this one.
      </p>
    </>
  )
}

interface Part {
  token: string
  home: Home
}

interface Card {
  title: string
  text: string
  button: string
  /** Path after the token. */
  path: string
}

const cards: { [K in Task['kind']]: (task: Extract<Task, { kind: K }>, home: Home) => Card } = {
  questions: ({ questions }) => ({
    title: pluralForm(questions, 'A client asks', 'Clients ask'),
    text: `${plural(questions, 'question')} only you can answer, for example whether a time is free.`,
    button: 'Answer',
    path: '/handover',
  }),
  agree: ({ again }) => ({
    title: again ? 'Our terms have changed' : 'Read and accept our terms',
    text: again
      ? 'Please read them once more. Your next texts can start after that.'
      : 'A few short points: your list, your texts, and what you pay.',
    button: 'Read the terms',
    path: '/agree',
  }),
  list: ({ asOf }) => ({
    title: asOf === null ? 'Share your client list' : 'Share a fresh client list',
    text:
      asOf === null
        ? 'A file from your booking system. We show you how to get it.'
        : `Your last list is of ${shortDay(asOf)}. It misses later visits and bookings.`,
    button: 'Share the list',
    path: '/list',
  }),
  offer: () => ({
    title: 'Approve your offer',
    text: 'Read the text that your past clients get. Nothing is sent before you approve it.',
    button: 'Read the offer',
    path: '/offer',
  }),
  visits: ({ clients }) => ({
    title: 'Say who came back',
    text: `${plural(clients, 'client')} answered or booked after our text. Did they come?`,
    button: 'Say who came',
    path: '/results',
  }),
  pay: ({ outstanding, statement, dueOn }, { currency, today }) => ({
    title: `Pay statement ${statement}`,
    text: `${payText(money(outstanding, currency), dueOn, today)} The statement says how.`,
    button: 'See the statement',
    path: `/statements/${statement}`,
  }),
}

/** The oldest day, which may be over. */
function payText(sum: string, dueOn: string | null, today: string): string {
  if (dueOn === null) return `${sum} is outstanding.`
  const day = dayAndMonth(dueOn)
  return today > dueOn ? `${sum}, overdue since ${day}.` : `${sum}, to pay by ${day}.`
}

function TaskCard({ token, home, task, isFirst }: Part & { task: Task; isFirst: boolean }) {
  const cardOf = cards[task.kind] as (task: Task, home: Home) => Card
  const { title, text, button, path } = cardOf(task, home)
  return (
    <section class="card">
      <h2>{title}</h2>
      <p>{text}</p>
      <a class={isFirst ? 'button yes' : 'button'} href={`/o/${token}${path}`}>
        {button}
      </a>
    </section>
  )
}

/** Left out without clients. */
const CameBack = ({ clients }: { clients: Home['cameBack'] }) =>
  clients.length === 0 ? null : (
    <>
      <h2 class="part">Who came back</h2>
      <ul class="lines">
        {clients.map(({ client, visitOn, words }) => (
          <li class="card">
            <p>
              <b>
                <ClientName client={client} />
              </b>
            </p>
            <p class="small">{dayText(visitOn)}</p>
            {words !== null && <p class="quote">“{words}”</p>}
          </li>
        ))}
      </ul>
    </>
  )

/** Bookings that are still to come, and whether a text says so. */
const Bookings = ({ token, home: { bookings, handoverTexts } }: Part) => (
  <>
    <h2 class="part">Questions and bookings</h2>
    <section class="card">
      {bookings > 0 && (
        <p>
          <a href={`/o/${token}/handover`}>
            {plural(bookings, 'booking')} to come, with time and calendar file
          </a>
        </p>
      )}
      <p>
        {handoverTexts
          ? 'You get a text when a client asks or books, at most six a day and one for the rest.'
          : 'You get no texts about questions and bookings: they are on this page only.'}
      </p>
      <Form token={token} to="client-texts" hidden={{ texts: handoverTexts ? 'no' : 'yes' }}>
        <button type="submit">{handoverTexts ? 'No texts, this page only' : 'Text me again'}</button>
      </Form>
    </section>
  </>
)

const dayText = (visitOn: string | null) =>
  visitOn === null ? 'Came; we do not know the day' : `Came on ${shortDay(visitOn)}`

const Money = ({ token, home }: Part) => (
  <>
    <h2 class="part">Money</h2>
    {home.statements.length === 0 && Object.values(home.owed).every((sum) => sum === 0) ? (
      <p class="card">You owe nothing. You pay when a client has come back.</p>
    ) : (
      <Account token={token} home={home} />
    )}
  </>
)

const Account = ({ token, home: { owed, paid, credited, statements, currency } }: Part) => (
  <>
    <Facts
      rows={[
        ...owedFigures(owed),
        ['Paid', paid] as const,
        ...(credited === 0 ? [] : [['Credited by us', credited] as const]),
      ].map(([label, sum]) => [label, money(sum, currency)])}
      class="sum"
    />
    {owed.vat !== undefined && <p class="small">{VAT_INCLUDED}</p>}
    {statements.length > 0 && (
      <ul class="lines">
        {statements.map(({ number, issuedOn, ...statement }) => (
          <li class="card">
            <a href={`/o/${token}/statements/${number}`}>Statement {number}</a>{' '}
            <span class="small">
              {shortDay(issuedOn)}, <span class="number">{money(statement.total, currency)}</span>,{' '}
              {standingText(statement, currency)}
            </span>
          </li>
        ))}
      </ul>
    )}
    <p>
      <a href={`/o/${token}/results#fees`}>Each fee, and how to dispute it</a>
    </p>
  </>
)
