import { readFileSync } from 'node:fs'
import { painted } from './painted.ts'

const SCALE = /^ {2}(--sb-(?:size|leading|weight)-\w+): (.+);\n/gm

const tokens = readFileSync(new URL('./kit/tokens.css', import.meta.url), 'utf8')
const scale = new Map([...tokens.matchAll(SCALE)].map(([, name = '', value = '']) => [name, value]))

/** For the console's bundlers: the palette and the type scale never change, so browsers get values and no names. */
export const consoleSheets = {
  name: 'console-sheets',
  enforce: 'pre' as const,
  transform: (css: string, id: string) =>
    id.endsWith('.css')
      ? painted(css.replace(SCALE, '')).replace(
          /var\((--sb-[\w-]+)\)/g,
          (named, name) => scale.get(name) ?? named,
        )
      : undefined,
}
