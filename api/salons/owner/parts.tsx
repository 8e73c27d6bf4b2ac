/** @jsxImportSource hono/jsx */
import { brand } from '@salonback/shared/brand.ts'
import { longDate, money, plural } from '@salonback/shared/formats.ts'
import { leftText } from '@salonback/shared/salons/billing/paper.ts'
import { textCaps } from '@salonback/shared/salons/clients/campaignCaps.ts'
import { MAX_NOTE } from '@salonback/shared/salons/owner/contract.ts'
import type { OwnerPage } from '@salonback/shared/salons/owner/ownerPage.ts'
import type { PropsWithChildren } from 'hono/jsx'

/** Typed values of a refused form, and the reason. */
export interface Typed {
  name?: string | undefined
  note?: string | undefined
  customers?: string | undefined
  toldOfTexts?: string | undefined
  couldRefuse?: string | undefined
  consentInWriting?: string | undefined
  asksUnknownVisits?: string | undefined
  textUnknownVisits?: string | undefined
  asOf?: string | undefined
  clientId?: string | undefined
  visitOn?: string | undefined
  amount?: string | undefined
  entryId?: string | undefined
  id?: string | undefined
  words?: string | undefined
  /** Why the file of a list was refused. */
  fileError?: string | undefined
  /** Why the list was not read in another way. */
  columnError?: string | undefined
  /** Shown beside the field. */
  error?: string | undefined
  /** The field with the error, in a form with several fields. */
  errorField?: string
  /** Shown above the page. */
  notice?: string
  /** Shown above the page after an action. */
  done?: string
}

/** What the owner reads after an action, by the name of its form. */
export const thanks = {
  agree: 'Thank you. You have agreed.',
  share: 'Thank you. We have your list.',
  approve: 'Thank you. The offer is approved.',
  'request-changes': 'Thank you. We will change the offer and send you a new link.',
  stop: 'Stopped. None of these texts will leave.',
  'client-texts': 'Saved.',
  monthly: 'Saved.',
}

export interface Link {
  token: string
  view: OwnerPage
  typed: Typed
}

/** How to reach us, as part of a sentence. */
export const Contact = () => (
  <>
    write to <a href={`mailto:${brand.supportEmail}`}>{brand.supportEmail}</a> or text{' '}
    <a href={`sms:${brand.smsNumber}`} class="number">
      {brand.smsNumberShown}
    </a>
  </>
)

export const firstNameOf = ({ ownerName }: OwnerPage) => ownerName.split(' ')[0]

export const Problem = ({ error }: { error: string | undefined }) =>
  error ? (
    <p class="problem" role="alert" id="problem">
      {error}
    </p>
  ) : null

/** Attributes of a field with an error, which gets the focus when the page opens. */
export const invalid = ({ error }: { error?: string | undefined }) =>
  error ? { 'aria-invalid': 'true' as const, 'aria-describedby': 'problem', autofocus: true } : {}

interface Form extends PropsWithChildren {
  token: string
  /** Path after the token. */
  to: string
  hidden?: Record<string, string>
  /** Why the form was refused. */
  error?: string | undefined
  class?: string
  enctype?: 'multipart/form-data'
}

/** A form of the page, which posts to the link. */
export const Form = ({ token, to, hidden = {}, error, children, ...rest }: Form) => (
  <form method="post" action={`/o/${token}/${to}`} {...rest}>
    {Object.entries(hidden).map(([name, value]) => (
      <input key={name} type="hidden" name={name} value={value} />
    ))}
    <Problem error={error} />
    {children}
  </form>
)

interface NoteField {
  id?: string
  name?: 'note' | 'words'
  label: string
  rows?: number
  typed: Typed
}

/** Words of the owner, with what was typed before. */
export const NoteField = ({ id, name = 'note', label, rows = 3, typed }: NoteField) => {
  const field = id ? `${name}-${id}` : name
  return (
    <>
      <label for={field}>{label}</label>
      <textarea id={field} name={name} rows={rows} required maxlength={MAX_NOTE} {...invalid(typed)}>
        {typed[name] ?? ''}
      </textarea>
    </>
  )
}

interface Choice extends PropsWithChildren {
  type: 'radio' | 'checkbox'
  name: string
  value: string
  checked: boolean
  required?: boolean
  'aria-invalid'?: 'true'
}

export const Choice = ({ children, ...input }: Choice) => (
  <label class="choice">
    <input {...input} /> {children}
  </label>
)

/** A client with the number on one line. */
export function ClientName({ client }: { client: string }) {
  const at = Math.max(client.indexOf('+'), 0)
  return (
    <>
      {client.slice(0, at)}
      <span class="number">{client.slice(at)}</span>
    </>
  )
}

/** On one line. */
const dateOf = (iso: string) => longDate(iso, 'UTC').replaceAll(' ', '\u00a0')

export const until = ({ expiresAt }: OwnerPage) =>
  expiresAt === null ? '' : `The link works until ${dateOf(expiresAt)}.`

/** A note above the page, such as the result of an action. */
export const Note = ({ words }: { words: string | undefined }) =>
  words ? (
    <p class="done-note" role="status">
      {words}
    </p>
  ) : null

interface PageHead extends PropsWithChildren, Pick<Link, 'view' | 'typed'> {
  /** Before the name of the salon. */
  kicker: string
}

/** The heading of a page, why nothing was done, and the result of an action. */
export const PageHead = ({ view, typed, kicker, children }: PageHead) => (
  <>
    <p class="kicker">
      {kicker} {view.salonName}
    </p>
    <h1>
      Hello {firstNameOf(view)}, {children}
    </h1>
    <Problem error={typed.notice} />
    <Note words={typed.done} />
  </>
)

/** Labels with their values. */
export const Facts = ({ rows, class: name }: { rows: readonly [string, string][]; class?: string }) => (
  <dl class="facts">
    {rows.map(([label, value]) => (
      <div class={name}>
        <dt>{label}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
)

/** The way back from a page behind a home link. */
export const WayBack = ({ token, view }: Link) =>
  view.isBehindHome ? (
    <p class="back">
      <a href={`/o/${token}`}>Back to your page</a>
    </p>
  ) : null

interface Standing {
  total: number
  outstanding: number
  left?: number
  paid?: number
  credited?: number
}

/** What is left of a statement: `£13.50 to pay`, or how it was settled. */
export function standingText(
  { total, outstanding, left = outstanding, paid = total, credited = 0 }: Standing,
  currency: string,
): string {
  const open = outstanding > 0 ? leftText({ left, outstanding }, currency) : null
  if (open !== null) return open
  if (total === 0) return 'nothing to pay'
  if (total < 0) return 'in your favour'
  if (credited === 0) return 'paid'
  return [paid > 0 ? `${money(paid, currency)} paid` : '', `${money(credited, currency)} credited`]
    .filter(Boolean)
    .join(', ')
}

/** Shows links of a sample text underlined, without an address. */
const Bubble = ({ text }: { text: string }) => (
  <p class="bubble">
    {text
      .split(/(https?:\/\/\S+)/)
      .map((part, at) => (at % 2 === 1 ? <span class="link">{part}</span> : part))}
  </p>
)

/** An offer and its reminder as they look on a phone. */
export const Bubbles = ({ body, reminderBody }: { body: string; reminderBody: string | null }) => (
  <div class="talk">
    <Bubble text={body} />
    {reminderBody && (
      <>
        <p class="later">
          One reminder, at least {plural(textCaps.daysBetween, 'day')} later, if there is no answer
        </p>
        <Bubble text={reminderBody} />
      </>
    )}
  </div>
)
