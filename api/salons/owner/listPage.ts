import { count, plural } from '@salonback/shared/formats.ts'
import { LIST_DAYS, type Reason, reasonLabels } from '@salonback/shared/salons/clients/eligible.ts'
import { fieldLabels, listFields } from '@salonback/shared/salons/lists/columns.ts'
import { type ListPreview, listUpload } from '@salonback/shared/salons/lists/contract.ts'
import {
  type DeclarationQuestion,
  declarationQuestions,
  UNKNOWN_VISITS,
} from '@salonback/shared/salons/lists/declarationQuestions.ts'
import { NO_NUMBERS } from '@salonback/shared/salons/lists/listFault.ts'
import { html } from 'hono/html'
import type { Html } from '../salons/layout.ts'
import { exportGuide } from './exportGuide.ts'
import { chooseColumn, chooseLastVisit, otherRows, unreadAnswers } from './listChoices.ts'
import { firstNameOf, invalid, type Link, note, problem, until } from './parts.ts'
import { answersIn, countedBy } from './shareForm.ts'

/** The upload, or the content of the uploaded file with the form that shares it. */
export function listPage(link: Link): Html {
  const preview = link.view.list?.preview
  return preview ? reviewPage(link, preview) : uploadPage(link)
}

function uploadPage(link: Link): Html {
  const { view } = link
  return html`<p class="kicker">Client list of ${view.salonName}</p>
  <h1>Hello ${firstNameOf(view)}, please share your client list</h1>
  <p>Get a file of your clients from your booking system, as CSV or Excel, and choose it here. You see what we read before
    you share it.</p>
  ${exportGuide(link)}
  <div class="card">${fileForm(link)}</div>
  <ul class="card plain small">
    <li>We keep first names, phone numbers, visits and who said yes or no to texts.</li>
    <li>We do not keep notes, addresses, e-mail or birthdays.</li>
    <li>The list stays yours. We delete the file once you share it. ${until(view)}</li>
  </ul>`
}

/** No `accept` attribute: Android would hide CSV files that it knows as another type. */
function fileForm({ token, typed }: Link): Html {
  return html`<form method="post" action="/o/${token}/list" enctype="multipart/form-data">
    ${problem(typed.fileError)}
    <label for="file">Your file, up to 20 MB</label>
    <input id="file" type="file" name="${listUpload.field}" required ${invalid({ error: typed.fileError })}>
    <button class="yes">Read this file</button>
  </form>`
}

function reviewPage(link: Link, preview: ListPreview): Html {
  const { view, typed } = link
  return html`<p class="kicker">Client list of ${view.salonName}</p>
  <h1>Hello ${firstNameOf(view)}, is this your list?</h1>
  ${countedBy(answersIn(typed)) === countedBy({}) ? problem(typed.notice) : note(typed.notice)}
  <p class="small file">From the file <b>${preview.fileName}</b></p>
  ${readPart(link, preview)}
  <details class="card" ${typed.fileError ? 'open' : ''}>
    <summary>Choose another file</summary>
    ${fileForm(link)}
  </details>`
}

/** One question at a time: the numbers, the last visit, then the list. */
function readPart(link: Link, preview: ListPreview): Html {
  if (preview.needsPhoneColumn) return chooseColumn(link, preview)
  return preview.needsLastVisitColumn ? chooseLastVisit(link, preview) : foundList(link, preview)
}

const foundList = (link: Link, preview: ListPreview): Html => html`${waterfall(link, preview)}
  ${preview.noLastVisit && preview.mapping.lastVisit === undefined ? chooseLastVisit(link, preview) : ''}
  ${columns(preview)}
  ${otherRows(link, preview)}
  ${unreadAnswers(preview)}
  ${problems(preview)}
  ${corrections(preview)}
  ${hasNumbers(preview) ? shareForm(link, preview) : problem(NO_NUMBERS)}`

const hasNumbers = ({ rows, rejected, merged }: ListPreview) => rows - rejected - merged > 0

