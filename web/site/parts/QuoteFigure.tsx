import type { Quote } from '../quotes.ts'

/** A quote and who said it. The look is the caller's: `className` sets it. */
export function QuoteFigure({ quote, className }: { quote: Quote; className: string }) {
  return (
    <figure className={className}>
      <blockquote>“{quote.words}”</blockquote>
      <figcaption>{quote.role}</figcaption>
    </figure>
  )
}
