import type { ReactNode } from 'react'

/** Where the page's form stands. Its markup is all here before the script in `islands/` hydrates it. */
export function Island({ children }: { children: ReactNode }) {
  return <div data-form="">{children}</div>
}
