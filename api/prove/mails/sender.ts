import { setTimeout as wait } from 'node:timers/promises'
import { systemClock } from '../../deps.ts'
import { readEnv } from '../../env.ts'
import { createLog } from '../../log.ts'
import { openDatabase } from '../../platform/db/open.ts'
import { createMailer } from '../../platform/mail/mailer.ts'
import { sendMails } from '../../platform/mail/sendMails.ts'

/** A process that sends mails in rounds, as the worker does, until it is killed. */
const [database = '', smtp = ''] = process.argv.slice(2)
const env = readEnv({ SMTP_URL: smtp, MAIL_FROM: 'hello@salonback.example' })
const sql = openDatabase(database, { max: 2 })
const mailer = createMailer(env, { keep: null, timeouts: { session: 2000, answer: 2000 } })
const log = createLog('silent')

process.stdout.write('ready\n')
for (;;) {
  await sendMails({ sql, mailer, env, log, clock: systemClock }).catch(() => 0)
  await wait(20)
}
