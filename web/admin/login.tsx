import '@salonback/shared/kit/tokens.css'
import '@salonback/shared/kit/base.css'
import '@salonback/shared/kit/entry.css'
import { startTheme } from '@salonback/shared/kit/theme.ts'
import { keepOnPage } from './drops.ts'

startTheme()
keepOnPage()
// The page stands and takes words without the screen's script, which would hold up its first paint on a slow line.
// A timer begun in a frame runs after that frame was painted.
requestAnimationFrame(() => setTimeout(async () => (await import('./hydrateLogin.tsx')).hydrateLogin()))
