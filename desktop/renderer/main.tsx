import '@salonback/shared/host/disableZodJit.ts'
import '@salonback/shared/kit/tokens.css'
import '@salonback/shared/kit/base.css'
import './desktop.css'
import { startTheme, useTheme } from '@salonback/shared/kit/theme.ts'
import { createRoot } from 'react-dom/client'
import { Shell } from './Shell.tsx'

startTheme()
// The main process sets the colours of the window background and the system's buttons.
const sendTheme = ({ dark }: { dark: boolean }) => void window.desktop.setDark(dark)
sendTheme(useTheme.getState())
useTheme.subscribe(sendTheme)

const root = document.getElementById('root')
if (root) {
  const start = await window.desktop.start()
  document.documentElement.dataset.platform = start.platform
  createRoot(root).render(<Shell start={start} />)
}
