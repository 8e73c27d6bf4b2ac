import { brand } from '@salonback/shared/brand.ts'
import { Mark } from './Mark.tsx'

export function Footer() {
  return (
    <footer className="footer on-ink">
      <div className="wrap">
        <div className="footer-row">
          <Mark />
          <nav aria-label="Footer">
            <a href="/privacy">Privacy Policy</a>
            <a href="/terms">Terms of Service</a>
            <a href="/contact">Contact</a>
          </nav>
        </div>
        <p>{brand.tradingLine}</p>
      </div>
    </footer>
  )
}
