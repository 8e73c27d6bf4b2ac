import { salonsPath } from '@salonback/shared/host/addresses.ts'
import type { Page } from 'playwright'
import { button, type Screen, screen } from './consoleScreens.ts'

/** The menu is only on a phone. */
const onPhone = {
  before: (page: Page) => page.setViewportSize({ width: 375, height: 812 }),
  open: button('More'),
}

/** The menu of the bottom bar in both workspaces. */
export const barScreens: Screen[] = [
  screen('More, in Sales', '/admin', 'Automatic follow-up', onPhone),
  screen('More, in Salons', salonsPath, /^Use the .+ theme$/, onPhone),
]
