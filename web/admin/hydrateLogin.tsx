import { hydrateRoot } from 'react-dom/client'
import { LoginPage } from './LoginPage.tsx'
import { browserPlatform } from './platform.ts'

const loadConsole = () => import('./afterLogin.tsx')

/** Gives the login page its behaviour; from the first letter on the console is fetched behind it. */
export function hydrateLogin() {
  const place = document.getElementById('root')
  if (!place) throw new Error('The page has no #root')
  const openConsole = async () => (await loadConsole()).openConsole(root)
  const root = hydrateRoot(place, <LoginPage platform={browserPlatform} onLoggedIn={openConsole} />)
  // Should it not come, that is said when it is needed.
  const fetchConsole = () => void loadConsole().catch(() => {})
  if (place.querySelector('input')?.value) fetchConsole()
  else addEventListener('input', fetchConsole, { once: true })
}
