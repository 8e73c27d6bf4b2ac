import '../kit/entry.css'
import { brand } from '../brand.ts'

/** When a file of the console itself does not come: no connection at the wrong moment, or a new version took its place. */
export const NotLoaded = () => (
  <main className="sb-entry">
    <div className="sb-entry-form" role="alert">
      <p className="sb-brand sb-entry-brand">{brand.name}</p>
      <h1 className="sb-display sb-entry-title">Something did not load</h1>
      <p className="sb-entry-note">
        A part of the console could not be loaded. Nothing you saved or wrote is lost; reload the page.
      </p>
      <button type="button" className="sb-entry-button" onClick={() => location.reload()}>
        Reload
      </button>
    </div>
  </main>
)
