import { contracts } from '@salonback/shared/contracts.ts'
import type { AnyEndpoint } from '@salonback/shared/platform/http/endpoint.ts'
import { FunnelStep } from '@salonback/shared/sales/metrics/contract.ts'
import { expect, test } from 'vitest'
import { type App, testApp } from '../../testing/app.ts'
import { fictional, makeProspects } from '../../testing/factories.ts'
import { textsOnHandset } from '../../testing/handsetTexts.ts'
import { REMINDER, salonWithOffer } from '../../testing/salons.ts'
import { textFrom } from '../../testing/webhooks.ts'

/** The first two are prospects as well, the last one is a client only. */
const [ASKED, UNSURE, CLIENT] = [fictional(300), fictional(301), fictional(650)]

/** Features of the Salons workspace, and the sessions, which change with the clock. */
const others = [
  ...['salons', 'today', 'health', 'clients', 'campaigns', 'replies', 'results', 'billing'],
  ...['people', 'search', 'auth'],
]

/** Path of every read call of the seven tabs. A new one is covered, unless it has another parameter. */
function readingPaths(campaignId: string): string[] {
  const values: Record<string, string[]> = {
    '{id}': [campaignId],
    '{number}': [ASKED, UNSURE, CLIENT].map(encodeURIComponent),
    '{step}': [...FunnelStep.options],
  }
  const rows = Object.entries(contracts).flatMap(([feature, calls]) =>
    others.includes(feature) ? [] : (Object.values(calls) as AnyEndpoint[]),
  )
  return rows
    .filter(({ method, access }) => method === 'GET' && access !== 'public')
    .flatMap(({ path }) => {
      const parameter = /\{\w+\}/.exec(path)?.[0]
      return parameter ? (values[parameter] ?? []).map((value) => path.replace(parameter, value)) : [path]
    })
}

/** All that the seven tabs show. */
async function shownBy({ staffRequest }: App, campaignId: string) {
  const shown: Record<string, unknown> = {}
  for (const path of readingPaths(campaignId)) shown[path] = await (await staffRequest(path)).json()
  return shown
}

/** Prospects with first texts, answers and an opt-out of the agency. */
async function agencyAtWork(app: App): Promise<string> {
  const { sql, staff, origin, worker } = app
  const prospects = await makeProspects(sql, 4)
  const prospectIds = prospects.map(({ id }) => id)
  const { id } = await staff.firstTexts.start({ prospectIds, template: 'Salonback: hello', basis: 'consent' })
  await worker.round()
  await textFrom(origin, ASKED, 'Yes please')
  await textFrom(origin, fictional(303), 'STOP')
  await worker.round()
  return id
}

test('a salon and its clients change nothing that the seven tabs show', async () => {
  const app = await testApp()
  const { origin, worker } = app
  const campaignId = await agencyAtWork(app)
  const before = await shownBy(app, campaignId)
  const agency = { initialContactSent: 4, positiveResponses: 1, optOuts: 1 }
  expect(before['/api/admin/sms-metrics']).toMatchObject(agency)

  const { salon, offerId } = await salonWithOffer(app, [ASKED, UNSURE, CLIENT], { reminder: REMINDER })
  await app.staff.campaigns.start({ id: salon.id, offerId, perDay: 1, reminderAfterDays: 7 })
  await worker.round()
  const sent = await Promise.all([ASKED, UNSURE, CLIENT].map((phone) => textsOnHandset(app.sql, phone)))
  expect(sent.flat().filter((text) => text.startsWith('Aoife Hair'))).toHaveLength(1)
  const to = { To: salon.sender.address }
  await textFrom(origin, ASKED, 'Yes please', to)
  await textFrom(origin, UNSURE, 'Who is this?', to)
  await textFrom(origin, CLIENT, 'Too many texts from you', to)
  await app.staff.replies.reply({ id: salon.id, phoneNumber: ASKED, message: 'See you on Friday' })
  await worker.round()
  expect(await shownBy(app, campaignId)).toEqual(before)

  // The opt-out of a client is for every sender, but is not one of the agency's.
  const ofClient = `/api/admin/conversation/${encodeURIComponent(CLIENT)}`
  await textFrom(origin, CLIENT, 'STOP', to)
  const { [ofClient]: _, ...after } = await shownBy(app, campaignId)
  const { [ofClient]: __, ...same } = before
  expect(after).toEqual(same)
})
