import { type App, copiedWorld } from './app.ts'
import { passTime, salonWithOffer } from './salons.ts'

/** Makes a salon with three clients who got its offer on Tuesday, 10 March 2026. */
export async function textSalon(app: App) {
  const names = ['Mary', 'Siobhán', 'Orla']
  const clientsOf = names.map((name, n) => `${name},+44770090060${n}`)
  const { salon, offerId } = await salonWithOffer(app, clientsOf)
  const campaign = await app.staff.salonCampaigns.start({ id: salon.id, offerId, perDay: 100 })
  await passTime(app, 5 * 3_600_000)
  const { items: clients } = await app.staff.clients.list({ id: salon.id })
  return { ...salon, offerId, campaignId: campaign.id, clients }
}

/** The service with that salon. */
export const textedSalon = copiedWorld(async (app) => ({ salon: await textSalon(app) }))
