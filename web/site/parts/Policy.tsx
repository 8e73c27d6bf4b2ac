import { brand } from '@salonback/shared/brand.ts'
import type { ReactNode } from 'react'
import { Closing } from './CallToAction.tsx'

/** Policy page in one column. */
export function Policy({ title, intro, children }: { title: string; intro: ReactNode; children: ReactNode }) {
  return (
    <>
      <article className="policy" data-hero>
        <div className="wrap">
          <h1 className="d2">{title}</h1>
          <p className="policy-date">Effective {brand.policiesEffective}</p>
          <p className="lead">{intro}</p>
          {children}
        </div>
      </article>
      <Closing />
    </>
  )
}

export function Part({ name, children }: { name: string; children: ReactNode }) {
  return (
    <section className="policy-part">
      <h2 className="d4">{name}</h2>
      {children}
    </section>
  )
}

/** Contact addresses at the end of every policy. */
export function Addresses() {
  return (
    <ul>
      <li>
        Email: <a href={`mailto:${brand.supportEmail}`}>{brand.supportEmail}</a>, answered{' '}
        {brand.emailReplyTime}.
      </li>
      <li>
        Privacy requests: <a href={`mailto:${brand.privacyEmail}`}>{brand.privacyEmail}</a>
      </li>
      <li>
        SMS: <a href={`sms:${brand.smsNumber}`}>{brand.smsNumberShown}</a>, answered {brand.smsReplyTime}.
      </li>
      <li>
        Hours: {brand.supportHours}, {brand.supportDays}
      </li>
      <li>{brand.tradingLine}</li>
    </ul>
  )
}
