import { brand, palette } from '@salonback/shared/brand.ts'
import { relativeTime } from '@salonback/shared/formats.ts'
import { Hono } from 'hono'
import { html } from 'hono/html'
import { htmlPage } from '../../platform/http/htmlPage.ts'
import { findMailHtml, type KeptMail, listMails } from '../mails.ts'
import type { Network } from '../network.ts'

const MAX_MAILS = 100

/** The e-mails that were kept instead of sent, at `/dev/phones/mails`. */
export function mailsPage({ sql, clock, publicUrl }: Network): Hono {
  const app = new Hono()
  app.get('/dev/phones/mails', async (c) =>
    c.html(page(publicUrl, await listMails(sql, MAX_MAILS), clock()), 200, { 'Cache-Control': 'no-store' }),
  )
  app.get('/dev/phones/mails/:id', async (c) => {
    const mail = await findMailHtml(sql, c.req.param('id'))
    if (mail === undefined) return c.notFound()
    return c.html(mail, 200, { 'Cache-Control': 'no-store' })
  })
  return app
}

const page = (publicUrl: string, mails: KeptMail[], now: Date) =>
  htmlPage({
    title: `Emails · ${brand.name}`,
    head: html`<meta name="theme-color" content="${palette.blush}">
  <link rel="stylesheet" href="/dev/phones/base.css">
  <link rel="stylesheet" href="/dev/phones/mails.css">`,
    body: html`<body>
  <header class="top">
    <a class="brand" href="/dev/phones">${brand.name}<span class="dot" aria-hidden="true"></span></a>
    <h1>Emails</h1>
    <p>A simulated network. No email leaves this machine.</p>
    <a class="plain-link" href="/dev/phones">Phones</a>
    <a class="plain-link" href="${publicUrl}/admin">Console</a>
  </header>
  <main class="mails">${
    mails.length === 0
      ? html`<p class="empty">No email has been sent yet.</p>`
      : html`<ol>${mails.map((mail) => mailItem(mail, now))}</ol>`
  }</main>
</body>`,
  })

const mailItem = ({ id, at, to, subject, body }: KeptMail, now: Date) => html`<li>
    <h2>${subject}</h2>
    <p class="note">To ${to} · <time datetime="${at.toISOString()}">${relativeTime(at.toISOString(), now)}</time>
      · <a href="/dev/phones/mails/${id}" target="_blank" rel="noopener">As HTML</a></p>
    <pre>${body}</pre>
  </li>`
