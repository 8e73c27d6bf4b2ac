import { palette } from './brand.ts'

const byName = new Map<string, string>(
  Object.entries(palette).map(([name, colour]) => [
    name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`),
    colour,
  ]),
)

/** A hex colour as three decimal numbers, for `rgb(var(--ink-rgb) / 16%)`. */
const rgbNumbers = (colour: string) =>
  [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16)).join(' ')

/** Replaces each `var(--name)` and `var(--name-rgb)` of the palette in a style sheet with its value. */
export const inlineTokens = (css: string) =>
  css.replace(/var\(--([a-z-]+?)(-rgb)?\)/g, (original, name: string, asNumbers?: string) => {
    const colour = byName.get(name)
    if (!colour) return original
    return asNumbers ? rgbNumbers(colour) : colour
  })
