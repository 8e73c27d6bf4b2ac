import { brand } from '@salonback/shared/brand.ts'
import { isOfficeHour } from '@salonback/shared/salons/chasers/officeHours.ts'
import type { Deps } from '../../deps.ts'
import { inTransaction, type Sql } from '../../platform/db/open.ts'
import { runEach } from '../../platform/runEach.ts'
import { linkText } from '../ownerLinks/sendLink.ts'
import { sendToOwner, Unsent } from '../ownerLinks/sendToOwner.ts'
import { lockSalonState } from '../salons/queries.ts'
import { type DueChaser, findDueChasers } from './queries.ts'

type SendDeps = Pick<Deps, 'sql' | 'env' | 'clock' | 'mailer' | 'log'>

/** Reminders of one round: other chores wait for it. */
const MOST = 50

/** Reminds owners of requests without an answer: each kind at most once a week, in office hours of the salon. */
export async function sendChasers(deps: SendDeps): Promise<void> {
  await runEach(deps, await findDueChasers(deps.sql, deps.clock()), {
    what: 'a reminder to an owner',
    idsOf: ({ salonId, kind }) => ({ salonId, kind }),
    most: MOST,
    step: (due) => remindInHours(deps, due),
  })
}

/** False outside office hours, and if nothing can carry the reminder. */
async function remindInHours(deps: SendDeps, due: DueChaser): Promise<boolean> {
  if (!isOfficeHour(due.timeZone, deps.clock())) return false
  try {
    await inTransaction(deps.sql, (open) => sendChaser(open, deps, due))
    return true
  } catch (error) {
    if (error instanceof Unsent) return false
    throw error
  }
}

async function sendChaser(sql: Sql, deps: SendDeps, { salonId, kind }: DueChaser): Promise<void> {
  await lockSalonState(sql, salonId)
  // Checked again under the lock: another worker, or the owner's answer, may have been first.
  const [due] = await findDueChasers(sql, deps.clock(), { salonId, kind })
  if (!due) return
  const sentBy = await sendToOwner(
    sql,
    deps,
    { ...due, id: salonId },
    {
      purpose: kind,
      subjectId: due.subjectId,
      aside: ', a reminder',
      words: `${linkText[kind]}:`,
      subject: `Reminder from ${brand.name} for ${due.name}`,
      paragraphs: [`A reminder: ${linkText[kind]}.`],
      button: 'Open the page',
    },
  )
  if (!sentBy) throw new Unsent()
}
