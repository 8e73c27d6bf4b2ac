import { openAsBlob } from 'node:fs'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ImportSummary, importUpload } from '@salonback/shared/sales/imports/contract.ts'
import type { SmsMetrics } from '@salonback/shared/sales/metrics/contract.ts'
import { rate } from '@salonback/shared/sales/metrics/rules.ts'
import type { Prospect } from '@salonback/shared/sales/prospects/contract.ts'
import { handsetsOf } from '@salonback/shared/testing/handsets.ts'
import { logIn, startServer, until } from '@salonback/shared/testing/server.ts'

/**
 * `npm run walk [-- EXPORT.json]`: import, first texts, answers and questionnaires over HTTP against a new server with
 * the simulated phone network. Compares the funnel with what the simulated owners did and fails on any difference.
 */

const RECIPIENTS = 300
const TEMPLATE =
  'Hi {name}, Salonback here. We text your past clients back; you pay 30% of the first rebooking, nothing up front. Interested?'

/** Answers by type, used in turn. */
const answers = {
  positive: [
    'Yes',
    'yes please',
    'Sure',
    'YES!',
    'Interested',
    'Tell me more',
    'Yeah sounds good',
    '👍',
    'ok yes',
    'Yep',
  ],
  negative: ['No thanks', 'not interested', 'No', 'Not for us thank you'],
  question: ['Who is this?', 'how much does it cost', 'is this a scam', 'Where did you get my number?'],
  stop: ['STOP', 'stop', 'Unsubscribe', 'OPTOUT'],
  plainOptOut: [
    'please stop texting me',
    'Remove me from your list',
    'take me off this',
    'do not text me again',
  ],
} as const
type AnswerType = keyof typeof answers
/** How many owners send an answer of each type; the others send nothing. */
const owners: Record<AnswerType, number> = {
  positive: 60,
  negative: 30,
  question: 30,
  stop: 12,
  plainOptOut: 8,
}
/** How many owners fill in the questionnaire. */
const FORMS = 25

async function walk(file: string) {
  const server = await startServer({
    QUIET_HOURS: '00:00-24:00',
    SEND_RATE_PER_SECOND: '200',
    PUBLIC_POSTS_PER_MINUTE: '10000',
  })
  try {
    const { staff, staffFetch } = await logIn(server.origin)
    print(`logged in as ${(await staff.auth.me()).username}`)
    const summary = await importFile(server.origin, staffFetch, file)
    print(
      `import: ${summary.recordsAdded} added, ${summary.recordsDuplicated} duplicated, ${summary.recordsErrored} errored`,
    )
    const chosen = (await staff.prospects.list()).filter(matchesFilter).slice(0, RECIPIENTS)
    if (chosen.length < RECIPIENTS)
      throw new Error(`only ${chosen.length} prospects match the filter; ${RECIPIENTS} are needed`)
    await sendFirstTexts(staff, chosen)
    const groups = await answerAsOwners(server.origin, chosen)
    const { followupSent } = await until(
      () => staff.metrics.sms(),
      (now) => now.followupSent === owners.positive,
    )
    print(`automatic follow-ups sent: ${followupSent}`)
    for (const prospect of groups.positive.slice(0, FORMS)) await fillInForm(server.origin, prospect)
    print(`questionnaires filled in: ${FORMS}`)
    await answerOne(staff, groups.question[0] as Prospect)
    return compare(await staff.metrics.sms(), expectedFunnel(summary))
  } finally {
    await server.stop()
    await server.remove()
  }
}

type Staff = Awaited<ReturnType<typeof logIn>>['staff']
const print = (line: string) => process.stdout.write(`${line}\n`)

async function importFile(origin: string, staffFetch: typeof fetch, file: string): Promise<ImportSummary> {
  const form = new FormData()
  form.set(importUpload.field, await openAsBlob(file, { type: 'application/json' }), 'export.json')
  const response = await staffFetch(origin + importUpload.path, { method: 'POST', body: form })
  if (!response.ok) throw new Error(`import failed: ${response.status} ${await response.text()}`)
  return (await response.json()) as ImportSummary
}

/** Mobile numbers rated 3 or higher. */
const matchesFilter = (prospect: Prospect) => prospect.phoneType === 'mobile' && (prospect.rating ?? 0) >= 3

