import { openAsBlob } from 'node:fs'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ImportSummary, importUpload } from '@salonback/shared/imports/contract.ts'
import type { SmsMetrics } from '@salonback/shared/metrics/contract.ts'
import { rate } from '@salonback/shared/metrics/rules.ts'
import type { Prospect } from '@salonback/shared/prospects/contract.ts'
import { handsetsOf } from '@salonback/shared/testing/handsets.ts'
import { logIn, startServer, until } from '@salonback/shared/testing/server.ts'

/**
 * `npm run walk [-- EXPORT.json]`: the main job over HTTP against a fresh server and the simulated phone
 * network. Ends with the funnel beside what the simulated owners really did, and fails on any difference.
 */

const RECIPIENTS = 300
const TEMPLATE =
  'Hi {name}, Salonback here. We text your past clients back; you pay 30% of the first rebooking, nothing up front. Interested?'

/** What the owners say, each line this many times; the rest stay silent. `form`: how many of them fill in the questionnaire. */
const scripts = {
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
type Mood = keyof typeof scripts
const owners: Record<Mood, number> = { positive: 60, negative: 30, question: 30, stop: 12, plainOptOut: 8 }
const FORMS = 25

async function walk(file: string) {
  const server = await startServer({
    QUIET_HOURS: '00:00-24:00',
    SEND_RATE_PER_SECOND: '200',
    PUBLIC_POSTS_PER_MINUTE: '10000',
  })
  try {
    const { staff, staffFetch } = await logIn(server.origin)
    say(`logged in as ${(await staff.auth.me()).username}`)
    const summary = await importFile(server.origin, staffFetch, file)
    say(
      `import: ${summary.recordsAdded} added, ${summary.recordsDuplicated} duplicated, ${summary.recordsErrored} errored`,
    )
    const chosen = (await staff.prospects.list()).filter(reachable).slice(0, RECIPIENTS)
    if (chosen.length < RECIPIENTS)
      throw new Error(`only ${chosen.length} prospects fit the filter, ${RECIPIENTS} are needed`)
    await sendFirstTexts(staff, chosen)
    const groups = await answerAsOwners(server.origin, chosen)
    const { followupSent } = await until(
      () => staff.metrics.sms(),
      (now) => now.followupSent === owners.positive,
    )
    say(`follow-ups sent by themselves: ${followupSent}`)
    for (const prospect of groups.positive.slice(0, FORMS)) await fillInForm(server.origin, prospect)
    say(`questionnaires filled in: ${FORMS}`)
    await answerOne(staff, groups.question[0] as Prospect)
    return compare(await staff.metrics.sms(), expected(summary))
  } finally {
    await server.stop()
    await server.remove()
  }
}

type Staff = Awaited<ReturnType<typeof logIn>>['staff']
const say = (line: string) => process.stdout.write(`${line}\n`)

async function importFile(origin: string, staffFetch: typeof fetch, file: string): Promise<ImportSummary> {
  const form = new FormData()
  form.set(importUpload.field, await openAsBlob(file, { type: 'application/json' }), 'export.json')
  const response = await staffFetch(origin + importUpload.path, { method: 'POST', body: form })
  if (!response.ok) throw new Error(`import failed: ${response.status} ${await response.text()}`)
  return (await response.json()) as ImportSummary
}

/** The filter a person would set: mobiles, rated 3 and up. */
const reachable = (prospect: Prospect) => prospect.phoneType === 'mobile' && (prospect.rating ?? 0) >= 3

async function sendFirstTexts(staff: Staff, chosen: Prospect[]) {
  const prospectIds = chosen.map((prospect) => prospect.id)
  const preview = await staff.campaigns.preview({ prospectIds, template: TEMPLATE })
  say(
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
  say(
    `first texts: ${done.total} queued, ${done.delivered} delivered, ${done.failed} failed, ${done.unknown} unknown`,
  )
}

/** Each owner's phone sends its line; returns who said what. */
async function answerAsOwners(origin: string, chosen: Prospect[]): Promise<Record<Mood, Prospect[]>> {
  const groups = {} as Record<Mood, Prospect[]>
  let next = 0
  for (const mood of Object.keys(scripts) as Mood[]) {
    groups[mood] = chosen.slice(next, next + owners[mood])
    next += owners[mood]
    for (const [n, prospect] of groups[mood].entries()) {
      const lines = scripts[mood]
      await handsetsOf(origin).send(prospect.phone, lines[n % lines.length] as string)
    }
    say(`owners answering (${mood}): ${groups[mood].length}`)
  }
  say(`owners silent: ${chosen.length - next}`)
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
    throw new Error(`questionnaire refused: ${response.status} ${await response.text()}`)
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
  say(`staff answered one question with the landing link: ${reply.status}`)
}

/** The funnel as it must be after what the owners did. */
function expected(summary: ImportSummary): SmsMetrics {
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

function compare(funnel: SmsMetrics, wanted: SmsMetrics): boolean {
  say('\nfunnel                 shown   happened')
  let same = true
  for (const [name, value] of Object.entries(wanted)) {
    const shown = funnel[name as keyof SmsMetrics]
    if (shown !== value) same = false
    say(
      `${name.padEnd(20)} ${String(shown).padStart(7)} ${String(value).padStart(10)}${shown === value ? '' : '   DIFFERENT'}`,
    )
  }
  return same
}

/** An export of our own for those who have none: every number of the British range kept for fiction. */
async function inventedExport(): Promise<string> {
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

const same = await walk(process.argv[2] ?? (await inventedExport()))
say(same ? '\nThe funnel is what happened.' : '\nThe funnel is NOT what happened.')
process.exitCode = same ? 0 : 1