/** Why a client gets no text, after a number of clients. */
const reasonWords: Record<Exclude<Reason, 'eligible'>, string> = {
  erased: 'asked us to erase them',
  opted_out: 'texted STOP before',
  wrong_person: 'with a number of another person',
  objection: 'said no to texts',
  undecided_answer: 'with an answer that we will ask you about',
  blocked: 'blocked, staff or deceased',
  minor: 'under 18',
  not_mobile: 'without a mobile number',
  undeliverable: 'with a number that does not work',
  future_booking: 'with a booking',
  visited_recently: 'came in the last 60 days',
  not_interested: 'answered that they are not interested',
  wrote_to_us: 'wrote and have no answer yet',
  no_basis: 'without a yes to texts',
  basis_expired: 'last came too long ago to be texted',
  unknown_last_visit: 'with a last visit that we do not know',
  texted_recently: 'had a text in the last 7 days',
  yearly_cap: 'had 4 texts in 12 months',
  kept_aside: 'left out for now, to see what the texts do',
  not_chosen: 'not chosen for these texts',
  offered_lately: 'had an offer in the last 90 days',
  list_old: 'on a list older than 14 days',
}

function waterfall({ typed }: Link, { rows, rejected, merged, waterfall: counts }: ListPreview): Html {
  const numbers = rows - rejected - merged
  const lost = [
    { clients: rejected, words: 'without a usable number' },
    { clients: merged, words: 'with a number that another row has' },
  ]
  const reasons = (Object.keys(reasonLabels) as Reason[]).filter((reason) => reason !== 'eligible')
  const against = reasons.map((reason) => ({ clients: counts[reason], words: reasonWords[reason] }))
  const step = ({ clients, words }: { clients: number; words: string }) =>
    clients > 0 ? html`<li class="less"><span>${words}</span><span>−${count(clients)}</span></li>` : ''
  const total = (value: number, words: string) =>
    html`<li class="total"><span>${words}</span><span>${count(value)}</span></li>`
  return html`<ol class="card steps" aria-label="From rows to clients who may be texted">
    ${total(rows, 'Rows in the file')}
    ${lost.map(step)}
    ${total(numbers, 'Numbers')}
    ${against.map(step)}
    ${total(counts.eligible, 'May be texted')}
    <li class="small">${
      Object.keys(answersIn(typed)).length > 0
        ? 'Counted by your answers below.'
        : 'If you answer yes to each question below. With another answer we show you the new numbers before you share.'
    }</li>
  </ol>`
}

/** The columns that are used, with the first rows. */
function columns({ columns: names, mapping, sample }: ListPreview): Html {
  const used = listFields.flatMap((field) => {
    const column = mapping[field]
    return column === undefined ? [] : [{ column, label: fieldLabels[field] }]
  })
  const unused = names.filter((name, at) => name && !used.some(({ column }) => column === at))
  return html`<section class="card">
    <h2>What we found</h2>
    <div class="wide" tabindex="0" role="region" aria-label="First rows of your list">
      <table>
        <thead><tr>${used.map(({ column, label }) => html`<th scope="col">${label}<span>${names[column]}</span></th>`)}</tr></thead>
        <tbody>${sample.map((row) => html`<tr>${used.map(({ column }) => html`<td>${row[column] || '–'}</td>`)}</tr>`)}</tbody>
      </table>
    </div>
    ${unused.length > 0 ? html`<p class="small">Not kept: ${unused.join(', ')}.</p>` : ''}
  </section>`
}

const dateOrders: Record<ListPreview['dateOrder'], string> = {
  'day-first': 'We read dates as day, month, year.',
  'month-first': 'We read dates as month, day, year.',
  iso: '',
}

function corrections({ merged, dateOrder }: ListPreview): Html {
  const lines = [
    merged > 0 && `We merged ${plural(merged, 'row')} with a number that is on the list twice.`,
    dateOrders[dateOrder],
  ].filter(Boolean)
  if (lines.length === 0) return html``
  return html`<section class="card"><h2>What we corrected</h2>
    <ul class="plain">${lines.map((line) => html`<li>${line}</li>`)}</ul></section>`
}

const SHOWN_PROBLEMS = 10

