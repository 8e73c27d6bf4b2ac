import './proof.css'
import { count, dateTime, formatDay, plural } from '../../formats.ts'
import { useRead } from '../../kit/data.ts'
import { FactRows } from '../../kit/FactRows.tsx'
import { Loaded } from '../../kit/Loaded.tsx'
import { Panel } from '../../kit/Page.tsx'
import type { Salon } from '../salons/contract.ts'
import { compare, compareTexts, type Group } from './compare.ts'
import type { CampaignProof, ProofTotal, SalonProof } from './contract.ts'
import {
  groupsSentence,
  liftText,
  rateText,
  textsSentence,
  textsVerdict,
  verdictOf,
  whyKeptAside,
} from './sentences.ts'

/** Whether texts brought clients back, by campaign. Shows nothing before a campaign keeps clients aside or compares two texts. */
export function ProofPanel({ salon }: { salon: Salon }) {
  const read = useRead('proof', 'get', { id: salon.id })
  if (!read.error && !read.data?.campaigns.length) return null
  return (
    <Panel title="What the texts did">
      <Loaded read={read} loading={{ text: 'Loading the comparison...', rows: 2 }} failed={FAILED}>
        {(proof) => <SalonComparison proof={proof} />}
      </Loaded>
    </Panel>
  )
}

/** The same over all salons. Shows nothing before there are results. */
export function AgencyProof() {
  const read = useRead('proof', 'agency')
  if (!read.error && !read.data?.campaigns) return null
  return (
    <Panel title="What the texts did">
      <Loaded read={read} loading={{ text: 'Loading the comparison...', rows: 1 }} failed={FAILED}>
        {(total) => <Total total={total} />}
      </Loaded>
      <Why />
    </Panel>
  )
}

const FAILED = 'Failed to load the comparison'

const SalonComparison = ({ proof: { campaigns, total } }: { proof: SalonProof }) => (
  <>
    {total.campaigns > 1 && <Total total={total} />}
    <ol className="sb-plain sb-proofs" aria-label="Compared campaigns">
      {campaigns.map((campaign) => (
        <li key={campaign.id}>
          <h4 className="sb-panel-title">{dateTime(campaign.startsAt)}</h4>
          <CampaignComparison campaign={campaign} />
        </li>
      ))}
    </ol>
    <Why />
  </>
)

function Total({ total }: { total: ProofTotal }) {
  return (
    <>
      <p>
        {plural(total.campaigns, 'campaign')} together. {groupsSentence(total)} {verdictOf(total)}
      </p>
      <Figures {...total} />
    </>
  )
}

function CampaignComparison({ campaign }: { campaign: CampaignProof }) {
  const { texted, keptAside, texts, waiting, listFrom, percent } = campaign
  const compared = compare(texted, keptAside)
  const hasResult = texted.people > 0 && keptAside.people > 0
  const hasTexts = texts !== null && texts.one.people > 0 && texts.other.people > 0
  return (
    <>
      {hasResult && (
        <>
          <p>
            {groupsSentence(campaign)} {verdictOf(compared)}
          </p>
          <Figures {...campaign} {...compared} />
        </>
      )}
      {hasTexts && <TextsComparison texts={texts} />}
      {waiting > 0 && (
        <p className="sb-muted">
          {plural(waiting, 'client')} of this campaign{percent > 0 && `, with ${percent}% kept aside,`} still
          to compare
          {listFrom && `: this needs a list, or bookings, of ${formatDay(listFrom)} or later`}.
        </p>
      )}
      {!hasResult && !hasTexts && waiting === 0 && (
        <p className="sb-muted">No text of this campaign has left.</p>
      )}
    </>
  )
}

/** The two texts of a campaign beside each other. */
function TextsComparison({ texts }: { texts: NonNullable<CampaignProof['texts']> }) {
  const { one, other } = texts
  return (
    <>
      <p>
        {textsSentence(texts)} {textsVerdict(texts)}
      </p>
      <Facts
        groups={[
          [`Version ${one.version}`, one],
          [`Version ${other.version}`, other],
        ]}
        difference={liftText(compareTexts(one, other))}
      />
    </>
  )
}

type FiguresProps = Pick<ProofTotal, 'texted' | 'keptAside' | 'lift' | 'interval' | 'isMore'>

const Figures = ({ texted, keptAside, ...compared }: FiguresProps) => (
  <Facts
    groups={[
      ['Texted', texted],
      ['Kept aside', keptAside],
    ]}
    difference={liftText(compared)}
  />
)

function Facts({ groups, difference }: { groups: [label: string, group: Group][]; difference: string }) {
  const rows: [string, string][] = groups.map(([label, group]) => [
    label,
    `${rateText(group)} of ${count(group.people)}`,
  ])
  rows.push(['Difference', difference])
  return <FactRows rows={rows} />
}

const Why = () => (
  <details className="sb-proof-why">
    <summary>Why do we leave some out?</summary>
    {whyKeptAside.map((text) => (
      <p key={text}>{text}</p>
    ))}
    <p>
      A list tells of the clients it names. It tells of all of them if it names at least 80% of the list
      before the campaign. A booking system tells of the time since it began to send appointments.
    </p>
    <p>
      A client came back when a later list or the booking system shows a visit within 30 days after the text.
      Answers and what the owner says do not count, because clients without a text have none. The range in
      brackets holds the true difference in 95 of 100 cases. Between two texts it is 97.5, because either of
      them can seem better by chance.
    </p>
  </details>
)
