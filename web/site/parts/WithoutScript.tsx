import { brand } from '@salonback/shared/brand.ts'

/** What stands above a form for visitors without JavaScript: two ways that need none. */
export function WithoutScript() {
  return (
    <noscript>
      <p className="without-script">
        This form needs JavaScript. Text us on <a href={`sms:${brand.smsNumber}`}>{brand.smsNumberShown}</a>{' '}
        or write to <a href={`mailto:${brand.supportEmail}`}>{brand.supportEmail}</a> instead.
      </p>
    </noscript>
  )
}
