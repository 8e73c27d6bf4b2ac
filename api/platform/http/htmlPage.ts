import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { inlineTokens } from '@salonback/shared/inlineTokens.ts'
import { html } from 'hono/html'

export type Html = ReturnType<typeof html>

/** A page outside the site and the console, which no search engine lists. `head` adds styles and what else it needs. */
export const htmlPage = ({
  title,
  head,
  body,
}: {
  title: string
  head: Html
  body: Html
}) => html`<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <meta name="robots" content="noindex, nofollow">
  <title>${title}</title>
  <link rel="icon" href="data:,">
  ${head}
</head>
${body}
</html>`

const { resolve } = createRequire(import.meta.url)

/** Paths of the fonts of our pages by the name they are served under. */
export const fontFiles = {
  'display.woff2': () => resolve('@fontsource-variable/imbue/files/imbue-latin-standard-normal.woff2'),
  'text.woff2': () =>
    resolve('@fontsource-variable/instrument-sans/files/instrument-sans-latin-wght-normal.woff2'),
}

/** A style sheet with the colours of the palette. */
export const readStyles = async (file: URL) => inlineTokens(await readFile(file, 'utf8'))

/** The same, after the tokens that all pages outside the site and the console share. */
export const pageStyles = async (file: URL) =>
  (await readStyles(new URL('tokens.css', import.meta.url))) + (await readStyles(file))
