import { serve } from '@hono/node-server'
import { errorMessage } from '@salonback/shared/errorMessage.ts'
import { Hono } from 'hono'
import { processEnv } from '../env.ts'
import { createLog } from '../log.ts'
import { chooseDatabase } from '../platform/db/chooseDatabase.ts'
import { startEmbedded } from '../platform/db/embedded.ts'
import { migrate } from '../platform/db/migrate.ts'
import { openDatabase, usedByOthers } from '../platform/db/open.ts'
import { answerError } from '../platform/http/errors.ts'
import { hostAllowlist } from '../platform/http/origin.ts'
import { createRejections } from '../platform/http/rejections.ts'
import { simulatedAccount } from './account.ts'
import { createSimulator } from './app.ts'
import { simulatorGuard } from './guard.ts'

/**
 * The simulated phone network as a separate process on PORT. It posts webhooks to the service at PUBLIC_URL. It accepts
 * the credentials from the environment or, without them, those in its database, which it prints.
 */
async function main() {
  const env = processEnv()
  const log = createLog(env.LOG_LEVEL)
  const embedded = env.DATABASE_URL ? null : await startEmbedded({ dataDir: env.DATA_DIR })
  const sql = openDatabase(await chooseDatabase(env, embedded))
  await migrate(sql)
  const own = await simulatedAccount(sql)
  const clock = () => new Date()
  const rejections = createRejections({ env, clock, log })
  const simulator = createSimulator({
    sql,
    accountSid: env.TWILIO_ACCOUNT_SID ?? own.sid,
    authToken: env.TWILIO_AUTH_TOKEN ?? own.token,
    sender: env.TWILIO_FROM_NUMBER ?? own.number,
    handlesOptOut: env.TWILIO_HANDLES_OPT_OUT,
    publicUrl: env.PUBLIC_URL,
    clock,
    log,
    guard: simulatorGuard({ sql, env, clock, rejections }),
  })
  const app = new Hono()
  app.onError((error, c) => answerError(error, c, log))
  app.use(
    '/dev/*',
    hostAllowlist({ env: { HOST: env.HOST, PUBLIC_URL: `http://localhost:${env.PORT}` }, rejections }),
  )
  app.route('/', simulator.app)
  const server = serve({ fetch: app.fetch, port: env.PORT, hostname: env.HOST })
  simulator.start()
  const lines = [
    `Phones: http://${env.HOST}:${env.PORT}/dev/phones`,
    ...(env.TWILIO_ACCOUNT_SID ? [] : [`TWILIO_ACCOUNT_SID=${own.sid}`, `TWILIO_AUTH_TOKEN=${own.token}`]),
  ]
  process.stdout.write(`${lines.join('\n')}\n`)
  const stop = async () => {
    await new Promise((resolve) => server.close(resolve))
    await simulator.stop()
    const shared = await usedByOthers(sql).catch(() => false)
    await sql.end({ timeout: 5 })
    if (!shared) await embedded?.stop()
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void stop())
}

main().catch((error: unknown) => {
  process.stderr.write(`${errorMessage(error)}\n`)
  process.exitCode = 1
})
