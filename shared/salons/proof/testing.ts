import { compareAll } from './compare.ts'
import type { CampaignProof, SalonProof } from './contract.ts'

const proof = (n: number, more: Partial<CampaignProof>): CampaignProof => ({
  id: `5d6ff7a0-0000-4000-8000-00000000060${n}`,
  startsAt: '2026-09-15T09:00:00.000Z',
  percent: 10,
  texted: { people: 0, returned: 0 },
  keptAside: { people: 0, returned: 0 },
  texts: null,
  waiting: 0,
  listFrom: null,
  ...more,
})

const proofOf = (campaigns: CampaignProof[]): SalonProof => ({ campaigns, total: compareAll(campaigns) })

/** No campaign kept clients aside. */
export const noProof = proofOf([])

/** A campaign that waits for a list, one that tells nothing yet, one with an effect, and one with two texts; for tests of screens. */
export const proofForTests = proofOf([
  proof(1, { startsAt: '2026-11-17T09:00:00.000Z', waiting: 240, listFrom: '2026-12-19' }),
  proof(2, { texted: { people: 180, returned: 21 }, keptAside: { people: 20, returned: 1 } }),
  proof(3, { texted: { people: 900, returned: 108 }, keptAside: { people: 100, returned: 5 } }),
  proof(4, {
    percent: 0,
    texted: { people: 400, returned: 66 },
    texts: {
      one: { version: 3, people: 200, returned: 16 },
      other: { version: 4, people: 200, returned: 50 },
    },
  }),
])
