import { brand } from '@salonback/shared/brand.ts'
import { longDate } from '@salonback/shared/formats.ts'
import type { OwnerPage } from '@salonback/shared/salons/owner/contract.ts'
import { html } from 'hono/html'

export type Html = ReturnType<typeof html>

/** What the owner typed, and why it was refused. */
export interface Typed {
  name?: string | undefined
  note?: string | undefined
  customers?: string | undefined
  knewOfTexts?: string | undefined
  consentInWriting?: string | undefined
  asOf?: string | undefined
  clientId?: string | undefined
  visitOn?: string | undefined
  amount?: string | undefined
  entryId?: string | undefined
  /** Why the file of a list was refused. */
  fileError?: string | undefined
  /** Why the list was not read in another way. */
  columnError?: string | undefined
  /** Shown beside the field. */
  error?: string | undefined
  /** Shown above the page. */
  notice?: string
  /** Shown above the page after an action. */
  done?: string
}

export interface Link {
  token: string
  view: OwnerPage
  typed: Typed
}

export const contact = html`write to <a href="mailto:${brand.supportEmail}">${brand.supportEmail}</a> or text <a
    href="sms:${brand.smsNumber}" class="number">${brand.smsNumberShown}</a>`

export const firstNameOf = ({ ownerName }: OwnerPage) => ownerName.split(' ')[0]

export const problem = (error: string | undefined) =>
  error ? html`<p class="problem" role="alert" id="problem">${error}</p>` : html``

/** Attributes of a field: after an error the page opens at it. */
export const invalid = ({ error }: { error?: string | undefined }) =>
  error ? html`aria-invalid="true" aria-describedby="problem" autofocus` : html``

/** On one line. */
const dateOf = (iso: string) => longDate(iso, 'UTC').replaceAll(' ', '\u00a0')

export const until = ({ expiresAt }: OwnerPage) => `The link works until ${dateOf(expiresAt)}.`
