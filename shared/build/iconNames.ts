/**
 * For the console's bundlers: Blueprint makes the names of its 700 icons, in two spellings, from one another each time a
 * page loads, 30 ms of work. The list it makes them from has them in the one that is used. `EntityTitle` asks for one in
 * the other.
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
