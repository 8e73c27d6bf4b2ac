/** @jsxImportSource hono/jsx */
import { longDate } from '@salonback/shared/formats.ts'
import { endTerm } from '@salonback/shared/salons/owner/agreement.ts'
import type { Home } from '@salonback/shared/salons/owner/ownerPage.ts'
import { Bubbles } from './parts.tsx'

/** The agreement in its accepted words, each approved offer, and how to end the agreement. */
export function PapersPart({ agreements, offers }: Pick<Home, 'agreements' | 'offers'>) {
  if (agreements.length + offers.length === 0) return null
  return (
    <>
      <h2 class="part">Papers</h2>
      {agreements.map((agreement, n) => (
        <AgreementPaper agreement={agreement} isInForce={n === 0} />
      ))}
      {offers.map(({ version, approvedOn, approvedBy, ...texts }) => (
        <details class="card">
          <summary>
            Offer {version}, approved on {dayOf(approvedOn)}
          </summary>
          <p class="small">By {approvedBy}.</p>
          <Bubbles {...texts} />
        </details>
      ))}
      <details class="card">
        <summary>How to end it</summary>
        <p>{endTerm.text}</p>
      </details>
    </>
  )
}

const dayOf = (day: string) => longDate(day, 'UTC')

interface AgreementPaper {
  agreement: Home['agreements'][number]
  isInForce: boolean
}

const AgreementPaper = ({ agreement: { agreedOn, agreedBy, wording }, isInForce }: AgreementPaper) => (
  <details class="card">
    <summary>
      {isInForce ? 'Our agreement' : 'An earlier agreement'} of {dayOf(agreedOn)}
    </summary>
    <p class="small">Agreed by {agreedBy}.</p>
    {wording === null ? (
      <p>We did not keep its words.</p>
    ) : (
      <div class="wording">
        {wording.split('\n').map((point) => (
          <Point point={point} />
        ))}
      </div>
    )}
  </details>
)

/** `Title. The words.` as it is stored: the title in bold. */
function Point({ point }: { point: string }) {
  const [title = '', ...words] = point.split('. ')
  if (words.length === 0) return <p>{point}</p>
  return (
    <p>
      <b>{title}.</b> {words.join('. ')}
    </p>
  )
}
