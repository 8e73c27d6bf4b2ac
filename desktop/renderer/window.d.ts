import type { Desktop } from '../ipc.ts'

declare global {
  interface Window {
    /** Put there by the preload script. */
    desktop: Desktop
  }
}
