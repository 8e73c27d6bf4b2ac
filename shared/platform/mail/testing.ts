import type { Mail } from './contract.ts'

/** A sent mail, for tests of screens. */
export const mailForTests = (n: number, more: Partial<Mail> = {}): Mail => ({
  id: `5d6ff7a0-0000-4000-8000-00000000070${n}`,
  kind: 'statement',
  to: 'aoife@glow.example',
  subject: `Statement ${n} from Salonback`,
  state: 'sent',
  stateAt: '2026-11-24T09:00:00.000Z',
  createdAt: '2026-11-24T09:00:00.000Z',
  problem: null,
  ...more,
})
