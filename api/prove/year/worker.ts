import { createInterface } from 'node:readline'
import { openDatabase } from '../../platform/db/open.ts'
import { startApp } from '../../testing/start.ts'
import { settings } from './play.ts'

/** A process that runs a round of the worker at each time from its standard input until it is killed. */
const [database = '', origin = ''] = process.argv.slice(2)
/** Texts of a sender between two times: enough for the agency to write to the owners of 20 salons. */
const MOST = 30
let now = new Date()
const app = await startApp({
  sql: openDatabase(database, { max: 8 }),
  clock: () => now,
  carrierUrl: origin,
  listens: false,
  settings: { ...settings, PUBLIC_URL: origin },
})

process.stdout.write('ready\n')
for await (const line of createInterface(process.stdin)) {
  now = new Date(line)
  // A sender sends one text a second, and two lines are hours apart.
  for (let texts = 0; texts < MOST && (await app.worker.round()) > 0; texts++)
    now = new Date(now.getTime() + 1000)
  for (const logged of app.logged.splice(0)) process.stdout.write(logged)
  process.stdout.write('done\n')
}
