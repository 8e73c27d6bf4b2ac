import { count, plural } from '@salonback/shared/formats.ts'
import type { ListPreview } from '@salonback/shared/salons/lists/contract.ts'
import { markColor, marksQuestion, markWords } from '@salonback/shared/salons/lists/marks.ts'
import { html } from 'hono/html'
import type { Html } from '../salons/layout.ts'
import { type Link, problem } from './parts.ts'

/** Lets the owner choose the column of the numbers, with sample values of each column. */
export function chooseColumn(link: Link, preview: ListPreview): Html {
  const { phoneColumns, proposedPhoneColumn } = preview
  return columnForm(
    link,
    preview,
    html`<p>We found ${plural(preview.rows, 'row')}, but no column of mobile numbers that we know by its name.</p>
    <fieldset>
      <legend>Which column holds the mobile numbers?</legend>
      ${phoneColumns.map((column) => columnChoice('phone', column, proposedPhoneColumn))}
    </fieldset>
    ${rowChoices(preview)}
    <button class="yes">Use this column</button>`,
  )
}

type ColumnOf = ListPreview['phoneColumns'][number]

const columnChoice = (field: string, { index, name, values }: ColumnOf, proposed: number | null): Html =>
  html`<label class="choice"><input type="radio" name="${field}" value="${index}" required
    ${index === proposed ? 'checked' : ''}> <span class="choice-words"><b>${name || `Column ${index + 1}`}</b>
      <span class="values">${values.join(' · ') || 'Empty'}</span></span></label>`

/** Lets the owner choose the column of the last visit, or say that there is none. */
export function chooseLastVisit(link: Link, preview: ListPreview): Html {
  const { lastVisitColumns: columns, proposedLastVisitColumn: proposed, noLastVisit } = preview
  const isNone = noLastVisit || columns.length === 0
  return columnForm(
    link,
    preview,
    html`<p>We found no column of last visits that we know by its name. Without it we cannot tell who came last week,
      so we text none of these clients.</p>
    <fieldset>
      <legend>Which column says when they last came?</legend>
      ${columns.map((column) => columnChoice('lastVisit', column, isNone ? null : proposed))}
      <label class="choice"><input type="radio" name="lastVisit" value="none" required ${isNone ? 'checked' : ''}>
        <span class="choice-words"><b>There is no such column</b>
          <span class="values">You can also export the list again with the last visit.</span></span></label>
    </fieldset>
    ${rowChoices(preview)}
    <button class="yes">Go on</button>`,
  )
}

/** Other sheets of the file, and rows that a filter hides. */
export function otherRows(link: Link, preview: ListPreview): Html {
  if (preview.sheets.length < 2 && preview.hiddenRows === 0 && preview.marks.length === 0) return html``
  return columnForm(
    link,
    preview,
    html`<h2>What we read of the file</h2>${rowChoices(preview)}<button>Read again</button>`,
  )
}

const columnForm = ({ token, typed }: Link, { id }: ListPreview, fields: Html): Html =>
  html`<form method="post" action="/o/${token}/columns" class="card">
    ${problem(typed.columnError)}
    <input type="hidden" name="listId" value="${id}">
    ${fields}
  </form>`

function rowChoices({ sheet, sheets, hiddenRows, includesHiddenRows, marks }: ListPreview): Html {
  const option = ({ name, hidden }: ListPreview['sheets'][number]) =>
    html`<option value="${name}" ${name === sheet ? 'selected' : ''}>${name}${hidden ? ' (hidden)' : ''}</option>`
  const others = sheets.filter(({ chosen }) => !chosen).map(({ name }) => name)
  return html`${
    sheets.length > 1
      ? html`<label for="sheet">Sheet</label><select id="sheet" name="sheet">${sheets.map(option)}</select>
        <p class="small">Not read: ${others.join(', ')}.</p>`
      : ''
  }
  ${
    hiddenRows > 0
      ? html`<label class="choice"><input type="checkbox" name="hiddenRows" value="yes" ${includesHiddenRows ? 'checked' : ''}>
        Read the ${plural(hiddenRows, 'row')} that a filter hides in your file</label>`
      : ''
  }
  ${marks.length > 0 ? html`<p>${marksQuestion(marks)}</p>` : ''}
  ${marks.map(markChoice)}`
}

/** The colour as a picture: the pages allow no styles in attributes. */
const markChoice = (mark: ListPreview['marks'][number]): Html =>
  html`<label class="choice"><input type="checkbox" name="mark-${mark.key}" value="yes" ${mark.leftOut ? 'checked' : ''}>
    <span class="choice-words">${swatch(markColor(mark))} Do not text: ${markWords(mark)}</span></label>`

const swatch = (color: string | null): Html =>
  color
    ? html`<svg width="16" height="16" aria-hidden="true"><rect width="16" height="16" rx="3" fill="${color}" stroke="currentColor"></rect></svg>`
    : html``

const SHOWN_ANSWERS = 10

/** Answers about texts that could not be read; staff will ask about them. */
export function unreadAnswers({ unreadConsent: answers }: ListPreview): Html {
  if (answers.length === 0) return html``
  const more = answers.length - SHOWN_ANSWERS
  return html`<section class="card"><h2>Answers that we do not understand</h2>
    <ul class="plain">${answers
      .slice(0, SHOWN_ANSWERS)
      .map(({ value, clients }) => html`<li>${plural(clients, 'client')}: “${value}”</li>`)}</ul>
    ${more > 0 ? html`<p class="small">And ${count(more)} more.</p>` : ''}
    <p class="small">We will ask you what they mean. Until then these clients get no text.</p>
  </section>`
}
