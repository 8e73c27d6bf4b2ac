import { type App, copiedWorld } from './app.ts'
import { ownerLink } from './ownerLink.ts'
import { later, passTime, salonWithOffer } from './salons.ts'
import { textFrom } from './webhooks.ts'

/** Makes a salon with three clients who got its offer on Tuesday, 10 March 2026. */
export async function textSalon(app: App) {
  const names = ['Mary', 'Siobhán', 'Orla']
  const clientsOf = names.map((name, n) => `${name},+44770090060${n}`)
  const { salon, offerId } = await salonWithOffer(app, clientsOf)
  const campaign = await app.staff.campaigns.start({ id: salon.id, offerId, perDay: 100 })
  await passTime(app, 5 * 3_600_000)
  const { items: clients } = await app.staff.clients.list({ id: salon.id })
  return { ...salon, offerId, campaignId: campaign.id, clients }
}

/** The service with that salon. */
export const textedSalon = copiedWorld(async (app) => ({ salon: await textSalon(app) }))

/** The service with that salon ten days after its client Mary answered. `token` is of a link of the owner to the results. */
export const answeredSalon = copiedWorld(async (app) => {
  const { id, sender, clients } = await textSalon(app)
  await textFrom(app.origin, '+447700900600', 'Yes please', { To: sender.address })
  await later(app, 10)
  const { token } = await ownerLink(app, id, 'results')
  const mary = clients.find(({ firstName }) => firstName === 'Mary')?.id ?? ''
  return { id, mary, token }
})
