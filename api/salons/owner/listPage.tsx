/** @jsxImportSource hono/jsx */

import { type ListPreview, listUpload } from '@salonback/shared/salons/lists/contract.ts'
import {
  type DeclarationQuestion,
  declarationQuestions,
  UNKNOWN_VISITS,
} from '@salonback/shared/salons/lists/declarationQuestions.ts'
import { NO_NUMBERS } from '@salonback/shared/salons/lists/listFault.ts'
import { LIST_DAYS } from '@salonback/shared/salons/salons/days.ts'
import { ExportGuide } from './exportGuide.tsx'
import { ChooseColumn, ChooseLastVisit, OtherRows, UnreadAnswers } from './listChoices.tsx'
import { Columns, Corrections, Problems, Waterfall } from './listReading.tsx'
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
    <Waterfall typed={link.typed} preview={preview} />
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

/** What the owner confirms about clients without a known last visit. */
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
