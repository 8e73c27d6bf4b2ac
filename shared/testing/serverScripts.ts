import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))

interface Server {
  dataDir: string
}

/** Makes queued texts, of all numbers or one, due now in the database of a running server: Postgres decides what is due. */
export const makeTextsDue = ({ dataDir }: Server, phone = '') => run('makeTextsDue', dataDir, phone)

/** Adds three clients of a salon who were texted 45 days ago and booked for 20 days ago. */
export const addBookings = ({ dataDir }: Server, salonId: string) => run('addBookings', dataDir, salonId)

/** Makes waiting events fail, as after a day of attempts. */
export const failDeliveries = ({ dataDir }: Server) => run('failDeliveries', dataDir)

async function run(name: string, ...args: string[]): Promise<void> {
  const script = ['--import', 'tsx', `api/testing/${name}.ts`, ...args]
  const child = spawn(process.execPath, script, { cwd: root, stdio: 'inherit' })
  const code = await new Promise((resolve) => child.once('exit', resolve))
  if (code !== 0) throw new Error(`${name} ended with ${code}`)
}
