import { create } from 'zustand'

type Choice = 'system' | 'light' | 'dark'

const storageKey = 'salonback.theme'
const systemIsDark = () => matchMedia('(prefers-color-scheme: dark)').matches

function remembered(): Choice {
  const value = localStorage.getItem(storageKey)
  return value === 'light' || value === 'dark' ? value : 'system'
}

const isDark = (choice: Choice) => choice === 'dark' || (choice === 'system' && systemIsDark())

/** Whether the dark theme is shown. Follows the system until the person chooses the other one. */
export const useTheme = create<{ dark: boolean }>(() => ({ dark: false }))

function apply() {
  const dark = isDark(remembered())
  document.documentElement.classList.toggle('bp6-dark', dark)
  useTheme.setState({ dark })
}

/** Puts the theme on the page and keeps it in step with the system. Called once by the host. */
export function startTheme() {
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', apply)
  apply()
}

/** The other theme. Choosing what the system has anyway means following it again. */
export function switchTheme() {
  const dark = !isDark(remembered())
  if (dark === systemIsDark()) localStorage.removeItem(storageKey)
  else localStorage.setItem(storageKey, dark ? 'dark' : 'light')
  apply()
}
