import { testApp } from './app.ts'
import { readySalon } from './salons.ts'

/** The service with a salon that can text. */
export async function testSalon() {
  const app = await testApp()
  const salon = await readySalon(app)
  return { ...app, app, salon, ...salon }
}
