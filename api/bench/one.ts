import { errorStack } from '@salonback/shared/errorMessage.ts'
import { stopDatabases } from './postgres.ts'
import { rows } from './rows.ts'
import type { Told } from './runApart.ts'

// One row of the bench, in a process and a group of its own: tells its figures, or why there are none.
const row = rows[process.argv[2] ?? '']
if (!row) throw new Error('there is no such row')
process.once('SIGTERM', () => void stopDatabases().then(() => process.exit(1)))
// Whoever asked was killed: everything of this group ends with it.
process.once('disconnect', () => process.kill(-process.pid, 'SIGTERM'))
const told: Told = await row.measure().then(
  (figures) => ({ figures }),
  (error: unknown) => ({ failed: errorStack(error) }),
)
// Ended by whoever asked, once this has arrived there.
process.send?.(told)
