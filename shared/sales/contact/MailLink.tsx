import type { ContactQuery } from './contract.ts'

/** The address of the person, which begins an answer in the own e-mail program. */
export const MailLink = ({ query: { email, subject } }: { query: ContactQuery }) => (
  <a className="sb-message-email" href={`mailto:${email}?subject=${encodeURIComponent(`Re: ${subject}`)}`}>
    {email}
  </a>
)
