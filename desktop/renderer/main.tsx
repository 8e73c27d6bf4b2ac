import '@salonback/shared/host/disableZodJit.ts'
import '@salonback/shared/kit/tokens.css'
import '@salonback/shared/kit/base.css'
import './desktop.css'
import { startTheme, useTheme } from '@salonback/shared/kit/theme.ts'
import { createRoot } from 'react-dom/client'
import { Shell } from './Shell.tsx'

startTheme()
// The main process paints what lies around the page: the window's ground and the system's buttons.
const tellTheme = ({ dark }: { dark: boolean }) => void window.desktop.setDark(dark)
tellTheme(useTheme.getState())
useTheme.subscribe(tellTheme)

const root = document.getElementById('root')
if (root) {
  const started = await window.desktop.start()
  document.documentElement.dataset.platform = started.platform
  createRoot(root).render(<Shell started={started} />)
}
