import { brand } from '@salonback/shared/brand.ts'
import type { ReactNode } from 'react'

/** Prerendered form that a script in `islands/` hydrates, after a notice for visitors without JavaScript. */
export function Island({ children }: { children: ReactNode }) {
  return (
    <>
      <noscript>
        <p className="without-script">
          This form needs JavaScript. Text us on <a href={`sms:${brand.smsNumber}`}>{brand.smsNumberShown}</a>{' '}
          or write to <a href={`mailto:${brand.supportEmail}`}>{brand.supportEmail}</a> instead.
        </p>
      </noscript>
      <div data-form="">{children}</div>
    </>
  )
}
