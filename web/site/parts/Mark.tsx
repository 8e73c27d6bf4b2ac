import { brand } from '@salonback/shared/brand.ts'

/** Brand name followed by a small bubble. */
export function Mark() {
  return (
    <a className="mark" href="/">
      {brand.name}
      <span className="mark-dot" />
    </a>
  )
}
