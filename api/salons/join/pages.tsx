/** @jsxImportSource hono/jsx */
import { brand } from '@salonback/shared/brand.ts'
import { joinWording, WORDING_VERSION } from '@salonback/shared/salons/join/wording.ts'
import { layout } from '../../platform/http/layout.tsx'
import type { JoinRequest, JoinSalon } from './queries.ts'
import { shownNumber } from './subscriber.ts'

/** What the visitor typed, and what is wrong with it by field. */
export interface Typed {
  firstName?: string | undefined
  phone?: string | undefined
  agree?: string | undefined
  errors: Partial<Record<string, string>>
  /** Shown above the form. */
  notice?: string
}

const pathOf = ({ slug }: JoinSalon) => `/join/${slug}`

/** The form. The sentence beside the box is the one that is stored. */
export const joinPage = (salon: JoinSalon, typed: Typed = { errors: {} }) =>
  layout(
    'Offers by text',
    <>
      <h1>Get our offers by text</h1>
      <p>At most 4 texts a year, and you can stop them with one word.</p>
      {typed.notice && (
        <p class="problem" role="alert">
          {typed.notice}
        </p>
      )}
      <form method="post" action={pathOf(salon)} class="card">
        <input type="hidden" name="wording" value={WORDING_VERSION} />
        <Problem name="firstName" errors={typed.errors} />
        <label for="firstName">First name (optional)</label>
        <input {...field('firstName', typed)} autocomplete="given-name" maxlength={40} />
        <Problem name="phone" errors={typed.errors} />
        <label for="phone">Mobile number</label>
        <input {...field('phone', typed)} type="tel" autocomplete="tel" required maxlength={40} />
        <Problem name="agree" errors={typed.errors} />
        <label class="consent" for="agree">
          <input id="agree" type="checkbox" name="agree" value="yes" required {...invalid('agree', typed)} />{' '}
          <span>{joinWording(salon)}</span>
        </label>
        <button type="submit" class="yes">
          Send me a text to confirm
        </button>
        <p class="small">
          Nothing is sent but that one text until you confirm. {salon.name} decides how your number is used;{' '}
          {brand.name} sends the texts for it. <a href="/privacy">Privacy</a>
        </p>
      </form>
      <KeywordHint {...salon} />
    </>,
    { name: salon.name },
  )

const Problem = ({ name, errors }: { name: string; errors: Typed['errors'] }) =>
  errors[name] ? (
    <p class="problem" role="alert" id={`problem-${name}`}>
      {errors[name]}
    </p>
  ) : null

/** Attributes of a text field. */
const field = (name: 'firstName' | 'phone', typed: Typed) => ({
  id: name,
  name,
  value: typed[name] ?? '',
  ...invalid(name, typed),
})

/** Attributes of a field with an error: the page opens at the first one. */
const invalid = (name: string, { errors }: Typed) =>
  errors[name]
    ? {
        'aria-invalid': 'true' as const,
        'aria-describedby': `problem-${name}`,
        autofocus: Object.keys(errors)[0] === name,
      }
    : {}

/** The other way to join. */
function KeywordHint(salon: JoinSalon) {
  const number = shownNumber(salon)
  if (number === null) return null
  return (
    <p class="small">
      You can also text JOIN to{' '}
      <a class="number" href={`sms:${salon.number}?&body=JOIN`}>
        {number}
      </a>
      .
    </p>
  )
}

/** The same whether a text was sent or not: the page must not show which numbers are known. */
export const sentPage = (salon: JoinSalon, phone: string) =>
  layout(
    'Check your phone',
    <div class="done">
      <h1>Please check your phone</h1>
      <p>
        If <span class="number">{phone}</span> can get texts from {salon.name}, one is on its way. Reply YES
        to it, or open its link, within 48 hours. Until then you are not on the list.
      </p>
      <p class="small">
        No text? Check the number and <a href={pathOf(salon)}>try again</a>. Each number gets one confirmation
        a day.
      </p>
    </div>,
    { name: salon.name },
  )

/** Opening the link confirms nothing, because previews open links too. */
export const confirmPage = (salon: JoinSalon, token: string, { phone, wording }: JoinRequest) =>
  layout(
    'Please confirm',
    <>
      <h1>Shall we text you our offers?</h1>
      <form method="post" action={`${pathOf(salon)}/confirm/${token}`} class="card">
        <p>{wording}</p>
        <p class="small">
          Your number ends in <span class="number">{phone.slice(-3)}</span>.
        </p>
        <button type="submit" class="yes">
          Yes, text me offers
        </button>
        <p class="small">Not you, or changed your mind? Close this page, and nothing more is sent.</p>
      </form>
    </>,
    { name: salon.name },
  )

export const joinedPage = (salon: JoinSalon) =>
  layout(
    'You are in',
    <div class="done">
      <h1>You are in</h1>
      <p>{salon.name} sends you its offers by text, at most 4 a year. Reply STOP to any of them to stop.</p>
      <p>You can close this page.</p>
    </div>,
    { name: salon.name },
  )

const hints: Record<number, string> = {
  404: 'Please check the address, or ask at the salon.',
  409: 'To get texts again, text START to the number that you sent STOP to. Then ask again.',
  410: 'A link works for 48 hours. Open the page of the salon and ask for a new text.',
  429: 'Nothing was lost. Wait a minute, then try again.',
}

export const problemPage = (message: string, status: number) =>
  layout(
    'Offers by text',
    <>
      <h1>{message}</h1>
      <p>{hints[status] ?? 'Please try again.'}</p>
    </>,
  )
