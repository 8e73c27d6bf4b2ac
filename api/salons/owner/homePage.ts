import { money, plural, pluralForm, shortDay } from '@salonback/shared/formats.ts'
import { owedFigures, VAT_INCLUDED } from '@salonback/shared/salons/billing/labels.ts'
import { dayAndMonth } from '@salonback/shared/salons/billing/paper.ts'
import type { Home } from '@salonback/shared/salons/owner/ownerPage.ts'
import type { Task } from '@salonback/shared/salons/owner/tasks.ts'
import { html } from 'hono/html'
import type { Html } from '../salons/layout.ts'
import { monthlyPart } from './monthlyPart.ts'
import { nextTextsPart } from './nextTextsPage.ts'
import { papersPart } from './papersPage.ts'
import { clientName, contact, doneNote, firstNameOf, type Link, problem, standingText } from './parts.ts'
import { proofPart } from './proofPart.ts'

/** Everything of a salon: what to do, the next texts, who came back, money and papers. */
export function homePage(link: Link): Html {
  const { view, typed } = link
  const { home } = view
  if (!home) return html``
  const { tasks } = home
  const todo = tasks.length === 0 ? 'all done' : `${plural(tasks.length, 'thing')} to do`
  return html`<p class="kicker">Your page for ${view.salonName}</p>
  <h1>Hello ${firstNameOf(view)}, ${todo}</h1>
  ${problem(typed.notice)}
  ${doneNote(typed)}
  ${
    tasks.length === 0
      ? html`<p class="card">${home.waiting}</p>`
      : tasks.map((task, n) => taskCard(link, home, task, n === 0))
  }
  <h2 class="part">The next texts</h2>
  ${nextTextsPart(link, home)}
  ${monthlyPart(link, home)}
  ${cameBackPart(home)}
  ${proofPart(home)}
  ${bookingsPart(link, home)}
  ${moneyPart(link, home)}
  ${papersPart(home)}
  <p class="small">Keep this link to yourself: it opens your page without a password. If others may have seen it,
    ${contact}, and we send you a new one, which ends this one.</p>`
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

function taskCard({ token }: Link, home: Home, task: Task, isFirst: boolean): Html {
  const cardOf = cards[task.kind] as (task: Task, home: Home) => Card
  const { title, text, button, path } = cardOf(task, home)
  return html`<section class="card">
    <h2>${title}</h2>
    <p>${text}</p>
    <a class="button ${isFirst ? 'yes' : ''}" href="/o/${token}${path}">${button}</a>
  </section>`
}

/** Left out without clients. */
function cameBackPart({ cameBack }: Home): Html {
  if (cameBack.length === 0) return html``
  return html`<h2 class="part">Who came back</h2>
  <ul class="lines">${cameBack.map(
    ({ client, visitOn, state, words }) => html`<li class="card">
      <p><b>${clientName(client)}</b></p>
      <p class="small">${dayText(visitOn, state)}</p>
      ${words === null ? '' : html`<p class="quote">“${words}”</p>`}
    </li>`,
  )}</ul>`
}

/** Bookings that are still to come, and whether a text says so. */
const bookingsPart = (
  { token }: Link,
  { bookings, handoverTexts }: Home,
): Html => html`<h2 class="part">Questions and bookings</h2>
  <section class="card">
    ${
      bookings === 0
        ? ''
        : html`<p><a href="/o/${token}/handover">${plural(bookings, 'booking')} to come, with time and calendar file</a></p>`
    }
    <p>${
      handoverTexts
        ? 'You get a text when a client asks or books, at most six a day and one for the rest.'
        : 'You get no texts about questions and bookings: they are on this page only.'
    }</p>
    <form method="post" action="/o/${token}/client-texts">
      <input type="hidden" name="texts" value="${handoverTexts ? 'no' : 'yes'}">
      <button>${handoverTexts ? 'No texts, this page only' : 'Text me again'}</button>
    </form>
  </section>`

function dayText(visitOn: string | null, state: 'booked' | 'attended'): string {
  const verb = state === 'attended' ? 'Came' : 'Booked'
  if (visitOn === null)
    return state === 'attended' ? 'Came; we do not know the day' : 'Booked; we do not know for when'
  return `${verb} ${state === 'attended' ? 'on' : 'for'} ${shortDay(visitOn)}`
}

function moneyPart({ token }: Link, { owed, paid, statements, currency }: Home): Html {
  const figures = [...owedFigures(owed), ['Paid', paid] as [string, number]]
  const isEmpty = statements.length === 0 && Object.values(owed).every((sum) => sum === 0)
  return html`<h2 class="part">Money</h2>
  ${
    isEmpty
      ? html`<p class="card">You owe nothing. You pay when a client has come back.</p>`
      : html`<dl class="facts">${figures.map(
          ([label, sum]) => html`<div class="sum"><dt>${label}</dt><dd>${money(sum, currency)}</dd></div>`,
        )}</dl>
  ${owed.vat === undefined ? '' : html`<p class="small">${VAT_INCLUDED}</p>`}
  ${statements.length === 0 ? '' : statementList(token, statements, currency)}
  <p><a href="/o/${token}/results#fees">Each fee, and how to dispute it</a></p>`
  }`
}

const statementList = (token: string, statements: Home['statements'], currency: string): Html =>
  html`<ul class="lines">${statements.map(
    ({ number, issuedOn, ...statement }) => html`<li class="card">
      <a href="/o/${token}/statements/${number}">Statement ${number}</a>
      <span class="small">${shortDay(issuedOn)}, <span class="number">${money(statement.total, currency)}</span>,
        ${standingText(statement, currency)}</span></li>`,
  )}</ul>`
