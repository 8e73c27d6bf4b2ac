import '@salonback/shared/host/disableZodJit.ts'
import { Admin } from '@salonback/shared/admin/Admin.tsx'
import { startTheme } from '@salonback/shared/kit/theme.ts'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { keepOnPage } from './drops.ts'
import { browserPlatform } from './platform.ts'

const root = document.getElementById('root')
if (!root) throw new Error('The page has no #root')

startTheme()
keepOnPage()
createRoot(root).render(
  <StrictMode>
    <Admin platform={browserPlatform} />
  </StrictMode>,
)
