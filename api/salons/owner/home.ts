import { writeOffer } from '@salonback/shared/salons/offers/offer.ts'
import type { Home } from '@salonback/shared/salons/owner/ownerPage.ts'
import { tasksOf, waitingText } from '@salonback/shared/salons/owner/tasks.ts'
import type { Programme } from '@salonback/shared/salons/programmes/contract.ts'
import type { Salon } from '@salonback/shared/salons/salons/contract.ts'
import { nameAndNumber } from '@salonback/shared/salons/visits/names.ts'
import { localDate } from '@salonback/shared/sms/openHours.ts'
import type { Sql } from '../../platform/db/open.ts'
import { findOwed } from '../billing/ledger.ts'
import { findStatements, type PaymentSettings, vatOfSalon } from '../billing/statements.ts'
import { findOpenHandovers, findSettings } from '../handover/queries.ts'
import { programmeOf } from '../programmes/setProgramme.ts'
import { findSalonProofs } from '../proof/queries.ts'
import { findAccount } from '../salons/owed.ts'
import { findUnsentTexts } from '../salons/unsentTexts.ts'
import { type ApprovedWords, type CampaignTexts, findNextTexts } from './nextTexts.ts'
import { type CameBackRow, findAgreements, findApprovedOffers, findCameBack } from './queries.ts'
import { findTaskFacts } from './tasks.ts'

interface HomeContext {
  sql: Sql
  env: PaymentSettings
  now: Date
  /** Placeholder for a client's own link. */
  link: string
}

/** Campaigns on the page with what they did. */
const PROOFS = 3

/** Everything of a salon on one page of its owner. */
export async function findHome({ sql, env, now, link }: HomeContext, salon: Salon): Promise<Home> {
  const { id, currency, timeZone } = salon
  const dayOf = (at: string | Date) => localDate(timeZone, new Date(at))
  const [
    facts,
    nextTexts,
    cameBack,
    owed,
    statements,
    account,
    agreements,
    offers,
    handovers,
    settings,
    proofs,
    programme,
    unsent,
  ] = await Promise.all([
    findTaskFacts(sql, salon, now),
    findNextTexts(sql, id, now),
    findCameBack(sql, salon),
    findOwed(sql, id, now, vatOfSalon(env, salon)),
    findStatements(sql, id),
    findAccount(sql, id),
    findAgreements(sql, id),
    findApprovedOffers(sql, id),
    findOpenHandovers(sql, id, now),
    findSettings(sql, id),
    findSalonProofs(sql, id, now),
    programmeOf(sql, id, now),
    findUnsent(sql, salon, now),
  ])
  const write = writerFor(salon, link)
  return {
    currency,
    timeZone,
    today: facts.today,
    tasks: tasksOf(facts),
    waiting: waitingText(facts),
    bookings: handovers.filter(({ kind, isCanceled }) => kind === 'booking' && !isCanceled).length,
    handoverTexts: settings.texts,
    nextTexts: nextTexts.map((texts) => nextTextsView(texts, write)),
    unsent,
    programme: monthlyView(programme),
    cameBack: cameBack.map(cameBackView),
    proofs: proofs.slice(0, PROOFS),
    owed,
    paid: account.received,
    credited: account.credited,
    statements: statements.map(({ number, issuedAt, total, paid, credited, outstanding, left }) => ({
      number,
      issuedOn: dayOf(issuedAt),
      total,
      paid,
      credited,
      outstanding,
      left,
    })),
    agreements: agreements.map(({ agreedAt, agreedBy, wording }) => ({
      agreedOn: dayOf(agreedAt),
      agreedBy: agreedBy ?? salon.ownerName,
      wording,
    })),
    offers: offers.map(({ version, approvedAt, approvedBy, ...words }) => ({
      version,
      approvedOn: dayOf(approvedAt),
      approvedBy: approvedBy ?? salon.ownerName,
      ...write(words),
    })),
  }
}

/** The next texts, of one campaign or of all. */
export async function findTexts(
  { sql, now, link }: Omit<HomeContext, 'env'>,
  salon: Salon,
  campaignId: string | null,
) {
  const found = await findNextTexts(sql, salon.id, now)
  const write = writerFor(salon, link)
  const shown = found.filter((texts) => campaignId === null || texts.campaignId === campaignId)
  return {
    timeZone: salon.timeZone,
    nextTexts: shown.map((texts) => nextTextsView(texts, write)),
    unsent: await findUnsent(sql, salon, now),
  }
}

/** Texts that did not leave, by campaign. */
async function findUnsent(sql: Sql, { id, timeZone }: Salon, now: Date): Promise<Home['unsent']> {
  const found = await findUnsentTexts(sql, id, now)
  return found.map(({ startedAt, texts, reasons }) => ({
    startedOn: localDate(timeZone, startedAt),
    texts,
    reasons,
  }))
}

/** Fills approved words with the owner's name: a page without a login must not name a client. */
function writerFor({ ownerName, name }: Salon, link: string) {
  const firstName = ownerName.split(' ')[0] ?? null
  return ({ text, reminderText, salonName }: ApprovedWords) => {
    const write = (words: string) =>
      writeOffer(words, { firstName, salon: { name: salonName ?? name }, link }).body
    return { body: write(text), reminderBody: reminderText && write(reminderText) }
  }
}

function nextTextsView(found: CampaignTexts, write: ReturnType<typeof writerFor>): Home['nextTexts'][number] {
  const { words, paused, firstAt, lastAt, reminderAfterDays, ...counts } = found
  const [one, ...others] = words
  const shown = (text: ApprovedWords) =>
    write(reminderAfterDays === null ? { ...text, reminderText: null } : text)
  const times = paused ? { firstAt: null, lastAt: null } : { firstAt, lastAt }
  return { ...counts, ...times, reminderAfterDays, ...shown(one), other: others.map(shown)[0] ?? null }
}

/** Null while staff have turned the programme off. */
function monthlyView({ settings, feedOn }: Programme): Home['programme'] {
  if (!settings || settings.state === 'off') return null
  const { state, until, nextAskOn } = settings
  return { isOn: state === 'running', until, nextAskOn, byFeed: feedOn !== null }
}

const cameBackView = ({ firstName, phone, ...visit }: CameBackRow): Home['cameBack'][number] => ({
  ...visit,
  client: nameAndNumber(firstName, phone),
})
