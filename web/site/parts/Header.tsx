import { CallToAction } from './CallToAction.tsx'
import { Mark } from './Mark.tsx'

export type HeaderMode = 'details' | 'home' | 'none'

/** Header modes: `details` has the call to action, `home` a link to the landing page, `none` only the brand. */
export function Header({ mode }: { mode: HeaderMode }) {
  return (
    <header className="header">
      <div className="wrap header-row">
        <Mark />
        {mode === 'details' && <CallToAction href="#lead" className="button-small" />}
        {mode === 'home' && (
          <a className="button button-line button-small" href="/">
            <span className="wide">Back to Home</span>
            <span className="narrow">Home</span>
          </a>
        )}
      </div>
    </header>
  )
}
