import { create } from 'zustand'
import { persist } from 'zustand/middleware'

interface Theme {
  choice: 'system' | 'light' | 'dark'
  /** Whether the dark theme is shown. Follows the system until the person chooses the other one. */
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

/** Puts the theme on the page and keeps it in step with the system. Called once by the host. */
export function startTheme() {
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => apply())
  apply()
}

/** The other theme. Choosing what the system has anyway means following it again. */
export function switchTheme() {
  const dark = !useTheme.getState().dark
  const choice = dark ? 'dark' : 'light'
  apply({ dark, choice: dark === systemIsDark() ? 'system' : choice })
}
