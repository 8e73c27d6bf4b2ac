import { brand } from '@salonback/shared/brand.ts'

/** Notice for visitors without JavaScript with two other ways to contact us. */
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
