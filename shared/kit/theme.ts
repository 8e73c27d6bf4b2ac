import { create } from 'zustand'
import { persist } from 'zustand/middleware'

interface Theme {
  choice: 'system' | 'light' | 'dark'
  /** Whether the dark theme is shown. */
  dark: boolean
}

export const useTheme = create<Theme>()(
  persist((): Theme => ({ choice: 'system', dark: false }), {
    name: 'salonback.theme',
    partialize: ({ choice }) => ({ choice }),
  }),
)

const systemIsDark = () => matchMedia('(prefers-color-scheme: dark)').matches

function apply({ choice } = useTheme.getState()) {
  const dark = choice === 'dark' || (choice === 'system' && systemIsDark())
  document.documentElement.classList.toggle('bp6-dark', dark)
  useTheme.setState({ choice, dark })
}

/** Applies the theme and follows changes of the system. Called once by the host. */
export function startTheme() {
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => apply())
  apply()
}

/** Switches the theme. Switching to the theme of the system follows the system again. */
export function switchTheme() {
  const dark = !useTheme.getState().dark
  const choice = dark ? 'dark' : 'light'
  apply({ dark, choice: dark === systemIsDark() ? 'system' : choice })
}
