/** @jsxImportSource hono/jsx */
import { longDate, plural, shortDay } from '@salonback/shared/formats.ts'
import type { Home } from '@salonback/shared/salons/owner/ownerPage.ts'
import { compare } from '@salonback/shared/salons/proof/compare.ts'
import {
  groupsSentence,
  textsSentence,
  textsVerdict,
  verdictOf,
  whyKeptAside,
} from '@salonback/shared/salons/proof/sentences.ts'

/** Effect of the latest texts: how many clients came back with and without a text. */
export function ProofPart({ proofs, timeZone }: Pick<Home, 'proofs' | 'timeZone'>) {
  if (proofs.length === 0) return null
  return (
    <>
      <h2 class="part">What the texts did</h2>
      {proofs.map((proof) => (
        <section class="card">
          <p class="small">Texts from {longDate(proof.startsAt, timeZone)}</p>
          {linesOf(proof).map((line) => (
            <p>{line}</p>
          ))}
        </section>
      ))}
      {proofs.some(({ percent }) => percent > 0) && (
        <details class="card">
          <summary>Why do you leave some out?</summary>
          {whyKeptAside.map((text) => (
            <p>{text}</p>
          ))}
        </details>
      )}
    </>
  )
}

function linesOf(proof: Home['proofs'][number]): string[] {
  const { texted, keptAside, texts, waiting, listFrom } = proof
  const lines: string[] = []
  if (texted.people > 0 && keptAside.people > 0)
    lines.push(groupsSentence(proof), verdictOf(compare(texted, keptAside)))
  if (texts && texts.one.people > 0 && texts.other.people > 0)
    lines.push(textsSentence(texts, 'offer'), textsVerdict(texts, 'offer'))
  if (waiting > 0 && listFrom)
    lines.push(
      `We cannot say yet for ${plural(waiting, 'client')}. A list of all your clients from ${shortDay(listFrom)} or later, or your booking system, shows who came back.`,
    )
  return lines.length > 0 ? lines : ['These texts have not left yet.']
}
