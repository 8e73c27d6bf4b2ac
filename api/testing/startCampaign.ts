import type { App } from './app.ts'
import { makeProspects } from './factories.ts'

type Start = Parameters<App['staff']['firstTexts']['start']>[0]

/** Starts first texts to these prospects, who agreed to texts from us. */
export const startCampaign = ({ staff }: Pick<App, 'staff'>, prospectIds: string[], more?: Partial<Start>) =>
  staff.firstTexts.start({ prospectIds, template: 'Hi {name}, Salonback here.', basis: 'consent', ...more })

/** Starts first texts to new prospects with numbers from `fictional(300)`. */
export async function campaignTo(app: Pick<App, 'sql' | 'staff'>, count: number, more?: Partial<Start>) {
  const prospects = await makeProspects(app.sql, count)
  const prospectIds = prospects.map(({ id }) => id)
  const phones = prospects.map(({ phone }) => phone)
  return { ...(await startCampaign(app, prospectIds, more)), prospectIds, phones }
}
