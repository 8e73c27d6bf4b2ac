import { brand, palette } from '@salonback/shared/brand.ts'
import { html } from 'hono/html'

/** Content of the template, from top to bottom. Plain text: the template escapes it. */
export interface MailContent {
  /** Such as `Hello Aoife,`. */
  greeting?: string
  paragraphs: string[]
  /** A small table, such as the lines of a statement. */
  rows?: { label: string; value: string }[]
  /** One link, as a button. */
  button?: { label: string; url: string }
  /** Small print below. */
  notes?: string[]
  /** Files, as base64. They go when the content goes: when the mail is sent. */
  attachments?: { filename: string; contentType: string; base64: string }[]
}

/** The link that turns this kind of mail off, and the name of the kind. */
interface OffLink {
  url: string
  label: string
}

const offWords = ({ label }: OffLink) => `You get "${label}" from ${brand.name}. Turn it off:`

/** The mail as plain text. */
export function mailText(content: MailContent, off: OffLink | null): string {
  const { greeting, paragraphs, rows = [], button, notes = [] } = content
  return [
    ...(greeting ? [greeting] : []),
    ...paragraphs,
    ...(rows.length > 0 ? [rows.map(({ label, value }) => `${label}: ${value}`).join('\n')] : []),
    ...(button ? [`${button.label}:\n${button.url}`] : []),
    ...notes,
    `${brand.name}\n${brand.tradingLine}`,
    ...(off ? [`${offWords(off)} ${off.url}`] : []),
  ]
    .join('\n\n')
    .concat('\n')
}

const font = "font-family:'Helvetica Neue',Arial,sans-serif"
const small = `margin:0 0 8px;font-size:13px;line-height:1.5;color:${palette.inkSoft}`

/** The mail as HTML without images and scripts. Mail programs ignore style sheets, so styles are inline. */
export function mailHtml(subject: string, content: MailContent, off: OffLink | null): string {
  const { greeting, paragraphs, rows = [], button, notes = [] } = content
  const paragraph = (text: string) => html`<p style="margin:0 0 16px;white-space:pre-line">${text}</p>`
  return String(html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${subject}</title>
</head>
<body style="margin:0;padding:24px 12px;background:${palette.canvas};${font};font-size:16px;line-height:1.5;color:${palette.ink}">
<div style="max-width:560px;margin:0 auto;padding:24px;background:${palette.white};border-radius:8px">
${greeting ? paragraph(greeting) : ''}
${paragraphs.map(paragraph)}
${rows.length > 0 ? rowsTable(rows) : ''}
${
  button
    ? html`<p style="margin:24px 0"><a href="${button.url}" style="display:inline-block;padding:12px 20px;background:${palette.ink};color:${palette.onInk};border-radius:6px;text-decoration:none;font-weight:bold">${button.label}</a></p>
<p style="${small};word-break:break-all">${button.url}</p>`
    : ''
}
${notes.map((note) => html`<p style="${small}">${note}</p>`)}
</div>
<div style="max-width:560px;margin:16px auto 0;padding:0 24px">
<p style="${small}">${brand.name}<br>${brand.tradingLine}</p>
${off ? html`<p style="${small}">${offWords(off)} <a href="${off.url}" style="color:${palette.inkSoft}">turn off</a></p>` : ''}
</div>
</body>
</html>
`)
}

function rowsTable(rows: NonNullable<MailContent['rows']>) {
  const cell = `padding:6px 0;border-bottom:1px solid ${palette.blush};vertical-align:top`
  return html`<table role="presentation" style="width:100%;margin:0 0 16px;border-collapse:collapse">
${rows.map(
  ({
    label,
    value,
  }) => html`<tr><td style="${cell};padding-right:16px;color:${palette.inkSoft}">${label}</td><td style="${cell};text-align:right">${value}</td></tr>
`,
)}</table>`
}
