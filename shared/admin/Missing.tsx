import '../kit/entry.css'
import { brand } from '../brand.ts'
import { usePlatform } from '../host/platform.ts'

/** A path below /admin that means nothing, whoever asks for it. Plain elements: it loads before the console. */
export function Missing() {
  const { route } = usePlatform()
  return (
    <main className="sb-entry">
      <title>{`404 Page Not Found · ${brand.adminAreaName}`}</title>
      <div className="sb-entry-form sb-entry-card">
        <p className="sb-brand sb-entry-brand">{brand.name}</p>
        <h1 className="sb-display sb-entry-title">404 Page Not Found</h1>
        <p className="sb-entry-note">There is no such screen in the console.</p>
        <button type="button" className="sb-entry-button" onClick={() => route.set('/admin')}>
          Open the console
        </button>
      </div>
    </main>
  )
}
