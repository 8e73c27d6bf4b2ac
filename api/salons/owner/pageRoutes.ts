import { readFile } from 'node:fs/promises'
import { statusOf } from '@salonback/shared/platform/http/errors.ts'
import type { ListPreview } from '@salonback/shared/salons/lists/contract.ts'
import {
  Agreement,
  Approval,
  CampaignStop,
  ChangeRequest,
  ClientAnswer,
  ColumnChoice,
  DisputeNote,
  HandoverTexts,
  ProgrammeSwitch,
  SystemChoice,
  TakenBack,
  VisitAnswer,
} from '@salonback/shared/salons/owner/contract.ts'
import { OwnerStep } from '@salonback/shared/salons/owner/ownerPage.ts'
import { nextTask, tasksOf } from '@salonback/shared/salons/owner/tasks.ts'
import type { LinkPurpose } from '@salonback/shared/salons/salons/contract.ts'
import { parseAmount } from '@salonback/shared/salons/visits/amount.ts'
import { type Context, Hono } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { z } from 'zod'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../platform/http/errors.ts'
import { fontFiles, type Html, pageStyles } from '../../platform/http/htmlPage.ts'
import { checkOrigin } from '../../platform/http/origin.ts'
import { privateHeaders, readForm, sendPage, sendProblem } from '../../platform/http/pages.ts'
import { limitVisitor, visitorAddress } from '../../platform/http/rateLimits.ts'
import { receiveFile } from '../lists/receiveFile.ts'
import { findOwnerLink, hasHomeLink } from '../ownerLinks/ownerLinks.ts'
import { oneSalon } from '../salons/queries.ts'
import { agree, approve, type OwnerContext, requestChanges } from './actions.ts'
import { answerQuestion } from './answerQuestion.ts'
import { answerVisit } from './answerVisit.ts'
import { bookingFileOf } from './bookingFileOf.ts'
import { setProgramme, setTexts, stopTexts } from './homeActions.ts'
import { chooseSystem, remapOwnerList, uploadOwnerList } from './listActions.ts'
import { openLink, unknownLink, viewOf } from './openLink.ts'
import { donePage, linkPage, problemPage } from './pages.tsx'
import { type Typed, thanks } from './parts.tsx'
import { dispute, statementOf, takeBack } from './resultActions.ts'
import { answersIn, ShareForm, shareCounted } from './shareForm.ts'
import { findTaskFacts } from './tasks.ts'
import { withUploadLease } from './uploadLease.ts'

/** The pages of owner links under `/o`. They work without scripts: forms post back, and the answer is a page. */
export function ownerPages(deps: Deps): Hono {
  const pages = new Hono()
  pages.onError(
    async (error, c) => (await backHome(c, error, deps)) ?? sendProblem(c, error, deps, problemPage),
  )
  serveFiles(pages)
  const showPage = async (c: Context, step?: OwnerStep) => {
    await limitVisitor(c, deps)
    return sendPage(c, await pageOf(c, deps, step, { done: thanksAfter(c.req.query('after')) }))
  }
  pages.get('/:token', (c) => showPage(c))
  for (const step of OwnerStep.options) pages.get(`/:token/${step}`, (c) => showPage(c, step))
  acceptForms(pages, deps)
  acceptList(pages, deps)
  pages.get('/:token/statements/:number', async (c) => {
    await limitVisitor(c, deps)
    const number = Number(c.req.param('number'))
    return sendPage(c, await statementOf(deps, tokenOf(c), number))
  })
  pages.get('/:token/bookings/:file', async (c) => {
    await limitVisitor(c, deps)
    const id = c.req.param('file').replace(/\.ics$/, '')
    return sendFile(c, await bookingFileOf(deps, tokenOf(c), id))
  })
  pages.all('/*', () => {
    throw unknownLink()
  })
  return pages
}

const tokenOf = (c: Context) => c.req.param('token') ?? ''

const thanksAfter = (name: string | undefined) =>
  name !== undefined && Object.hasOwn(thanks, name) ? thanks[name as keyof typeof thanks] : undefined

/** The page of the link; after a wrong form with the typed values. */
async function pageOf(
  c: Context,
  deps: Deps,
  step: LinkPurpose | undefined,
  typed: Typed,
  preview?: ListPreview,
): Promise<Html> {
  const token = tokenOf(c)
  const link = await openLink(deps.sql, token, deps.clock(), { step })
  return linkPage(
    token,
    await viewOf(link, deps, { answers: answersIn(typed), ...(preview && { made: preview }) }),
    typed,
  )
}

