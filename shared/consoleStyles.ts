import { readFileSync } from 'node:fs'
import { inlineTokens } from './inlineTokens.ts'

const SCALE = /^ {2}(--sb-(?:size|leading|weight)-\w+): (.+);\n/gm

const tokens = readFileSync(new URL('./kit/tokens.css', import.meta.url), 'utf8')
const scale = new Map([...tokens.matchAll(SCALE)].map(([, name = '', value = '']) => [name, value]))

/** CSS px of a rem, and of an em in a media query, at the default font size. */
const REM = 16
/** Lengths up to this many px are hairlines and stay in px. */
const HAIRLINE = 3

const toUnit = (unit: 'rem' | 'em', px: string) =>
  Math.abs(Number(px)) > HAIRLINE ? `${Number(px) / REM}${unit}` : `${px}px`

/** Converts px to rem or em, except hairlines, so that lengths follow the reader's font size. */
export const pxToRelative = (unit: 'rem' | 'em', value: string) =>
  value.includes('url(')
    ? value
    : value.replace(/(?<![\w.])(-?\d*\.?\d+)px\b/g, (_, px: string) => toUnit(unit, px))

interface Sheet {
  walkDecls: (callback: (declaration: { value: string }) => void) => void
  walkAtRules: (name: string, callback: (rule: { params: string }) => void) => void
}

/** Style sheets are written in px, also Blueprint's. With a doubled font size the console looks as at 200 % zoom. */
const relativeUnits = {
  postcssPlugin: 'pxToRelative-sheets',
  OnceExit(sheet: Sheet) {
    sheet.walkDecls((declaration) => {
      declaration.value = pxToRelative('rem', declaration.value)
    })
    sheet.walkAtRules('media', (rule) => {
      rule.params = pxToRelative('em', rule.params)
    })
  },
}

/** Vite plugin of the console: replaces variables of palette and type scale by their values. */
export const consoleStyles = {
  name: 'console-styles',
  enforce: 'pre' as const,
  config: () => ({ css: { postcss: { plugins: [relativeUnits] } } }),
  transform: (css: string, id: string) =>
    id.endsWith('.css')
      ? inlineTokens(css.replace(SCALE, '')).replace(
          /var\((--sb-[\w-]+)\)/g,
          (variable, name) => scale.get(name) ?? variable,
        )
      : undefined,
}
