import type { ContactQuery } from './contract.ts'

/** The address of the person. A press opens an answer in the e-mail program of the reader. */
export const MailLink = ({ query: { email, subject } }: { query: ContactQuery }) => (
  <a className="sb-mail-link" href={`mailto:${email}?subject=${encodeURIComponent(`Re: ${subject}`)}`}>
    {email}
  </a>
)
