/** @jsxImportSource hono/jsx */
import { count, longDate, plural } from '@salonback/shared/formats.ts'
import { datedQuestion } from '@salonback/shared/salons/offers/offerDates.ts'
import type { OwnerPage } from '@salonback/shared/salons/owner/ownerPage.ts'
import type { FC } from 'hono/jsx'
import { layout } from '../../platform/http/layout.tsx'
import { HandoverPage } from './handoverPage.tsx'
import { HomePage } from './homePage.tsx'
import { ListPage } from './listPage.tsx'
import { TextsPage } from './nextTextsPage.tsx'
import {
  Bubbles,
  Choice,
  Contact,
  Facts,
  Form,
  firstNameOf,
  invalid,
  type Link,
  Note,
  NoteField,
  Problem,
  type Typed,
  type thanks,
  until,
  WayBack,
} from './parts.tsx'
import { ResultsPage } from './resultsPage.tsx'

const bodies: Record<OwnerPage['purpose'], FC<Link>> = {
  agree: AgreePage,
  offer: OfferPage,
  list: ListPage,
  results: ResultsPage,
  handover: HandoverPage,
  texts: TextsPage,
  home: HomePage,
}

/** Pages that show the result of an action below their heading. */
const showsNote: readonly string[] = ['home', 'results', 'handover', 'texts']

/** The page that the link opens. */
export function linkPage(token: string, view: OwnerPage, typed: Typed) {
  const link = { token, view, typed }
  const Body = bodies[view.purpose]
  return layout(
    view.salonName,
    <>
      <WayBack {...link} />
      <Note words={showsNote.includes(view.purpose) ? undefined : typed.done} />
      <Body {...link} />
    </>,
  )
}

/** What happens next, by the name of the form. */
const nextSteps: Record<Exclude<keyof typeof thanks, 'stop' | 'client-texts' | 'monthly'>, string> = {
  agree: 'Next, we need your client list.',
  share: 'Next, we write your offer. You read it before anything is sent.',
  approve: 'Next, we send it to your past clients, a few each day.',
  'request-changes': 'Until you approve it, nothing is sent.',
}

interface Done {
  /** The name of the form. */
  name: string
  message: string
  /** The owner has a home link. */
  hasHome: boolean
}

/** The last page of a link that works once, with what happens next. */
export const donePage = ({ name, message, hasHome }: Done) =>
  layout(
    'Thank you',
    <div class="done">
      <h1>{message}</h1>
      <p>
        {nextSteps[name as keyof typeof nextSteps] ?? ''}{' '}
        {hasHome ? 'Your page shows it: open the link to it that we sent you.' : 'We send you a link for it.'}
      </p>
      <p class="small">
        If you have a question, <Contact />.
      </p>
    </div>,
  )

const hints: Record<number, string> = {
  404: 'Please open the whole address from the text that we sent you.',
  410: 'Each link works once and for a limited time.',
  429: 'Nothing was lost. Wait a minute, then open the link again.',
}

export const problemPage = (message: string, status: number) =>
  layout(
    'About this link',
    <>
      <h1>{message}</h1>
      <p>{hints[status] ?? 'Please open the link from our text again.'}</p>
      {status !== 429 && (
        <p>
          If you need a new link, <Contact />, and we send you one.
        </p>
      )}
    </>,
  )

function AgreePage({ token, view, typed }: Link) {
  const { points = [], agreedBeforeOn = null } = view.terms ?? {}
  return (
    <>
      <p class="kicker">Agreement for {view.salonName}</p>
      <h1>Hello {firstNameOf(view)}, here is what we agree</h1>
      {agreedBeforeOn !== null && (
        <p>
          Our terms have changed since you agreed on {longDate(agreedBeforeOn, 'UTC')}. Until you accept them,
          no new texts start.
          {view.isBehindHome && ' Your page shows what you agreed before.'}
        </p>
      )}
      <ol class="terms">
        {points.map(({ title, text }) => (
          <li>
            <h2>{title}</h2>
            <p>{text}</p>
          </li>
        ))}
      </ol>
      <Form token={token} to="agree" class="card" error={typed.error}>
        <label for="name">Your full name</label>
        <input
          id="name"
          name="name"
          value={typed.name ?? ''}
          autocomplete="name"
          required
          minlength={2}
          maxlength={100}
          {...invalid(typed)}
        />
        <button type="submit" class="yes">
          I agree
        </button>
        <p class="small">
          With these terms we store your name, the time and your internet address. {until(view)}
        </p>
      </Form>
    </>
  )
}