async function sendFirstTexts(staff: Staff, chosen: Prospect[]) {
  const prospectIds = chosen.map((prospect) => prospect.id)
  const preview = await staff.campaigns.preview({ prospectIds, template: TEMPLATE })
  print(
    `preview: ${preview.recipients} recipients, ${preview.segments} segments, ${preview.leftOut.length} left out`,
  )
  const { id } = await staff.campaigns.start(
    { prospectIds, template: TEMPLATE, basis: 'consent' },
    { idempotencyKey: 'walk' },
  )
  await staff.campaigns.start(
    { prospectIds, template: TEMPLATE, basis: 'consent' },
    { idempotencyKey: 'walk' },
  )
  const done = await until(
    () => staff.campaigns.get({ id }),
    (now) => now.state === 'finished' && now.delivered === now.total,
  )
  print(
    `first texts: ${done.total} queued, ${done.delivered} delivered, ${done.failed} failed, ${done.unknown} unknown`,
  )
}

/** Sends the owners' answers from their phones. Returns the owners by type of answer. */
async function answerAsOwners(origin: string, chosen: Prospect[]): Promise<Record<AnswerType, Prospect[]>> {
  const groups = {} as Record<AnswerType, Prospect[]>
  let next = 0
  for (const type of Object.keys(answers) as AnswerType[]) {
    groups[type] = chosen.slice(next, next + owners[type])
    next += owners[type]
    for (const [n, prospect] of groups[type].entries()) {
      const bodies = answers[type]
      await handsetsOf(origin).send(prospect.phone, bodies[n % bodies.length] as string)
    }
    print(`owners who answered (${type}): ${groups[type].length}`)
  }
  print(`owners who did not answer: ${chosen.length - next}`)
  return groups
}

async function fillInForm(origin: string, { phone }: Prospect) {
  const response = await fetch(`${origin}/api/waitlist?mobile=${phone.slice(1)}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      customerCount: '500-1000',
      mobileNumbersCount: '250-500',
      avgSpend: '30-60',
      hasMarketingConsent: 'somewhat',
      hardestPartText: 'They forget to book again',
      consentAgreed: true,
      mobileNumber: phone,
    }),
  })
  if (response.status !== 201)
    throw new Error(`questionnaire rejected: ${response.status} ${await response.text()}`)
}

async function answerOne(staff: Staff, prospect: Prospect) {
  const reply = await staff.messages.reply(
    {
      phoneNumber: prospect.phone,
      message: 'Nothing up front: 30% of the first visit.',
      includeLandingPage: true,
      updateProspectStatus: 'Contacted',
    },
    { idempotencyKey: 'walk-reply' },
  )
  print(`reply to a question with the landing link: ${reply.status}`)
}

/** The funnel that the owners' actions must produce. */
function expectedFunnel(summary: ImportSummary): SmsMetrics {
  const followupSent = owners.positive + 1
  return {
    totalProspects: summary.recordsAdded,
    initialContactSent: RECIPIENTS,
    positiveResponses: owners.positive,
    followupSent,
    formSubmissions: FORMS,
    optOuts: owners.stop + owners.plainOptOut,
    needsReview: owners.negative + owners.question + owners.plainOptOut - 1,
    responseRate: rate(owners.positive, RECIPIENTS),
    followupRate: rate(followupSent, owners.positive),
    submissionRate: rate(FORMS, followupSent),
  }
}

function compare(funnel: SmsMetrics, expected: SmsMetrics): boolean {
  print('\nfunnel                 shown   expected')
  let same = true
  for (const [name, value] of Object.entries(expected)) {
    const shown = funnel[name as keyof SmsMetrics]
    if (shown !== value) same = false
    print(
      `${name.padEnd(20)} ${String(shown).padStart(7)} ${String(value).padStart(10)}${shown === value ? '' : '   DIFFERENT'}`,
    )
  }
  return same
}

/** Writes a sample export with British numbers reserved for fiction. */
async function sampleExport(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'salonback-walk-'))
  const file = join(folder, 'export.json')
  const prospects = Array.from({ length: 400 }, (_, n) => ({
    name: `Salon ${n + 1}`,
    category: 'Hair Salon',
    country: 'GB',
    phone: `07700 900${String(n + 500)}`,
    phone_type: 'mobile',
    rating: 4.5,
  }))
  const metadata = { export_id: 'walk', source_app: 'walk', total_records: prospects.length }
  await writeFile(file, JSON.stringify({ export_metadata: metadata, prospects }))
  return file
}

const same = await walk(process.argv[2] ?? (await sampleExport()))
print(same ? '\nThe funnel is correct.' : '\nThe funnel is WRONG.')
process.exitCode = same ? 0 : 1
