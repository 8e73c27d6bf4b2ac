import { readFile } from 'node:fs/promises'
import { brand, palette } from '@salonback/shared/brand.ts'
import { relativeTime } from '@salonback/shared/formats.ts'
import { formatPhone, toE164 } from '@salonback/shared/sms/phone.ts'
import { understand } from '@salonback/shared/sms/understand.ts'
import { Hono } from 'hono'
import { html, raw } from 'hono/html'
import { fontFiles, htmlPage, pageStyles, readStyles } from '../../platform/http/htmlPage.ts'
import { type Fault, type FaultKind, faultKinds, listFaults } from '../faults.ts'
import type { Network } from '../network.ts'
import * as texts from '../queries.ts'

type Html = ReturnType<typeof html>

const MAX_HANDSETS = 200

/** The handsets page `/dev/phones`, rendered here. Its script refreshes it with the routes under `parts`. */
export function phonesPage(network: Network): Hono {
  const { sql, clock } = network
  const app = new Hono()

  app.get('/dev/phones', async (c) => {
    const number = toE164(c.req.query('number') ?? '')
    const search = c.req.query('q') ?? ''
    return c.html(
      page({
        publicUrl: network.publicUrl,
        number,
        search,
        list: await list(network, search, number),
        talk: number ? talk(await texts.handsetTexts(sql, number), clock()) : noTalk(),
        faults: faultList(await listFaults(sql)),
      }),
      200,
      { 'Cache-Control': 'no-store' },
    )
  })
  app.get('/dev/phones/parts/list', async (c) =>
    c.html(await list(network, c.req.query('q') ?? '', toE164(c.req.query('number') ?? ''))),
  )
  app.get('/dev/phones/parts/talk', async (c) => {
    const number = toE164(c.req.query('number') ?? '')
    return c.html(number ? talk(await texts.handsetTexts(sql, number), clock()) : noTalk())
  })
  app.get('/dev/phones/parts/faults', async (c) => c.html(faultList(await listFaults(sql))))
  for (const name of ['base.css', 'phones.css', 'mails.css']) {
    app.get(`/dev/phones/${name}`, async (c) => {
      c.header('Content-Type', 'text/css; charset=utf-8')
      c.header('Cache-Control', 'no-cache')
      return c.body(await (name === 'base.css' ? pageStyles : readStyles)(beside(name)()))
    })
  }
  for (const [path, file, type] of files) {
    app.get(`/dev/phones/${path}`, async (c) =>
      c.body(new Uint8Array(await readFile(file())), 200, {
        'Content-Type': type,
        'Cache-Control': 'no-cache',
      }),
    )
  }
  return app
}

const beside = (name: string) => () => new URL(name, import.meta.url)
const files: [path: string, file: () => URL | string, type: string][] = [
  ['app.js', beside('phones.js'), 'text/javascript; charset=utf-8'],
  ['display.woff2', fontFiles['display.woff2'], 'font/woff2'],
  ['text.woff2', fontFiles['text.woff2'], 'font/woff2'],
]

async function list({ sql, clock }: Network, search: string, chosen: string | null): Promise<Html> {
  const lines = await texts.listHandsets(sql, search, MAX_HANDSETS)
  if (lines.length === 0) {
    return html`<p class="empty">${
      search.trim()
        ? 'No handset matches.'
        : 'No handset has been texted yet. Send first texts from the console, or ask for details on the website.'
    }</p>`
  }
  return html`<ol class="handsets">${lines.map((line) => handsetLine(line, line.number === chosen, clock()))}</ol>`
}

function handsetLine(line: texts.HandsetSummary, chosen: boolean, now: Date): Html {
  const { number, unread, blocked, body, direction, numMedia, at } = line
  const words = body || (numMedia > 0 ? 'Picture' : '')
  return html`<li>
    <a class="handset" href="/dev/phones?number=${encodeURIComponent(number)}" data-number="${number}"
      ${chosen ? raw('aria-current="true"') : ''}>
      <span class="who">${formatPhone(number)}</span>
      <time datetime="${at.toISOString()}">${relativeTime(at.toISOString(), now)}</time>
      <span class="last">${direction === 'in' ? 'You: ' : ''}${words}</span>
      <span class="marks">${blocked ? html`<span class="stopped">Stopped</span>` : ''}${
        unread > 0 && !chosen ? html`<span class="new">${unread} new</span>` : ''
      }</span>
    </a>
  </li>`
}