function OfferPage({ token, view, typed }: Link) {
  const { offer } = view
  if (!offer) return null
  const { sha256, repeatUntil, datedWords = [] } = offer
  return (
    <>
      <p class="kicker">Offer for {view.salonName}</p>
      <h1>Hello {firstNameOf(view)}, is this text right?</h1>
      <Problem error={typed.notice} />
      <figure class="phone" aria-label="The text on a phone">
        <div class="who">
          <span class="face" aria-hidden="true">
            {[...view.salonName][0]}
          </span>
          {view.salonName}
        </div>
        <Bubbles {...offer} />
      </figure>
      <p class="small centred">
        This is how it would reach you. Each client sees their own first name, or “there” if we have none, and
        a link of their own.
      </p>
      <OfferFacts {...offer} />
      <section class="card">
        {repeatUntil && <MonthlyApproval token={token} offer={offer} />}
        <Form token={token} to="approve" hidden={{ sha256, onlyThisTime: 'yes' }}>
          <button type="submit" class={repeatUntil && datedWords.length === 0 ? undefined : 'yes'}>
            {repeatUntil ? 'Approve only this time' : 'Approve for this time'}
          </button>
        </Form>
        <p class="small">We then send this text and no other. {until(view)}</p>
      </section>
      <details class="card" open={typed.note !== undefined}>
        <summary>Ask for changes</summary>
        <Form token={token} to="request-changes" hidden={{ sha256 }} error={typed.error}>
          <NoteField label="What should we change?" rows={4} typed={typed} />
          <button type="submit">Send</button>
        </Form>
      </details>
    </>
  )
}

/** Approves for each month; a text that names a date only after a question. */
function MonthlyApproval({
  token,
  offer: { sha256, datedWords = [] },
}: {
  token: string
  offer: ShownOffer
}) {
  const isDated = datedWords.length > 0
  return (
    <Form token={token} to="approve" hidden={{ sha256 }}>
      {isDated && (
        <>
          <p>{datedQuestion(datedWords)}</p>
          <Choice type="checkbox" name="datedConfirmed" value="yes" checked={false} required>
            Yes, I want these words each month
          </Choice>
        </>
      )}
      <button type="submit" class={isDated ? undefined : 'yes'}>
        Approve for each month
      </button>
    </Form>
  )
}

type ShownOffer = NonNullable<OwnerPage['offer']>

function OfferFacts({ people, eligible, countedOn, feePercent, repeatUntil }: ShownOffer) {
  const onList = countedOn
    ? `${count(eligible)} of the ${plural(people, 'client')} on your list, as of ${longDate(countedOn, 'UTC')}.`
    : 'The clients on your list.'
  const listed = countedOn && people === 0 ? 'The clients on your list, which we do not have yet.' : onList
  return (
    <Facts
      rows={[
        ['Who gets it', `${listed} We leave out those who may not be texted.`],
        ['When', 'Tuesday to Saturday, 10:00 to 18:00 at your salon.'],
        ['How often', repeatText(repeatUntil)],
        [
          'What it costs',
          `Nothing now. You pay ${feePercent} % of the first visit of a client who comes back.`,
        ],
      ]}
    />
  )
}

/** What the approval covers. */
const repeatText = (until: string | null) =>
  until === null
    ? 'This time only. For new texts we ask you again.'
    : `Each month until ${longDate(until, 'UTC')}: we ask you for a fresh list, unless your booking system sends us your bookings, and text those who had no text in the last 90 days. The day before, you get the words and can stop them.`
