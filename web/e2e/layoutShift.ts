import type { Page } from 'playwright'

/** One movement that the browser saw: its score and the elements that moved. */
interface Shift {
  value: number
  /** Since the page was opened, ms. */
  at: number
  /** Shortly after a click or a key, where pages may change. */
  afterInput: boolean
  moved: string[]
}

declare global {
  interface Window {
    layoutShifts: Shift[]
  }
}

/** Records every layout shift of the page from now on, also after a reload. */
export async function watchShifts(page: Page) {
  const watch = () => {
    window.layoutShifts = []
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { value, startTime, hadRecentInput, sources } = entry as PerformanceEntry & {
          value: number
          hadRecentInput: boolean
          sources: { node: Node | null }[]
        }
        const moved = sources.map(({ node }) =>
          node instanceof Element ? node.className : String(node?.nodeName),
        )
        window.layoutShifts.push({ value, at: startTime, afterInput: hadRecentInput, moved })
      }
    }).observe({ type: 'layout-shift' })
  }
  await page.addInitScript(watch)
  await page.evaluate(watch)
}

/** The shifts since the last call, after two frames. */
export const takeShifts = (page: Page): Promise<Shift[]> =>
  page.evaluate(async () => {
    for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame)
    return window.layoutShifts.splice(0)
  })

/** The sum of all movements that no click or key explains, over any time. */
export const totalShift = (shifts: Shift[]): number =>
  shifts.reduce((sum, { value, afterInput }) => sum + (afterInput ? 0 : value), 0)
