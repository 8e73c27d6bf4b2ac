import type { FunctionComponent } from 'react'
import type { FilledIn } from '../forms/filled.ts'

/**
 * Hydrates the page's form once the page has been seen: its script is larger than all else, and on a slow line the
 * words would wait for it.
 */
export function hydrateLater(load: () => Promise<FunctionComponent<{ filled: FilledIn }>>) {
  const hydrate = async () => {
    const [{ hydrateIsland }, Form] = await Promise.all([import('./hydrate.ts'), load()])
    hydrateIsland(Form)
  }
  // A timer begun in a frame runs after that frame was painted.
  requestAnimationFrame(() => setTimeout(hydrate))
}