/** Redirects after a form, so that a reload sends nothing again. */
function goTo(c: Context, path: string): Response {
  for (const [name, value] of Object.entries(privateHeaders)) c.header(name, value)
  return c.redirect(path, 303)
}

const sendFile = (c: Context, file: string) =>
  c.body(file, 200, {
    ...privateHeaders,
    'Content-Type': 'text/calendar; charset=utf-8',
    'Content-Disposition': 'attachment; filename="booking.ics"',
  })

/** Redirects from a finished step to the page of the home link. */
async function backHome(c: Context, error: Error, { sql }: Deps): Promise<Response | undefined> {
  const [, , token = '', step] = c.req.path.split('/')
  if (!(error instanceof AppError && error.code === 'gone' && step)) return undefined
  const link = await findOwnerLink(sql, token)
  return link?.purpose === 'home' ? goTo(c, `/o/${token}`) : undefined
}

/** Path after an action through a home link: the next step, else the page. */
async function nextPath(deps: Deps, token: string, salonId: string, name: string): Promise<string> {
  const facts = await findTaskFacts(deps.sql, await oneSalon(deps.sql, salonId), deps.clock())
  const next = nextTask(tasksOf(facts))
  return `/o/${token}${next ? `/${next}` : ''}?after=${name}`
}

export const ownerOf = (c: Context, deps: Deps): OwnerContext => ({
  ...deps,
  address: visitorAddress(c, deps.env),
})

interface FormResult {
  /** The page with the form. Unset: the page of the link. */
  step?: LinkPurpose
  /** The link opens its page again after the action. */
  keepsLink?: boolean
  /** The field at which the page shows the error. */
  errorIn?: 'error' | 'columnError'
}

function acceptForms(pages: Hono, deps: Deps) {
  const accept = <S extends z.ZodType<object>>(
    name: string,
    schema: S,
    act: (input: z.output<S> & { token: string }, context: OwnerContext) => Promise<{ message: string }>,
    { step, keepsLink = false, errorIn = 'error' }: FormResult,
  ) => {
    pages.post(`/:token/${name}`, async (c) => {
      const form = await readForm(c, deps)
      const typed: Typed = { ...form }
      const parsed = schema.safeParse(form)
      if (!parsed.success) {
        const [issue] = parsed.error.issues
        const error = issue?.message ?? 'Please check the form'
        const errorField = String(issue?.path[0])
        return sendPage(c, await pageOf(c, deps, step, { ...typed, [errorIn]: error, errorField }), 422)
      }
      try {
        const { message } = await act({ ...parsed.data, token: tokenOf(c) }, ownerOf(c, deps))
        if (keepsLink) return sendPage(c, await pageOf(c, deps, step, { done: message }))
        return await afterAction(c, deps, name, message)
      } catch (error) {
        if (!(error instanceof AppError)) throw error
        if (error.code === 'invalid') {
          const [errorField] = Object.keys(error.fields ?? {})
          const shown = { ...typed, [errorIn]: error.message, ...(errorField && { errorField }) }
          return sendPage(c, await pageOf(c, deps, step, shown), 422)
        }
        if (error.code !== 'conflict') throw error
        return sendPage(c, await pageOf(c, deps, step, { ...typed, notice: error.message }), 409)
      }
    })
    // Opening the address of a form, for example from the history, changes nothing.
    if (name !== step) pages.get(`/:token/${name}`, (c) => goTo(c, `/o/${tokenOf(c)}`))
  }
  accept('agree', Agreement, agree, { step: 'agree' })
  accept('approve', ApprovalForm, approve, { step: 'offer' })
  accept('request-changes', ChangeRequest, requestChanges, { step: 'offer' })
  accept('columns', ColumnForm, remapOwnerList, { step: 'list', keepsLink: true, errorIn: 'columnError' })
  accept('system', SystemChoice, chooseSystem, { step: 'list', keepsLink: true })
  accept('share', ShareForm, shareCounted, { step: 'list' })
  accept('visit', VisitForm, answerVisit, { step: 'results', keepsLink: true })
  accept('take-back', TakenBack, takeBack, { step: 'results', keepsLink: true })
  accept('answer', ClientAnswer, answerQuestion, { step: 'handover', keepsLink: true })
  accept('dispute', DisputeNote, dispute, { step: 'results', keepsLink: true })
  accept('client-texts', TextsForm, setTexts, { step: 'home', keepsLink: true })
  accept('monthly', MonthlyForm, setProgramme, { step: 'home', keepsLink: true })
  accept('stop', CampaignStop, stopTexts, {})
}

