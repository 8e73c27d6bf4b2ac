import type { OpenAPIHono } from '@hono/zod-openapi'
import { OWNER_LIST_PATH, owner } from '@salonback/shared/salons/owner/contract.ts'
import type { Deps } from '../../deps.ts'
import { visitorAddress } from '../../platform/http/rateLimits.ts'
import { type CallContext, serve } from '../../platform/http/serve.ts'
import { agree, approve, requestChanges } from './actions.ts'
import { answerQuestion } from './answerQuestion.ts'
import { answerVisit } from './answerVisit.ts'
import { chooseSystem, remapOwnerList, shareList } from './listActions.ts'
import { openLink, viewOf } from './openLink.ts'
import { ownerPages, receiveList } from './pageRoutes.ts'
import { dispute } from './resultActions.ts'
import { setProgramme } from './setProgramme.ts'
import { setTexts } from './setTexts.ts'
import { stopTexts } from './stopTexts.ts'
import { takeBack } from './takeBack.ts'

export function ownerRoutes(app: OpenAPIHono, deps: Deps): void {
  serve(app, deps, 'owner', owner, {
    open: async ({ token, step }, context) =>
      viewOf(await openLink(context.sql, token, context.clock(), { step }), context),
    agree: (input, context) => agree(input, ownerOf(context)),
    approve: (input, context) => approve(input, ownerOf(context)),
    requestChanges: (input, context) => requestChanges(input, ownerOf(context)),
    remapList: (input, context) => remapOwnerList(input, ownerOf(context)),
    chooseSystem: (input, context) => chooseSystem(input, ownerOf(context)),
    shareList: (input, context) => shareList(input, ownerOf(context)),
    visit: ({ token, answer }, context) => answerVisit({ token, ...answer }, ownerOf(context)),
    takeBack: (input, context) => takeBack(input, ownerOf(context)),
    stop: (input, context) => stopTexts(input, ownerOf(context)),
    answer: ({ token, question }, context) => answerQuestion({ token, ...question }, ownerOf(context)),
    setTexts: (input, context) => setTexts(input, ownerOf(context)),
    setProgramme: (input, context) => setProgramme(input, ownerOf(context)),
    dispute: (input, context) => dispute(input, ownerOf(context)),
  })
  app.post(OWNER_LIST_PATH.replace('{token}', ':token'), async (c) => c.json(await receiveList(c, deps)))
  app.route('/o', ownerPages(deps))
}

const ownerOf = ({ sql, clock, env, mailer, http }: CallContext) => ({
  mailer,
  sql,
  env,
  clock,
  address: visitorAddress(http, env),
})
