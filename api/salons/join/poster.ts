import { keywordWording } from '@salonback/shared/salons/join/wording.ts'
import { html, raw } from 'hono/html'
import { encode } from 'uqr'
import { htmlPage } from '../../platform/http/htmlPage.ts'
import type { JoinSalon } from './queries.ts'
import { shownNumber } from './subscriber.ts'

type Html = ReturnType<typeof html>

/** A poster for the salon, one page of A4. */
export function posterPage(salon: JoinSalon, publicUrl: string): Html {
  const url = `${publicUrl}/join/${salon.slug}`
  const number = shownNumber(salon)
  return htmlPage({
    title: `Poster · ${salon.name}`,
    head: html`<link rel="stylesheet" href="/join/poster.css">`,
    body: html`<body>
  <header class="hint">Print this page on A4, at 100 % and in colour.</header>
  <main>
    <p class="name">${salon.name}</p>
    <h1>Get our offers by text</h1>
    <p class="few">At most 4 a year. Stop whenever you like.</p>
    <div class="ways">
      <figure>
        ${qrCode(url, `QR code that opens the page of ${salon.name}`)}
        <figcaption>Scan with your camera</figcaption>
      </figure>
      ${number === null ? '' : keyword(number)}
    </div>
    <p class="address">${url.replace(/^https?:\/\//, '')}</p>
    ${number === null ? '' : html`<p class="fine">${keywordWording(salon, number)}</p>`}
  </main>
</body>`,
  })
}

const keyword = (number: string) => html`<p class="or">or</p>
      <div class="bubble"><p>Text <b>JOIN</b> to</p><p class="number">${number}</p></div>`

/** Modules of white around a code; readers need four. */
const QUIET = 4

/** The code as one path, with a quarter of it readable when torn or stained. */
function qrCode(text: string, label: string): Html {
  const { data, size } = encode(text, { ecc: 'Q', border: 0 })
  const path = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  const side = size + 2 * QUIET
  return html`<svg class="code" role="img" aria-label="${label}" viewBox="${-QUIET} ${-QUIET} ${side} ${side}"
          shape-rendering="crispEdges"><rect x="${-QUIET}" y="${-QUIET}" width="${side}" height="${side}" class="paper"/><path
          d="${raw(path)}"/></svg>`
}
