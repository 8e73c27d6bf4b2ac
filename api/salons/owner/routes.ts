import type { OpenAPIHono } from '@hono/zod-openapi'
import { OWNER_LIST_PATH, owner } from '@salonback/shared/salons/owner/contract.ts'
import type { CallContext, Deps } from '../../deps.ts'
import { serve } from '../../platform/http/serve.ts'
import { agree, approve, requestChanges } from './actions.ts'
import { answerQuestion } from './answerQuestion.ts'
import { answerVisit } from './answerVisit.ts'
import { setProgramme, setTexts, stopTexts } from './homeActions.ts'
import { chooseSystem, remapOwnerList, shareList } from './listActions.ts'
import { openLink, viewOf } from './openLink.ts'
import { ownerOf, ownerPages, receiveList } from './pageRoutes.ts'
import { dispute, takeBack } from './resultActions.ts'

export function ownerRoutes(app: OpenAPIHono, deps: Deps): void {
  serve(app, deps, 'owner', owner, {
    open: async ({ token, step }, context) =>
      viewOf(await openLink(context.sql, token, context.clock(), { step }), context),
    agree: (input, context) => agree(input, contextOf(context)),
    approve: (input, context) => approve(input, contextOf(context)),
    requestChanges: (input, context) => requestChanges(input, contextOf(context)),
    remapList: (input, context) => remapOwnerList(input, contextOf(context)),
    chooseSystem: (input, context) => chooseSystem(input, contextOf(context)),
    shareList: (input, context) => shareList(input, contextOf(context)),
    visit: ({ token, answer }, context) => answerVisit({ token, ...answer }, contextOf(context)),
    takeBack: (input, context) => takeBack(input, contextOf(context)),
    stop: (input, context) => stopTexts(input, contextOf(context)),
    answer: ({ token, question }, context) => answerQuestion({ token, ...question }, contextOf(context)),
    setTexts: (input, context) => setTexts(input, contextOf(context)),
    setProgramme: (input, context) => setProgramme(input, contextOf(context)),
    dispute: (input, context) => dispute(input, contextOf(context)),
  })
  app.post(OWNER_LIST_PATH.replace('{token}', ':token'), async (c) => c.json(await receiveList(c, deps)))
  app.route('/o', ownerPages(deps))
}

const contextOf = (context: CallContext) => ownerOf(context.http, context)
