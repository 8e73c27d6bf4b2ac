/** An email address. When it does not fit, it breaks after the @, not within a word. */
export function EmailText({ email }: { email: string }) {
  const domain = email.lastIndexOf('@') + 1
  return (
    <>
      {email.slice(0, domain)}
      <wbr />
      {email.slice(domain)}
    </>
  )
}
