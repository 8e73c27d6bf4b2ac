/**
 * Bundler plugin: replaces Blueprint's list of icon names, which takes 30 ms to compute at page load in two spellings.
 * Only one spelling is used, except for `SQUARE` in `EntityTitle`.
 */
export const iconNames = {
  name: 'icon-names',
  enforce: 'pre' as const,
  load: (id: string) => (id.endsWith('/@blueprintjs/icons/lib/esm/iconNames.js') ? code : undefined),
}

const code = `
import { BlueprintIcons_16 } from './generated/16px/blueprint-icons-16.js'
export const IconNames = { ...BlueprintIcons_16, SQUARE: BlueprintIcons_16.Square }
export const IconNamesSet = new Set(Object.values(BlueprintIcons_16))
`
