import type { Desktop } from '../bridge.ts'

declare global {
  interface Window {
    /** Put there by the preload script. */
    desktop: Desktop
  }
}
