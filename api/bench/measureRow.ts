import { errorStack } from '@salonback/shared/errorMessage.ts'
import { rows } from './rows.ts'
import type { Outcome } from './runInProcessGroup.ts'
import { stopDatabases } from './withDatabase.ts'

// Measures the row named by the first argument and sends the outcome to the parent process.
const row = rows[process.argv[2] ?? '']
if (!row) throw new Error(`unknown row: ${process.argv[2]}`)
process.once('SIGTERM', () => void stopDatabases().then(() => process.exit(1)))
// The parent was killed: end the whole process group.
process.once('disconnect', () => process.kill(-process.pid, 'SIGTERM'))
const outcome: Outcome = await row.measure().then(
  (figures) => ({ figures }),
  (error: unknown) => ({ failed: errorStack(error) }),
)
// The parent ends this process when it has the outcome.
process.send?.(outcome)
