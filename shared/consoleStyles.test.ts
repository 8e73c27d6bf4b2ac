import { expect, test } from 'vitest'
import { pxToRelative } from './consoleStyles.ts'

test('lengths become relative units, except hairlines', () => {
  expect(pxToRelative('rem', 'calc(100vw - 24px)')).toBe('calc(100vw - 1.5rem)')
  expect(pxToRelative('rem', '400 13.5px/20px var(--sb-font)')).toBe('400 0.84375rem/1.25rem var(--sb-font)')
  expect(pxToRelative('rem', '0 1px 3px -8px')).toBe('0 1px 3px -0.5rem')
  expect(pxToRelative('em', '(min-width: 600px) and (max-width: 1400px)')).toBe(
    '(min-width: 37.5em) and (max-width: 87.5em)',
  )
  expect(pxToRelative('rem', "url('data:image/svg+xml,16px')")).toBe("url('data:image/svg+xml,16px')")
})
