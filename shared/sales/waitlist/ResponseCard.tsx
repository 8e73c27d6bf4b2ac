import { Button, Card } from '@blueprintjs/core'
import { Chat, Cross } from '@blueprintjs/icons'
import { type ReactNode, useEffect, useRef } from 'react'
import { dateTime } from '../../formats.ts'
import { useRoute } from '../../host/routes.ts'
import { EmailText } from '../../kit/EmailText.tsx'
import { NumberLink } from '../../kit/NumberLink.tsx'
import { Scroller } from '../../kit/Scroller.tsx'
import { Tip } from '../../kit/Tip.tsx'
import { formatPhone } from '../../sms/phone.ts'
import { type AnswerField, answerLabel } from './codes.ts'
import type { WaitlistResponse } from './contract.ts'
import { PriorityBadge } from './PriorityBadge.tsx'
import { priorityParts } from './priority.ts'

const parts = [
  { field: 'customerCount', label: 'Customers', most: 5 },
  { field: 'avgSpend', label: 'Spend', most: 4 },
  { field: 'whenToStart', label: 'Start', most: 5 },
  { field: 'hasMarketingConsent', label: 'Consent', most: 3 },
] as const

interface Props {
  response: WaitlistResponse
  /** What can be done with the response. */
  foot?: ReactNode
  onClose: () => void
}

/** All answers of one owner, score first; 384 px high, scrolls inside. */
export function ResponseCard({ response, foot, onClose }: Props) {
  const { go } = useRoute()
  const heading = useRef<HTMLHeadingElement>(null)
  const phone = formatPhone(response.mobileNumber)
  useEffect(() => {
    heading.current?.scrollIntoView({ block: 'nearest' })
    heading.current?.focus({ preventScroll: true })
  }, [])
  return (
    <Card className="sb-response sb-column">
      <header className="sb-response-head sb-tight">
        <div>
          <h3 className="sb-panel-title sb-num" ref={heading} tabIndex={-1}>
            {phone}
          </h3>
          <p className="sb-small sb-muted">Submitted {dateTime(response.submittedAt)}</p>
        </div>
        <div className="sb-response-actions">
          <Tip content="Open the conversation">
            <Button
              variant="minimal"
              aria-label={`Text ${phone}`}
              icon={<Chat title={false} />}
              onClick={() => go('sms', { number: response.mobileNumber })}
            />
          </Tip>
          <Button
            variant="minimal"
            aria-label="Close details"
            icon={<Cross title={false} />}
            onClick={onClose}
          />
        </div>
      </header>
      <Scroller className="sb-response-body" label={`Details of ${phone}`}>
        <Score response={response} />
        <Sections response={response} />
      </Scroller>
      {foot}
    </Card>
  )
}

function Score({ response }: { response: WaitlistResponse }) {
  const points = priorityParts(response)
  return (
    <>
      <table className="sb-score sb-medium">
        <caption className="sb-hidden">Points of the priority score</caption>
        <tbody>
          {parts.map(({ field, label, most }) => (
            <tr key={field} data-none={points[field] === 0 || undefined}>
              <th scope="row">{label}</th>
              <td>{answerLabel(field, response[field]) || 'Not asked'}</td>
              <td aria-hidden="true">
                <span className="sb-pips">
                  {[1, 2, 3, 4, 5].slice(0, most).map((point) => (
                    <span key={point} data-on={point <= points[field] || undefined} />
                  ))}
                </span>
              </td>
              <td className="sb-num sb-right">
                <b>{points[field]}</b>
                <span className="sb-hidden"> of {most} points</span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="sb-score-sum sb-row">
        <span className="sb-small sb-muted">High from 15, Medium from 10</span>
        <PriorityBadge response={response} />
      </p>
    </>
  )
}

type Fact = readonly [label: string, value: ReactNode]

/** Titles and answers of the card, in order. */
function sectionsOf(response: WaitlistResponse): [title: string, facts: Fact[]][] {
  const answer = (field: AnswerField): string => answerLabel(field, response[field])
  return [
    [
      'Contact Information',
      [
        ...(response.knownAs ? [['Known as', response.knownAs.name] as const] : []),
        ['Mobile', <NumberLink key="mobile" number={response.mobileNumber} />],
        ['Email', response.email ? <EmailText key="email" email={response.email} /> : 'Not given'],
        ['Agreed to contact', response.consentAgreed ? 'Yes' : 'No'],
      ],
    ],
    [
      'Customer Data',
      [
        ['Customers', answer('customerCount')],
        ['Mobile numbers', answer('mobileNumbersCount')],
        ['Spend per visit', answer('avgSpend')],
        ['Salon software', answer('usesSalonSoftware')],
        ['Software name', response.salonSoftwareName],
      ],
    ],
    [
      'Marketing Experience',
      [
        ['Marketing consent', answer('hasMarketingConsent')],
        ['Tried SMS marketing', answer('triedSmsMarketing')],
        ['Hardest part', response.hardestPartText],
      ],
    ],
    [
      'Retention & Goals',
      [
        ['Used offers', answer('usedOffers')],
        ['Motivating offer', response.motivatingOfferText],
        ['Rebook rate now', answer('currentRebookRate')],
        ['Rebook rate wanted', answer('desiredRebookRate')],
        ['Magic wand', response.magicWandText],
      ],
    ],
    [
      'Intent & Timeline',
      [
        ['When to start', answer('whenToStart')],
        ['Submitted', dateTime(response.submittedAt)],
      ],
    ],
  ]
}

function Sections({ response }: { response: WaitlistResponse }) {
  return sectionsOf(response).map(([title, facts]) => (
    <div key={title} className="sb-response-section">
      <h4>{title}</h4>
      <dl className="sb-facts">
        {facts.map(([label, value]) => (
          <div key={label} className="sb-fact">
            <dt>{label}</dt>
            <dd>{value || <span className="sb-faint">Not asked</span>}</dd>
          </div>
        ))}
      </dl>
    </div>
  ))
}
