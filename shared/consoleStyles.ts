import { readFileSync } from 'node:fs'
import { inlineTokens } from './inlineTokens.ts'

const SCALE = /^ {2}(--sb-(?:size|leading|weight)-\w+): (.+);\n/gm

const tokens = readFileSync(new URL('./kit/tokens.css', import.meta.url), 'utf8')
const scale = new Map([...tokens.matchAll(SCALE)].map(([, name = '', value = '']) => [name, value]))

/** CSS px of a rem, and of an em in a media query, where nobody has set larger letters. */
const REM = 16
/** A hairline stays one, however large the letters are. */
const HAIRLINE = 3

const toUnit = (unit: 'rem' | 'em', px: string) =>
  Math.abs(Number(px)) > HAIRLINE ? `${Number(px) / REM}${unit}` : `${px}px`

/** A value or a media query in which every length but hairlines follows the letters that the reader has set. */
export const pxToRelative = (unit: 'rem' | 'em', value: string) =>
  value.includes('url(')
    ? value
    : value.replace(/(?<![\w.])(-?\d*\.?\d+)px\b/g, (_, px: string) => toUnit(unit, px))

interface Sheet {
  walkDecls: (each: (line: { value: string }) => void) => void
  walkAtRules: (name: string, each: (rule: { params: string }) => void) => void
}

/** Sheets are written in px, Blueprint's too: whoever sets letters twice as large gets what a zoom of 200 % gives. */
const relativeUnits = {
  postcssPlugin: 'pxToRelative-sheets',
  OnceExit(sheet: Sheet) {
    sheet.walkDecls((line) => {
      line.value = pxToRelative('rem', line.value)
    })
    sheet.walkAtRules('media', (rule) => {
      rule.params = pxToRelative('em', rule.params)
    })
  },
}

/** For the console's bundlers: the palette and the type scale never change, so browsers get values and no names. */
export const consoleStyles = {
  name: 'console-styles',
  enforce: 'pre' as const,
  config: () => ({ css: { postcss: { plugins: [relativeUnits] } } }),
  transform: (css: string, id: string) =>
    id.endsWith('.css')
      ? inlineTokens(css.replace(SCALE, '')).replace(
          /var\((--sb-[\w-]+)\)/g,
          (named, name) => scale.get(name) ?? named,
        )
      : undefined,
}
