import './proof.css'
import { count, dateTime, formatDay, plural } from '../../formats.ts'
import { useRead } from '../../kit/data.ts'
import { Loaded } from '../../kit/Loaded.tsx'
import { Panel } from '../../kit/Page.tsx'
import type { Salon } from '../salons/contract.ts'
import { compare } from './compare.ts'
import type { CampaignProof, ProofTotal, SalonProof } from './contract.ts'
import { groupsSentence, liftText, rateText, verdictOf, whyKeptAside } from './sentences.ts'

/** Whether the texts of a salon brought clients back, by campaign. Nothing before a campaign keeps clients aside. */
export function ProofPanel({ salon }: { salon: Salon }) {
  const read = useRead('salonProof', 'get', { id: salon.id })
  if (!read.error && !read.data?.campaigns.length) return null
  return (
    <Panel title="What the texts did">
      <Loaded read={read} loading={{ text: 'Loading the comparison...', rows: 2 }} failed={FAILED}>
        {(proof) => <SalonComparison proof={proof} />}
      </Loaded>
    </Panel>
  )
}

/** The same over all salons. Nothing before there are results. */
export function AgencyProof() {
  const read = useRead('salonProof', 'agency')
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
    <ol className="sb-proofs" aria-label="Campaigns with clients kept aside">
      {campaigns.map((campaign) => (
        <li key={campaign.id}>
          <h4 className="sb-panel-title">{dateTime(campaign.createdAt)}</h4>
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
  const { texted, keptAside, waiting, listFrom, percent } = campaign
  const compared = compare(texted, keptAside)
  const hasResult = texted.people > 0 && keptAside.people > 0
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
      {waiting > 0 && (
        <p className="sb-muted">
          {plural(waiting, 'client')} of this campaign, with {percent}% kept aside, still to compare
          {listFrom && `: this needs a list of ${formatDay(listFrom)} or later`}.
        </p>
      )}
      {!hasResult && waiting === 0 && <p className="sb-muted">No text of this campaign has left.</p>}
    </>
  )
}

type FiguresProps = Pick<ProofTotal, 'texted' | 'keptAside' | 'lift' | 'interval' | 'isMore'>

function Figures({ texted, keptAside, ...compared }: FiguresProps) {
  const rows: [label: string, value: string][] = [
    ['Texted', `${rateText(texted)} of ${count(texted.people)}`],
    ['Kept aside', `${rateText(keptAside)} of ${count(keptAside.people)}`],
    ['Difference', liftText(compared)],
  ]
  return (
    <dl className="sb-facts">
      {rows.map(([label, value]) => (
        <div key={label} className="sb-proof-fact">
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

const Why = () => (
  <details className="sb-proof-why">
    <summary>Why do we leave some out?</summary>
    {whyKeptAside.map((text) => (
      <p key={text}>{text}</p>
    ))}
    <p>
      A client came back when a later list shows a visit within 30 days after the text. Answers and what the
      owner says do not count here: there are none of clients without a text. The range in brackets holds the
      true difference in 95 of 100 cases.
    </p>
  </details>
)