const noTalk = () => html`<p class="empty">Choose a handset to read what arrived and answer as its owner.</p>`

function talk(all: texts.HandsetText[], now: Date): Html {
  if (all.length === 0)
    return html`<p class="empty">Nothing has arrived on this handset yet. You can write first.</p>`
  return html`<ol class="talk">${all.map((text, n) => bubble(text, all[n - 1], now))}</ol>`
}

/** Only texts up to this length are checked for a positive intent; checking long ones would take a second. */
const MAX_POSITIVE_LENGTH = 80

/** After this time without texts a time line is shown. */
const PAUSE_MS = 60 * 60_000

function bubble(text: texts.HandsetText, before: texts.HandsetText | undefined, now: Date): Html {
  const mine = text.direction === 'in'
  const at = text.at.toISOString()
  const paused = !before || text.at.getTime() - before.at.getTime() > PAUSE_MS
  const yes = mine && text.body.length <= MAX_POSITIVE_LENGTH && understand(text.body).intent === 'positive'
  return html`
    ${paused ? html`<li class="pause"><time datetime="${at}">${relativeTime(at, now)}</time></li>` : ''}
    <li class="bubble ${mine ? 'mine' : 'theirs'} ${yes ? 'yes' : ''}" title="${at}">
      <span class="hidden">${mine ? 'You' : formatPhone(text.sender)}: </span>
      ${text.media.map((sid) => html`<img src="/dev/phones/media/${sid}" alt="Picture" loading="lazy">`)}
      ${text.body ? html`<p>${linked(text.body)}</p>` : ''}
      ${!mine && text.numMedia > 0 ? html`<p class="note">${text.numMedia} attached</p>` : ''}
    </li>
    ${deliveryFailure(text) ? html`<li class="lost">${deliveryFailure(text)}</li>` : ''}`
}

/** A note for an undelivered text, which a real handset would not show. */
function deliveryFailure({ direction, status, errorCode }: texts.HandsetText): string | null {
  if (direction === 'in' || (status !== 'undelivered' && status !== 'failed')) return null
  return `Reported as ${status}${errorCode ? ` (${errorCode})` : ''}: a real phone would not show this text.`
}

function linked(body: string): Html[] {
  return body
    .split(/(https?:\/\/[^\s"<>]*[^\s"<>.,;:!?)])/)
    .map((part, n) =>
      n % 2 === 1 ? html`<a href="${part}" target="_blank" rel="noopener">${part}</a>` : html`${part}`,
    )
}

function faultList(faults: Fault[]): Html {
  if (faults.length === 0) return html`<p class="calm">No faults are active.</p>`
  return html`<ul class="faults">${faults.map(
    (fault) => html`<li><span>${describeFault(fault)}</span>
      <button type="button" class="plain" data-clear="${fault.id}">Clear</button></li>`,
  )}</ul>
  <button type="button" class="plain" data-clear="">Clear all</button>`
}

function describeFault({ kind, number, code, ms, times, remaining, probability }: Fault): string {
  const details = [code && `code ${code}`, ms && `${ms} ms`, times && `${times} times`].filter(Boolean)
  const where = number ? `for ${formatPhone(number)}` : 'for every handset'
  const often = [
    probability < 1 && `${Math.round(probability * 100)} % of texts`,
    remaining !== null && `${remaining} more ${remaining === 1 ? 'text' : 'texts'}`,
  ].filter(Boolean)
  return [`${faultKinds[kind]}${details.length ? ` (${details.join(', ')})` : ''}`, where, ...often].join(
    ', ',
  )
}

const option = (kind: FaultKind) => html`<option value="${kind}">${faultKinds[kind]}</option>`
const kinds = Object.keys(faultKinds) as FaultKind[]
const quick = ['Yes please', 'Who is this?', 'STOP']

type Parts = {
  publicUrl: string
  number: string | null
  search: string
  list: Html
  talk: Html
  faults: Html
}