const ApprovalForm = z.preprocess(
  ({ sha256, onlyThisTime, datedConfirmed }: Record<string, string>) => ({
    sha256,
    onlyThisTime: onlyThisTime === 'yes',
    datedConfirmed: datedConfirmed === 'yes',
  }),
  Approval,
)

const TextsForm = z.preprocess(
  ({ texts }: Record<string, string>) => ({ texts: texts === 'yes' }),
  HandoverTexts,
)

const MonthlyForm = z.preprocess(({ on }: Record<string, string>) => ({ on: on === 'yes' }), ProgrammeSwitch)

/** A home link continues with the next step; another link has ended with the action. */
async function afterAction(c: Context, deps: Deps, name: string, message: string) {
  const token = tokenOf(c)
  const link = await findOwnerLink(deps.sql, token)
  if (!link) throw unknownLink()
  if (link.purpose === 'home') return goTo(c, await nextPath(deps, token, link.salonId, name))
  return sendPage(c, donePage({ name, message, hasHome: await hasHomeLink(deps.sql, link.salonId) }))
}

/** The fields of the form with the amount in minor units. */
const VisitForm = z.preprocess(
  (form: Record<string, string>) => ({
    ...form,
    visitId: form.visitId || null,
    amount: parseAmount(form.amount ?? '', form.currency) ?? undefined,
    // The second time with the same amount.
    amountConfirmed: form.asked !== undefined && form.asked !== '' && form.asked === form.amount,
  }),
  VisitAnswer,
)

/** The choices how to read the list. An unset checkbox sends nothing. */
const ColumnForm = z.preprocess(
  (form: Record<string, string>) => ({
    listId: form.listId,
    ...(form.phone && { phone: Number(form.phone) }),
    ...(form.lastVisit === 'none' && { noLastVisit: true }),
    ...(form.lastVisit && form.lastVisit !== 'none' && { lastVisit: Number(form.lastVisit) }),
    ...(form.sheet && { sheet: form.sheet }),
    hiddenRows: form.hiddenRows === 'yes',
    leftOutMarks: Object.keys(form).flatMap((name) => /^mark-(\w{1,10})$/.exec(name)?.[1] ?? []),
  }),
  ColumnChoice,
)

/** Error message about an uploaded file. */
const fileFaults: readonly string[] = ['invalid', 'too_large', 'malformed', 'wrong_type']

function acceptList(pages: Hono, deps: Deps) {
  pages.post('/:token/list', async (c) => {
    try {
      const preview = await receiveList(c, deps)
      return sendPage(c, await pageOf(c, deps, 'list', {}, preview))
    } catch (error) {
      if (!(error instanceof AppError && fileFaults.includes(error.code))) throw error
      const page = await pageOf(c, deps, 'list', { fileError: error.message })
      return sendPage(c, page, statusOf[error.code] as ContentfulStatusCode)
    }
  })
}

/** Receives the list of a link. Checks the link before it reads the file. */
export async function receiveList(c: Context, deps: Deps) {
  checkOrigin(c, deps)
  await limitVisitor(c, deps)
  const token = tokenOf(c)
  await openLink(deps.sql, token, deps.clock(), { step: 'list' })
  return withUploadLease(deps.sql, token, async () =>
    uploadOwnerList({ token, ...(await receiveFile(c)) }, ownerOf(c, deps)),
  )
}

/** Style sheets, each after the shared tokens, and fonts, read once. A name cannot be taken for a token, which has 22 characters. */
function serveFiles(pages: Hono) {
  const files = new Map<string, Promise<Uint8Array<ArrayBuffer>>>()
  const send = async (c: Context, type: string, name: string, read: () => Promise<Buffer>) => {
    const file = files.get(name) ?? read().then((bytes) => new Uint8Array(bytes))
    files.set(name, file)
    return c.body(await file, 200, { 'Content-Type': type, 'Cache-Control': 'public, max-age=3600' })
  }
  for (const name of ['owner.css', 'statement.css']) {
    pages.get(`/${name}`, (c) =>
      send(c, 'text/css; charset=utf-8', name, async () =>
        Buffer.from(await pageStyles(new URL(name, import.meta.url))),
      ),
    )
  }
  for (const [name, path] of Object.entries(fontFiles)) {
    pages.get(`/${name}`, (c) => send(c, 'font/woff2', name, () => readFile(path())))
  }
}
