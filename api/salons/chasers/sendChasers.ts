import { brand } from '@salonback/shared/brand.ts'
import { isOfficeHour } from '@salonback/shared/salons/chasers/officeHours.ts'
import { firstNameOf } from '@salonback/shared/salons/salons/rules.ts'
import { queueText } from '../../core/messages/outbox.ts'
import type { Deps } from '../../deps.ts'
import { inTransaction, type Sql } from '../../platform/db/open.ts'
import { queueMail } from '../../platform/mail/queueMail.ts'
import { runEach } from '../../platform/runEach.ts'
import { linkText } from '../salons/links.ts'
import { createOwnerLink } from '../salons/ownerLinks.ts'
import { lockSalonState } from '../salons/queries.ts'
import { type DueChaser, findDueChasers, insertChaser } from './queries.ts'

type SendDeps = Pick<Deps, 'sql' | 'env' | 'clock' | 'mailer' | 'log'>

/** Reminders of one round: other chores wait for it. */
const MOST = 50

/** Rolls back the link of a reminder that neither text nor e-mail can deliver. */
class Unsent extends Error {}

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
  const now = deps.clock()
  await lockSalonState(sql, salonId)
  // Checked again under the lock: another worker, or the owner's answer, may have been first.
  const [due] = await findDueChasers(sql, now, { salonId, kind })
  if (!due) return
  const link = await createOwnerLink(sql, { salonId, purpose: kind, subjectId: due.subjectId, now })
  const url = deps.env.PUBLIC_URL + link.path
  const sentBy = (await text(sql, due, url, link.hash, now)) ? 'text' : 'email'
  if (sentBy === 'email' && !(await mail(sql, deps, due, url, link.hash))) throw new Unsent()
  await insertChaser(sql, { salonId, kind, hash: link.hash, sentBy, now })
}

/** Texts the reminder. False without a number, or if the number opted out. */
const text = async (sql: Sql, { name, kind, ownerPhone }: DueChaser, url: string, hash: string, now: Date) =>
  ownerPhone !== null &&
  (await queueText(sql, {
    kind: 'details',
    phone: ownerPhone,
    body: `${brand.name} for ${name}, a reminder: ${linkText[kind]}: ${url}`,
    dedupeKey: `chaser:${hash}`,
    now,
  })) !== null

/** Mails the reminder. False without an address, while e-mail is off, or if the address turned this kind off. */
const mail = async (sql: Sql, deps: SendDeps, due: DueChaser, url: string, hash: string) =>
  due.ownerEmail !== null &&
  (await queueMail(sql, deps, {
    kind: 'owner_link',
    to: due.ownerEmail,
    subject: `Reminder from ${brand.name} for ${due.name}`,
    content: {
      greeting: `Hello ${firstNameOf(due.ownerName)},`,
      paragraphs: [`A reminder: ${linkText[due.kind]}.`],
      button: { label: 'Open the page', url },
    },
    dedupeKey: `chaser:${hash}`,
    salonId: due.salonId,
  })) === 'queued'
