/** @jsxImportSource hono/jsx */
import { count, plural } from '@salonback/shared/formats.ts'
import { type Reason, reasonLabels } from '@salonback/shared/salons/clients/eligible.ts'
import { fieldLabels, listFields } from '@salonback/shared/salons/lists/columns.ts'
import type { ListPreview } from '@salonback/shared/salons/lists/contract.ts'
import type { Typed } from './parts.tsx'
import { answersIn } from './shareForm.ts'

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
  in_campaign: 'in texts that are still to come',
  kept_aside: 'left out for now, to see what the texts do',
  not_chosen: 'not chosen for these texts',
  offered_lately: 'had an offer in the last 90 days',
  after_last_day: 'after the last day of the offer',
  list_old: 'on a list older than 14 days',
}

export function Waterfall({ typed, preview }: { typed: Typed; preview: ListPreview }) {
  const { rows, rejected, merged, waterfall: counts } = preview
  const reasons = (Object.keys(reasonLabels) as Reason[]).filter((reason) => reason !== 'eligible')
  return (
    <ol class="card steps" aria-label="From rows to clients who may be texted">
      <Total count={rows} words="Rows in the file" />
      <Less count={rejected} words="without a usable number" />
      <Less count={merged} words="with a number that another row has" />
      <Total count={rows - rejected - merged} words="Numbers" />
      {reasons.map((reason) => (
        <Less count={counts[reason]} words={reasonWords[reason]} />
      ))}
      <Total count={counts.eligible} words="May be texted" />
      <li class="small">
        {Object.keys(answersIn(typed)).length > 0
          ? 'Counted by your answers below.'
          : 'If you answer yes to each question below. With another answer we show you the new numbers before you share.'}
      </li>
    </ol>
  )
}

interface Step {
  count: number
  words: string
}

const Total = ({ count: clients, words }: Step) => (
  <li class="total">
    <span>{words}</span>
    <span>{count(clients)}</span>
  </li>
)

const Less = ({ count: clients, words }: Step) =>
  clients > 0 ? (
    <li class="less">
      <span>{words}</span>
      <span>−{count(clients)}</span>
    </li>
  ) : null

/** The columns that are used, with the first rows. */
export function Columns({ columns: names, mapping, sample }: ListPreview) {
  const used = listFields.flatMap((field) => {
    const column = mapping[field]
    return column === undefined ? [] : [{ column, label: fieldLabels[field] }]
  })
  const unused = names.filter((name, at) => name && !used.some(({ column }) => column === at))
  return (
    <section class="card">
      <h2>What we found</h2>
      <section class="wide" tabindex={0} aria-label="First rows of your list">
        <table>
          <thead>
            <tr>
              {used.map(({ column, label }) => (
                <th scope="col">
                  {label}
                  <span>{names[column]}</span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {sample.map((row) => (
              <tr>
                {used.map(({ column }) => (
                  <td>{row[column] || '–'}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {unused.length > 0 && <p class="small">Not kept: {unused.join(', ')}.</p>}
    </section>
  )
}

const dateOrders: Record<ListPreview['dateOrder'], string> = {
  'day-first': 'We read dates as day, month, year.',
  'month-first': 'We read dates as month, day, year.',
  iso: '',
}

export function Corrections({ merged, dateOrder }: ListPreview) {
  const lines = [
    merged > 0 && `We merged ${plural(merged, 'row')} with a number that is on the list twice.`,
    dateOrders[dateOrder],
  ].filter(Boolean)
  if (lines.length === 0) return null
  return (
    <section class="card">
      <h2>What we corrected</h2>
      <ul class="plain">
        {lines.map((line) => (
          <li>{line}</li>
        ))}
      </ul>
    </section>
  )
}

const SHOWN_PROBLEMS = 10

/** The first problems, and how many there are besides. */
const ProblemRows = ({ rows, total }: { rows: ListPreview['problems']; total: number }) => {
  const more = total - Math.min(rows.length, SHOWN_PROBLEMS)
  return (
    <>
      <ul class="rows">
        {rows.slice(0, SHOWN_PROBLEMS).map(({ row, column, message }) => (
          <li>
            <b>
              Row {row}
              {column && `, ${column}`}
            </b>{' '}
            {message}
          </li>
        ))}
      </ul>
      {more > 0 && <p class="small">And {count(more)} more.</p>}
    </>
  )
}

/** Rows that could not be used; mere notes are folded. */
export function Problems({ problems: all, rejected, reported }: ListPreview) {
  const left = all.filter(({ column }) => column !== null)
  const notes = all.filter(({ column }) => column === null)
  return (
    <>
      {left.length > 0 && (
        <section class="card">
          <h2>Rows that we could not use</h2>
          <ProblemRows rows={left} total={rejected} />
          <p class="small">You can share the list as it is, or correct the file and choose it again.</p>
        </section>
      )}
      {notes.length > 0 && (
        <details class="card">
          <summary>Good to know about {plural(notes.length, 'row')}</summary>
          <ProblemRows rows={notes} total={Math.max(notes.length, reported)} />
        </details>
      )}
    </>
  )
}
