import type { Quote } from '../quotes.ts'

/** A quote with its author. `className` sets the style. */
export function QuoteFigure({ quote, className }: { quote: Quote; className: string }) {
  return (
    <figure className={className}>
      <blockquote>“{quote.text}”</blockquote>
      <figcaption>{quote.role}</figcaption>
    </figure>
  )
}
