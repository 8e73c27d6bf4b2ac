import { CallToAction } from './CallToAction.tsx'
import { Mark } from './Mark.tsx'

export type HeaderMode = 'details' | 'home' | 'none'

/** Sticky. `details` is the landing page's call to action, `home` leads back to it, `none` is the brand alone. */
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
