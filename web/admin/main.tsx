import '@salonback/shared/host/disableZodJit.ts'
import { Admin } from '@salonback/shared/admin/Admin.tsx'
import { startTheme } from '@salonback/shared/kit/theme.ts'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { browserPlatform } from './platform.ts'
import { preventDropNavigation } from './preventDropNavigation.ts'

const root = document.getElementById('root')
if (!root) throw new Error('The page has no #root')

startTheme()
preventDropNavigation()
createRoot(root).render(
  <StrictMode>
    <Admin platform={browserPlatform} />
  </StrictMode>,
)
