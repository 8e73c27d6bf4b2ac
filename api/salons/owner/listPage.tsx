/** @jsxImportSource hono/jsx */
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
import { ExportGuide } from './exportGuide.tsx'
import { ChooseColumn, ChooseLastVisit, OtherRows, UnreadAnswers } from './listChoices.tsx'
import { Choice, Form, firstNameOf, invalid, type Link, Note, Problem, type Typed, until } from './parts.tsx'
import { answersIn, countedBy } from './shareForm.ts'

interface Part {
  link: Link
  preview: ListPreview
}

/** The upload, or the content of the uploaded file with the form that shares it. */
export function ListPage(link: Link) {
  const preview = link.view.list?.preview
  return preview ? <ReviewPage link={link} preview={preview} /> : <UploadPage {...link} />
}

const UploadPage = (link: Link) => (
  <>
    <p class="kicker">Client list of {link.view.salonName}</p>
    <h1>Hello {firstNameOf(link.view)}, please share your client list</h1>
    <p>
      Get a file of your clients from your booking system, as CSV or Excel, and choose it here. You see what
      we read before you share it.
    </p>
    <ExportGuide {...link} />
    <div class="card">
      <FileForm {...link} />
    </div>
    <ul class="card plain small">
      <li>We keep first names, phone numbers, visits and who said yes or no to texts.</li>
      <li>We do not keep notes, addresses, e-mail or birthdays.</li>
      <li>The list stays yours. We delete the file once you share it. {until(link.view)}</li>
    </ul>
  </>
)

/** No `accept` attribute: Android would hide CSV files that it knows as another type. */
const FileForm = ({ token, typed: { fileError } }: Link) => (
  <Form token={token} to="list" enctype="multipart/form-data" error={fileError}>
    <label for="file">Your file, up to 20 MB</label>
    <input id="file" type="file" name={listUpload.field} required {...invalid({ error: fileError })} />
    <button type="submit" class="yes">
      Read this file
    </button>
  </Form>
)

function ReviewPage({ link, preview }: Part) {
  const { view, typed } = link
  const isAsked = countedBy(answersIn(typed)) === countedBy({})
  return (
    <>
      <p class="kicker">Client list of {view.salonName}</p>
      <h1>Hello {firstNameOf(view)}, is this your list?</h1>
      {isAsked ? <Problem error={typed.notice} /> : <Note words={typed.notice} />}
      <p class="small file">
        From the file <b>{preview.fileName}</b>
      </p>
      <ReadPart link={link} preview={preview} />
      <details class="card" open={Boolean(typed.fileError)}>
        <summary>Choose another file</summary>
        <FileForm {...link} />
      </details>
    </>
  )
}

/** One question at a time: the numbers, the last visit, then the list. */
function ReadPart(part: Part) {
  if (part.preview.needsPhoneColumn) return <ChooseColumn {...part} />
  return part.preview.needsLastVisitColumn ? <ChooseLastVisit {...part} /> : <FoundList {...part} />
}

const FoundList = ({ link, preview }: Part) => (
  <>
    <Waterfall link={link} preview={preview} />
    {preview.noLastVisit && preview.mapping.lastVisit === undefined && (
      <ChooseLastVisit link={link} preview={preview} />
    )}
    <Columns {...preview} />
    <OtherRows link={link} preview={preview} />
    <UnreadAnswers {...preview} />
    <Problems {...preview} />
    <Corrections {...preview} />
    {hasNumbers(preview) ? <ShareForm link={link} preview={preview} /> : <Problem error={NO_NUMBERS} />}
  </>
)

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

function Waterfall({ link, preview }: Part) {
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
        {Object.keys(answersIn(link.typed)).length > 0
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
function Columns({ columns: names, mapping, sample }: ListPreview) {
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

function Corrections({ merged, dateOrder }: ListPreview) {
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
function Problems({ problems: all, rejected, reported }: ListPreview) {
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

const answers = { yes: 'Yes', no: 'No', unknown: 'I do not know' }

interface Question {
  name: DeclarationQuestion
  words: { owner: string; hint: string }
  typed: Typed
}

const Question = ({ name, words: { owner, hint }, typed }: Question) => (
  <fieldset>
    <legend>{owner}</legend>
    <p class="small">{hint}</p>
    {Object.entries(answers).map(([value, label]) => (
      <Choice type="radio" name={name} value={value} required checked={typed[name] === value}>
        {label}
      </Choice>
    ))}
  </fieldset>
)

/** The owner's sentence about clients whose last visit is not known. */
function UnknownVisits({ link, preview }: Part) {
  const { textsUnknownVisits, waterfall, noLastVisit } = preview
  const isSaid = (link.typed.textUnknownVisits ?? (textsUnknownVisits ? 'yes' : 'no')) === 'yes'
  if (!isSaid && !noLastVisit && waterfall.unknown_last_visit === 0) return null
  return (
    <>
      <input type="hidden" name="asksUnknownVisits" value="yes" />
      <Choice type="checkbox" name="textUnknownVisits" value="yes" checked={isSaid}>
        <span>
          {UNKNOWN_VISITS.owner} <span class="values">{UNKNOWN_VISITS.hint}</span>
        </span>
      </Choice>
    </>
  )
}

function ShareForm({ link, preview }: Part) {
  const { id, consentColumn, textsUnknownVisits } = preview
  const { token, view, typed } = link
  const today = view.list?.today ?? ''
  const counted = countedBy({ textUnknownVisits: textsUnknownVisits ? 'yes' : 'no', ...answersIn(typed) })
  return (
    <Form token={token} to="share" class="card" hidden={{ listId: id, counted }}>
      <h2>A few questions about this list</h2>
      <Problem error={typed.error} />
      <Choice
        type="checkbox"
        name="customers"
        value="yes"
        required
        checked={typed.customers === 'yes'}
        {...invalid(typed)}
      >
        <span>
          All of these people are customers of {view.salonName}{' '}
          <span class="values">The law lets you text your own customers only.</span>
        </span>
      </Choice>
      {declarationQuestions(consentColumn).map(([name, words]) => (
        <Question name={name} words={words} typed={typed} />
      ))}
      <UnknownVisits link={link} preview={preview} />
      <label for="asOf">When did you export it?</label>
      <input id="asOf" type="date" name="asOf" required max={today} value={typed.asOf ?? today} />
      <p class="small">Later visits are not on the list, so it is good for {LIST_DAYS} days.</p>
      <button type="submit" class="yes">
        Share this list
      </button>
      <p class="small">With the list we store your name, your answers and the time. {until(view)}</p>
    </Form>
  )
}
