import { readFile } from 'node:fs/promises'
import { inlineTokens } from '@salonback/shared/inlineTokens.ts'
import { statusOf } from '@salonback/shared/platform/http/errors.ts'
import type { ListPreview } from '@salonback/shared/salons/clients/contract.ts'
import {
  Agreement,
  Approval,
  ChangeRequest,
  ColumnChoice,
  DisputeNote,
  ListShare,
  VisitAnswer,
} from '@salonback/shared/salons/owner/contract.ts'
import { parseAmount } from '@salonback/shared/salons/visits/amount.ts'
import { type Context, Hono } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { z } from 'zod'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../platform/http/errors.ts'
import { fontFiles } from '../../platform/http/htmlPage.ts'
import { checkOrigin } from '../../platform/http/origin.ts'
import { readForm, sendPage, sendProblem } from '../../platform/http/pages.ts'
import { limitVisitor, visitorAddress } from '../../platform/http/rateLimits.ts'
import { receiveFile } from '../clients/receiveFile.ts'
import { agree, approve, type OwnerContext, requestChanges } from './actions.ts'
import { answerVisit } from './answerVisit.ts'
import { remapOwnerList, shareList, uploadOwnerList } from './listActions.ts'
import { openLink, unknownLink, viewOf } from './openLink.ts'
import { donePage, linkPage, problemPage } from './pages.ts'
import type { Html, Typed } from './parts.ts'
import { dispute, statementOf } from './resultActions.ts'
import { withUploadLease } from './uploadLease.ts'

/** The pages of owner links under `/o`. They work without scripts: forms post back, and the answer is a page. */
export function ownerPages(deps: Deps): Hono {
  const pages = new Hono()
  pages.onError((error, c) => sendProblem(c, error, deps, problemPage))
  serveFiles(pages)
  pages.get('/:token', async (c) => {
    await limitVisitor(c, deps)
    return sendPage(c, await pageOf(c, deps))
  })
  acceptForms(pages, deps)
  acceptList(pages, deps)
  pages.get('/:token/statements/:number', async (c) => {
    await limitVisitor(c, deps)
    const number = Number(c.req.param('number'))
    return sendPage(c, await statementOf(deps, tokenOf(c), number))
  })
  pages.all('/*', () => {
    throw unknownLink()
  })
  return pages
}

const tokenOf = (c: Context) => c.req.param('token') ?? ''

/** The page of the link, again with what was typed if that was wrong. */
async function pageOf(c: Context, deps: Deps, typed: Typed = {}, preview?: ListPreview): Promise<Html> {
  const token = tokenOf(c)
  return linkPage(token, await viewOf(await openLink(deps.sql, token, deps.clock()), deps, preview), typed)
}

const ownerOf = (c: Context, { sql, clock, env }: Deps): OwnerContext => ({
  sql,
  env,
  clock,
  address: visitorAddress(c, env),
})

interface FormResult {
  /** The link opens its page again after the action. */
  keepsLink?: boolean
  /** Where the page shows what is wrong. */
  errorIn?: 'error' | 'columnError'
}

function acceptForms(pages: Hono, deps: Deps) {
  const accept = <S extends z.ZodType<object>>(
    name: string,
    schema: S,
    act: (input: z.output<S> & { token: string }, context: OwnerContext) => Promise<{ message: string }>,
    { keepsLink = false, errorIn = 'error' }: FormResult = {},
  ) =>
    pages.post(`/:token/${name}`, async (c) => {
      const form = await readForm(c, deps)
      const typed: Typed = { ...form }
      const parsed = schema.safeParse(form)
      if (!parsed.success) {
        const error = parsed.error.issues[0]?.message ?? 'Please check the form'
        return sendPage(c, await pageOf(c, deps, { ...typed, [errorIn]: error }), 422)
      }
      try {
        const { message } = await act({ ...parsed.data, token: tokenOf(c) }, ownerOf(c, deps))
        if (keepsLink) return sendPage(c, await pageOf(c, deps, { done: message }))
        return sendPage(c, donePage(message))
      } catch (error) {
        if (!(error instanceof AppError)) throw error
        if (error.code === 'invalid')
          return sendPage(c, await pageOf(c, deps, { ...typed, [errorIn]: error.message }), 422)
        if (error.code !== 'conflict') throw error
        return sendPage(c, await pageOf(c, deps, { ...typed, notice: error.message }), 409)
      }
    })
  accept('agree', Agreement, agree)
  accept('approve', Approval, approve)
  accept('request-changes', ChangeRequest, requestChanges)
  accept('columns', ColumnForm, remapOwnerList, { keepsLink: true, errorIn: 'columnError' })
  accept('share', ShareForm, shareList)
  accept('visit', VisitForm, answerVisit, { keepsLink: true })
  accept('dispute', DisputeNote, dispute, { keepsLink: true })
}

/** The fields of the form with the amount in minor units. */
const VisitForm = z.preprocess(
  (form: Record<string, string>) => ({
    ...form,
    visitId: form.visitId || null,
    amount: parseAmount(form.amount ?? '', form.currency) ?? undefined,
  }),
  VisitAnswer,
)

/** The fields of the form that says how to read the list. A checkbox that is not set sends nothing. */
const ColumnForm = z.preprocess(
  (form: Record<string, string>) => ({
    listId: form.listId,
    ...(form.phone && { phone: Number(form.phone) }),
    ...(form.sheet && { sheet: form.sheet }),
    hiddenRows: form.hiddenRows === 'yes',
  }),
  ColumnChoice,
)

/** The fields of the form as the declaration. */
const ShareForm = z.preprocess(
  (form: Record<string, string>) => ({
    listId: form.listId,
    asOf: form.asOf,
    declaration: {
      customers: form.customers === 'yes',
      knewOfTexts: form.knewOfTexts,
      ...(form.consentInWriting && { consentInWriting: form.consentInWriting }),
    },
  }),
  ListShare,
)

/** What is wrong with an uploaded file. */
const fileFaults: readonly string[] = ['invalid', 'too_large', 'malformed', 'wrong_type']

function acceptList(pages: Hono, deps: Deps) {
  pages.post('/:token/list', async (c) => {
    try {
      const preview = await receiveList(c, deps)
      return sendPage(c, await pageOf(c, deps, {}, preview))
    } catch (error) {
      if (!(error instanceof AppError && fileFaults.includes(error.code))) throw error
      const page = await pageOf(c, deps, { fileError: error.message })
      return sendPage(c, page, statusOf[error.code] as ContentfulStatusCode)
    }
  })
}

/** The uploaded list of a link, which is checked before the file is read. */
export async function receiveList(c: Context, deps: Deps) {
  checkOrigin(c, deps)
  await limitVisitor(c, deps)
  const token = tokenOf(c)
  const { purpose } = await openLink(deps.sql, token, deps.clock())
  if (purpose !== 'list') throw unknownLink()
  return withUploadLease(deps.sql, token, async () =>
    uploadOwnerList({ token, ...(await receiveFile(c)) }, ownerOf(c, deps)),
  )
}

/** Style sheets and fonts, read once. Their names are no tokens, which have 22 characters. */
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
        Buffer.from(inlineTokens(await readFile(new URL(name, import.meta.url), 'utf8'))),
      ),
    )
  }
  for (const [name, path] of Object.entries(fontFiles)) {
    pages.get(`/${name}`, (c) => send(c, 'font/woff2', name, () => readFile(path())))
  }
}
