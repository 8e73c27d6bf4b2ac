/** @jsxImportSource hono/jsx */
import { count, plural } from '@salonback/shared/formats.ts'
import type { ListPreview } from '@salonback/shared/salons/lists/contract.ts'
import { markColor, marksQuestion, markWords } from '@salonback/shared/salons/lists/marks.ts'
import type { Child } from 'hono/jsx'
import { Choice, Form, type Link } from './parts.tsx'

interface Part {
  link: Link
  preview: ListPreview
}

/** Lets the owner choose the column of the numbers, with sample values of each column. */
export const ChooseColumn = ({ link, preview }: Part) => (
  <ColumnForm link={link} preview={preview}>
    <p>We found {plural(preview.rows, 'row')}, but no column of mobile numbers that we know by its name.</p>
    <fieldset>
      <legend>Which column holds the mobile numbers?</legend>
      {preview.phoneColumns.map((column) => (
        <ColumnChoice field="phone" column={column} proposed={preview.proposedPhoneColumn} />
      ))}
    </fieldset>
    <RowChoices {...preview} />
    <button type="submit" class="yes">
      Use this column
    </button>
  </ColumnForm>
)

interface ColumnChoice {
  field: string
  column: ListPreview['phoneColumns'][number]
  proposed: number | null
}

const ColumnChoice = ({ field, column: { index, name, values }, proposed }: ColumnChoice) => (
  <Choice type="radio" name={field} value={String(index)} required checked={index === proposed}>
    <ChoiceWords name={name || `Column ${index + 1}`} hint={values.join(' · ') || 'Empty'} />
  </Choice>
)

const ChoiceWords = ({ name, hint }: { name: string; hint: string }) => (
  <span class="choice-words">
    <b>{name}</b> <span class="values">{hint}</span>
  </span>
)

/** Lets the owner choose the column of the last visit, or say that there is none. */
export function ChooseLastVisit({ link, preview }: Part) {
  const { lastVisitColumns: columns, proposedLastVisitColumn: proposed, noLastVisit } = preview
  const isNone = noLastVisit || columns.length === 0
  return (
    <ColumnForm link={link} preview={preview}>
      <p>
        We found no column of last visits that we know by its name. Without it we cannot tell who came last
        week, so we text none of these clients.
      </p>
      <fieldset>
        <legend>Which column says when they last came?</legend>
        {columns.map((column) => (
          <ColumnChoice field="lastVisit" column={column} proposed={isNone ? null : proposed} />
        ))}
        <Choice type="radio" name="lastVisit" value="none" required checked={isNone}>
          <ChoiceWords
            name="There is no such column"
            hint="You can also export the list again with the last visit."
          />
        </Choice>
      </fieldset>
      <RowChoices {...preview} />
      <button type="submit" class="yes">
        Go on
      </button>
    </ColumnForm>
  )
}

/** Other sheets of the file, and rows that a filter hides. */
export const OtherRows = ({ link, preview }: Part) =>
  preview.sheets.length < 2 && preview.hiddenRows === 0 && preview.marks.length === 0 ? null : (
    <ColumnForm link={link} preview={preview}>
      <h2>What we read of the file</h2>
      <RowChoices {...preview} />
      <button type="submit">Read again</button>
    </ColumnForm>
  )

const ColumnForm = ({ link, preview, children }: Part & { children: Child }) => (
  <Form
    token={link.token}
    to="columns"
    class="card"
    hidden={{ listId: preview.id }}
    error={link.typed.columnError}
  >
    {children}
  </Form>
)

const RowChoices = ({ sheet, sheets, hiddenRows, includesHiddenRows, marks }: ListPreview) => (
  <>
    {sheets.length > 1 && <SheetChoice sheet={sheet} sheets={sheets} />}
    {hiddenRows > 0 && (
      <Choice type="checkbox" name="hiddenRows" value="yes" checked={includesHiddenRows}>
        Read the {plural(hiddenRows, 'row')} that a filter hides in your file
      </Choice>
    )}
    {marks.length > 0 && <p>{marksQuestion(marks)}</p>}
    {marks.map((mark) => (
      <Choice type="checkbox" name={`mark-${mark.key}`} value="yes" checked={mark.leftOut}>
        <span class="choice-words">
          <Swatch color={markColor(mark)} /> Do not text: {markWords(mark)}
        </span>
      </Choice>
    ))}
  </>
)

const SheetChoice = ({ sheet, sheets }: Pick<ListPreview, 'sheet' | 'sheets'>) => (
  <>
    <label for="sheet">Sheet</label>
    <select id="sheet" name="sheet">
      {sheets.map(({ name, hidden }) => (
        <option value={name} selected={name === sheet}>
          {name}
          {hidden && ' (hidden)'}
        </option>
      ))}
    </select>
    <p class="small">
      Not read:{' '}
      {sheets
        .filter(({ chosen }) => !chosen)
        .map(({ name }) => name)
        .join(', ')}
      .
    </p>
  </>
)

/** The colour as a picture: the pages allow no styles in attributes. */
const Swatch = ({ color }: { color: string | null }) =>
  color ? (
    <svg width="16" height="16" aria-hidden="true">
      <rect width="16" height="16" rx="3" fill={color} stroke="currentColor" />
    </svg>
  ) : null

const SHOWN_ANSWERS = 10

/** Answers about texts that could not be read; staff will ask about them. */
export function UnreadAnswers({ unreadConsent: answers }: Pick<ListPreview, 'unreadConsent'>) {
  if (answers.length === 0) return null
  const more = answers.length - SHOWN_ANSWERS
  return (
    <section class="card">
      <h2>Answers that we do not understand</h2>
      <ul class="plain">
        {answers.slice(0, SHOWN_ANSWERS).map(({ value, clients }) => (
          <li>
            {plural(clients, 'client')}: “{value}”
          </li>
        ))}
      </ul>
      {more > 0 && <p class="small">And {count(more)} more.</p>}
      <p class="small">We will ask you what they mean. Until then these clients get no text.</p>
    </section>
  )
}
