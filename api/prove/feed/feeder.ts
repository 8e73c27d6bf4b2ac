import { createInterface } from 'node:readline'
import { setTimeout as wait } from 'node:timers/promises'
import type { Appointment } from '@salonback/shared/salons/appointments/appointment.ts'
import { systemClock } from '../../deps.ts'
import { readEnv } from '../../env.ts'
import { createLog } from '../../log.ts'
import { openDatabase } from '../../platform/db/open.ts'
import { createMailer } from '../../platform/mail/mailer.ts'
import { createPost } from '../../platform/receivers/post.ts'
import { sendEvents } from '../../platform/receivers/sendEvents.ts'
import { settleAppointments } from '../../salons/appointments/settleAppointments.ts'
import { storeAppointments } from '../../salons/appointments/storeAppointments.ts'

/** A process that stores each line of appointments, answers in the same order, and sends events until it is killed. */
const [database = '', salonId = ''] = process.argv.slice(2)
const env = readEnv({ PHONE_HASH_KEY: 'ab'.repeat(32) })
const sql = openDatabase(database, { max: 4 })
const deps = {
  ...{ sql, env, clock: systemClock, log: createLog('silent') },
  mailer: createMailer(env, { keep: null }),
  post: createPost({ anyAddress: true, timeoutMs: 1000 }),
}

/** As the worker does in its rounds. */
async function work() {
  for (;;) {
    await settleAppointments(deps).catch(() => undefined)
    await sendEvents(deps).catch(() => 0)
    await wait(20)
  }
}

void work()
process.stdout.write('ready\n')
for await (const line of createInterface(process.stdin)) {
  const appointments = JSON.parse(line) as Appointment[]
  const stored = await storeAppointments(deps, { salonId, source: 'proof', appointments }).catch(() => null)
  process.stdout.write(stored ? 'stored\n' : 'failed\n')
}