const rowItems = (rows: ListPreview['problems']) =>
  html`<ul class="rows">${rows
    .slice(0, SHOWN_PROBLEMS)
    .map(
      ({ row, column, message }) => html`<li><b>Row ${row}${column ? `, ${column}` : ''}</b> ${message}</li>`,
    )}</ul>`

const andMore = (number: number) => (number > 0 ? html`<p class="small">And ${count(number)} more.</p>` : '')

/** Rows that could not be used; mere notes are folded. */
function problems({ problems: all, rejected, reported }: ListPreview): Html {
  const left = all.filter(({ column }) => column !== null)
  const notes = all.filter(({ column }) => column === null)
  return html`${
    left.length === 0
      ? ''
      : html`<section class="card"><h2>Rows that we could not use</h2>
    ${rowItems(left)}
    ${andMore(rejected - Math.min(left.length, SHOWN_PROBLEMS))}
    <p class="small">You can share the list as it is, or correct the file and choose it again.</p>
  </section>`
  }
  ${
    notes.length === 0
      ? ''
      : html`<details class="card"><summary>Good to know about ${plural(notes.length, 'row')}</summary>
    ${rowItems(notes)}
    ${andMore(Math.max(notes.length, reported) - Math.min(notes.length, SHOWN_PROBLEMS))}
  </details>`
  }`
}

const answers = { yes: 'Yes', no: 'No', unknown: 'I do not know' }

function question(
  name: DeclarationQuestion,
  { owner, hint }: { owner: string; hint: string },
  { typed }: Link,
): Html {
  const choice = ([value, label]: [
    string,
    string,
  ]) => html`<label class="choice"><input type="radio" name="${name}"
    value="${value}" required ${typed[name] === value ? 'checked' : ''}> ${label}</label>`
  return html`<fieldset>
    <legend>${owner}</legend>
    <p class="small">${hint}</p>
    ${Object.entries(answers).map(choice)}
  </fieldset>`
}

/** The owner's sentence about clients whose last visit is not known. */
function unknownVisits({ typed }: Link, { textsUnknownVisits, waterfall, noLastVisit }: ListPreview): Html {
  const isSaid = (typed.textUnknownVisits ?? (textsUnknownVisits ? 'yes' : 'no')) === 'yes'
  if (!isSaid && !noLastVisit && waterfall.unknown_last_visit === 0) return html``
  return html`<input type="hidden" name="asksUnknownVisits" value="yes">
    <label class="choice"><input type="checkbox" name="textUnknownVisits" value="yes" ${isSaid ? 'checked' : ''}>
      <span>${UNKNOWN_VISITS.owner} <span class="values">${UNKNOWN_VISITS.hint}</span></span></label>`
}

function shareForm(link: Link, preview: ListPreview): Html {
  const { id, consentColumn, textsUnknownVisits } = preview
  const { token, view, typed } = link
  const today = view.list?.today ?? ''
  const checked = (is: boolean) => (is ? 'checked' : '')
  return html`<form method="post" action="/o/${token}/share" class="card">
    <h2>A few questions about this list</h2>
    ${problem(typed.error)}
    <input type="hidden" name="listId" value="${id}">
    <input type="hidden" name="counted" value="${countedBy({ textUnknownVisits: textsUnknownVisits ? 'yes' : 'no', ...answersIn(typed) })}">
    <label class="choice"><input type="checkbox" name="customers" value="yes" required
      ${checked(typed.customers === 'yes')} ${invalid(typed)}> <span>All of these people are customers of ${view.salonName}
      <span class="values">The law lets you text your own customers only.</span></span></label>
    ${declarationQuestions(consentColumn).map(([name, words]) => question(name, words, link))}
    ${unknownVisits(link, preview)}
    <label for="asOf">When did you export it?</label>
    <input id="asOf" type="date" name="asOf" required max="${today}" value="${typed.asOf ?? today}">
    <p class="small">Later visits are not on the list, so it is good for ${LIST_DAYS} days.</p>
    <button class="yes">Share this list</button>
    <p class="small">With the list we store your name, your answers and the time. ${until(view)}</p>
  </form>`
}
