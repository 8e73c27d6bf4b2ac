import { brand } from '@salonback/shared/brand.ts'

/** The brand: its name, with a small bubble for a full stop. */
export function Mark() {
  return (
    <a className="mark" href="/">
      {brand.name}
      <span className="mark-dot" />
    </a>
  )
}
