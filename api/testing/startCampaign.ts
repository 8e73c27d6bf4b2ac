import type { App } from './app.ts'

/** Starts first texts to these prospects, who agreed to texts from us. */
export const startCampaign = (
  { staff }: Pick<App, 'staff'>,
  prospectIds: string[],
  template = 'Hi {name}, Salonback here.',
) => staff.campaigns.start({ prospectIds, template, basis: 'consent' })
