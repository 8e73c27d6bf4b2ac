import { personPath } from '../host/addresses.ts'
import { formatPhone } from '../sms/phone.ts'
import { AppLink } from './AppLink.tsx'

/** A phone number that opens everything about the person. */
export const NumberLink = ({ number, className = '' }: { number: string; className?: string }) => (
  <AppLink to={personPath(number)} className={`sb-number sb-num sb-nowrap ${className}`}>
    {formatPhone(number)}
  </AppLink>
)
