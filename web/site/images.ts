import { readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { Resvg } from '@resvg/resvg-js'
import { brand, palette } from '@salonback/shared/brand.ts'
import { create, type Font } from 'fontkit'
import wawoff2 from 'wawoff2'

const require = createRequire(import.meta.url)

const { blush, ink, white, yes } = palette

/** The brand mark: a bubble with corner radii 50% 50% 12% 50%. */
const bubble = (x: number, y: number, size: number, colour: string) => {
  const half = size / 2
  const corner = size * 0.12
  return `<path fill="${colour}" d="M${x} ${y + half}a${half} ${half} 0 0 1 ${size} 0v${half - corner}a${corner} ${corner} 0 0 1-${corner} ${corner}h-${half - corner}a${half} ${half} 0 0 1-${half}-${half}z"/>`
}

const icon = (ground: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64">${ground}${bubble(14, 14, 36, yes)}</svg>`

const favicon = icon(`<rect width="64" height="64" rx="14" fill="${blush}"/>`)
const square = icon(`<path fill="${blush}" d="M0 0h64v64H0z"/>`)

/** The site's fonts as outlines: the renderer supports neither woff2 nor variable fonts. */
async function openFont(file: string, axes: Record<string, number>): Promise<Font> {
  const packed = await readFile(require.resolve(`@fontsource-variable/${file}`))
  const font = create(Buffer.from(await wawoff2.decompress(packed)))
  if (!('getVariation' in font)) throw new Error(`${file} holds more than one font`)
  return font.getVariation(axes)
}

/** A line of text as one path. `y`: baseline; tracking in em. */
function line(
  font: Font,
  text: string,
  at: { x: number; y: number; size: number; fill: string; tracking?: number },
) {
  const scale = at.size / font.unitsPerEm
  const run = font.layout(text)
  let x = at.x
  const glyphs = run.glyphs.map((glyph, index) => {
    const placed = `<path transform="translate(${x} ${at.y}) scale(${scale} ${-scale})" d="${glyph.path.toSVG()}"/>`
    x += (run.positions[index]?.xAdvance ?? 0) * scale + (at.tracking ?? 0) * at.size
    return placed
  })
  return { svg: `<g fill="${at.fill}">${glyphs.join('')}</g>`, end: x }
}

/** 1200 × 630: the headline, Maya's answer, the brand. */
async function openGraph(): Promise<string> {
  const display = await openFont('imbue/files/imbue-latin-standard-normal.woff2', { wght: 500, opsz: 100 })
  const name = await openFont('imbue/files/imbue-latin-standard-normal.woff2', { wght: 600, opsz: 40 })
  const text = await openFont('instrument-sans/files/instrument-sans-latin-wght-normal.woff2', { wght: 600 })
  const big = { size: 157, fill: ink, tracking: -0.022 }
  const brandLine = line(name, brand.name, { x: 54, y: 568, size: 54, fill: ink })
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1200 630"><path fill="${blush}" d="M0 0h1200v630H0z"/>`,
    line(display, 'They meant to come back.', { ...big, x: 52, y: 192 }).svg,
    line(display, 'Let’s text them.', { ...big, x: 149, y: 334 }).svg,
    `<path fill="${yes}" d="M994 438h116a36 36 0 0 1 36 36v60a12 12 0 0 1-12 12H994a36 36 0 0 1-36-36v-36a36 36 0 0 1 36-36z"/>`,
    line(text, 'YES', { x: 1010, y: 509, size: 46, fill: white }).svg,
    brandLine.svg,
    bubble(brandLine.end + 3, 552, 16, yes),
    '</svg>',
  ].join('')
}

const png = (svg: string, width: number) =>
  new Resvg(svg, { fitTo: { mode: 'width', value: width } }).render().asPng()

/** A .ico file of PNG images for /favicon.ico. */
function ico(svg: string, sizes: number[]): Buffer {
  const pictures = sizes.map((size) => ({ size, data: png(svg, size) }))
  const head = Buffer.alloc(6 + 16 * pictures.length)
  head.writeUInt16LE(1, 2)
  head.writeUInt16LE(pictures.length, 4)
  let offset = head.length
  for (const [index, { size, data }] of pictures.entries()) {
    const entry = 6 + 16 * index
    head.writeUInt8(size, entry)
    head.writeUInt8(size, entry + 1)
    head.writeUInt16LE(1, entry + 4)
    head.writeUInt16LE(32, entry + 6)
    head.writeUInt32LE(data.length, entry + 8)
    head.writeUInt32LE(offset, entry + 12)
    offset += data.length
  }
  return Buffer.concat([head, ...pictures.map(({ data }) => data)])
}

export async function drawImages(folder: string) {
  const write = (name: string, content: string | Buffer) => writeFile(join(folder, name), content)
  await Promise.all([
    write('favicon.svg', favicon),
    write('favicon.ico', ico(favicon, [16, 32, 48])),
    write('icon-48.png', png(favicon, 48)),
    write('icon-192.png', png(square, 192)),
    write('icon-512.png', png(square, 512)),
    write('apple-touch-icon.png', png(square, 180)),
    write('opengraph.png', png(await openGraph(), 1200)),
  ])
}