function page(parts: Parts): Html {
  const { publicUrl, number } = parts
  return htmlPage({
    title: `Phones · ${brand.name}`,
    head: html`<meta name="theme-color" content="${palette.blush}">
  <link rel="preload" href="/dev/phones/display.woff2" as="font" type="font/woff2" crossorigin>
  <link rel="preload" href="/dev/phones/text.woff2" as="font" type="font/woff2" crossorigin>
  <link rel="stylesheet" href="/dev/phones/base.css">
  <link rel="stylesheet" href="/dev/phones/phones.css">
  <script src="/dev/phones/app.js" type="module"></script>`,
    body: html`<body data-number="${number ?? ''}">
  <header class="top">
    <a class="brand" href="/dev/phones">${brand.name}<span class="dot" aria-hidden="true"></span></a>
    <h1>Phones</h1>
    <p>A simulated network. No text leaves this machine.</p>
    <a class="plain-link" href="/dev/phones/mails">Emails</a>
    <a class="plain-link" href="${publicUrl}/admin">Console</a>
  </header>
  <main>
    ${handsetsSection(parts)}${conversationSection(parts)}${faultsSection(parts)}
  </main>
</body>`,
  })
}

function handsetsSection({ search, list }: Parts): Html {
  return html`<section class="shelf" aria-labelledby="shelf-title">
    <h2 id="shelf-title">Handsets</h2>
    <form role="search" class="search"><label class="hidden" for="q">Search</label>
      <input id="q" name="q" type="search" placeholder="Number or words" value="${search}" autocomplete="off"></form>
    <div id="list">${list}</div>
  </section>`
}

function conversationSection({ number, talk }: Parts): Html {
  return html`<section class="hand" aria-labelledby="hand-title">
    <div class="phone">
      <div class="status">
        <a class="back" href="/dev/phones">Handsets</a>
        <h2 id="hand-title">${number ? formatPhone(number) : 'No handset'}</h2>
      </div>
      <div id="talk" tabindex="0" role="log" aria-label="Texts">${talk}</div>
      <form class="composer" id="composer" ${number ? '' : 'hidden'}>
        <div class="quick">${quick.map((reply) => html`<button type="button" data-reply="${reply}">${reply}</button>`)}</div>
        <label class="hidden" for="body">Text to send as the owner</label>
        <textarea id="body" name="body" rows="1" maxlength="1600" placeholder="Your answer"></textarea>
        <label class="picture" title="Send a picture"><input type="file" id="picture"
          accept="image/png,image/jpeg,image/gif,image/webp"><span>Picture</span></label>
        <button type="submit" class="send">Send</button>
        <p id="send-status" role="status"></p>
      </form>
    </div>
  </section>`
}

function faultsSection({ number, faults }: Parts): Html {
  return html`<section class="trouble" aria-labelledby="trouble-title">
    <details open>
      <summary><h2 id="trouble-title">Faults</h2></summary>
      <div id="faults">${faults}</div>
      <form id="fault">
        <label for="kind">Fault</label>
        <select id="kind" name="kind">${kinds.map(option)}</select>
        <div class="pair">
          <div data-for="refuse undelivered failed"><label for="code">Error code</label>
            <input id="code" name="code" inputmode="numeric" pattern="[0-9]{5}" placeholder="30003"></div>
          <div data-for="delay"><label for="ms">Milliseconds</label>
            <input id="ms" name="ms" type="number" min="0" max="120000" placeholder="5000"></div>
          <div data-for="repeat"><label for="times">How many times</label>
            <input id="times" name="times" type="number" min="1" max="100" placeholder="3"></div>
        </div>
        <label for="number">For which handset</label>
        <input id="number" name="number" inputmode="tel" placeholder="Every handset" value="${number ?? ''}">
        <div class="pair">
          <div><label for="count">For how many texts</label>
            <input id="count" name="count" type="number" min="1" placeholder="Until cleared"></div>
          <div><label for="chance">Chance, %</label>
            <input id="chance" name="chance" type="number" min="1" max="100" placeholder="100"></div>
        </div>
        <button type="submit">Add fault</button>
        <p id="fault-status" role="status"></p>
      </form>
    </details>
  </section>`
}
