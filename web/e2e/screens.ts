import { barScreens } from './barScreens.ts'
import { connectScreens } from './connectScreens.ts'
import { consoleScreens, type Screen } from './consoleScreens.ts'
import { deskScreens } from './deskScreens.ts'
import { dialogScreens } from './dialogScreens.ts'
import { feeScreens } from './feeScreens.ts'
import { moneyScreens } from './moneyScreens.ts'
import { monthlyScreens } from './monthlyScreens.ts'
import { officeScreens } from './officeScreens.ts'
import { peopleScreens } from './peopleScreens.ts'
import { dashScreens, resultsScreens } from './resultsScreens.ts'
import { salonScreens } from './salonScreens.ts'

/** Every screen of the console in each of its states. */
export const screens: readonly Screen[] = [
  ...consoleScreens,
  ...dialogScreens,
  ...salonScreens,
  ...deskScreens,
  ...resultsScreens,
  ...dashScreens,
  ...feeScreens,
  ...moneyScreens,
  ...officeScreens,
  ...connectScreens,
  ...peopleScreens,
  ...barScreens,
  ...monthlyScreens,
]
