import { palette } from './brand.ts'

const byName = new Map<string, string>(
  Object.entries(palette).map(([name, colour]) => [
    name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`),
    colour,
  ]),
)

/** A colour of six digits as the three numbers that `rgb(var(--ink-rgb) / 16%)` wants. */
const numbersOf = (colour: string) =>
  [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16)).join(' ')

/** A style sheet with the values of the palette where it names them: nobody is sent a name for what never changes. */
export const painted = (css: string) =>
  css.replace(/var\(--([a-z-]+?)(-rgb)?\)/g, (named, name: string, asNumbers?: string) => {
    const colour = byName.get(name)
    if (!colour) return named
    return asNumbers ? numbersOf(colour) : colour
  })
