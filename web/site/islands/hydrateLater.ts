import type { FunctionComponent } from 'react'
import type { FilledIn } from '../forms/filled.ts'

/** Hydrates the form after the first paint: its script is the largest file and must not delay the text. */
export function hydrateLater(load: () => Promise<FunctionComponent<{ filled: FilledIn }>>) {
  const hydrate = async () => {
    const [{ hydrateIsland }, Form] = await Promise.all([import('./hydrate.ts'), load()])
    hydrateIsland(Form)
  }
  // A timer set in an animation frame runs after that frame is painted.
  requestAnimationFrame(() => setTimeout(hydrate))
}
