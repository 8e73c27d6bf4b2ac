import type { Page } from 'playwright'
import { median } from './table.ts'

const ROUNDS = 3
/** Frames after an action count too: filtering and sorting are deferred. */
const SETTLE_MS = 500
/** Pause between keystrokes. */
const KEYSTROKE_MS = 100

const sorts = [
  ['Address', 'ascending'],
  ['Rating', 'descending'],
  ['Employees', 'descending'],
  ['Number', 'ascending'],
  ['Status', 'ascending'],
  ['Name', 'ascending'],
  ['Name', 'descending'],
] as const

/** The worst frame, in ms, of typing a search and of sorting by each column, on the open list of prospects. */
export async function worstFrames(page: Page): Promise<{ typing: number; sorting: number }> {
  await page.evaluate(installRecorder)
  const typing: number[] = []
  const sorting: number[][] = sorts.map(() => [])
  for (let round = 0; round < ROUNDS; round++) {
    typing.push(await worstFrameOf(page, () => typeSearch(page)))
    for (const [index, [column, direction]] of sorts.entries())
      sorting[index]?.push(await worstFrameOf(page, () => sortBy(page, column, direction)))
  }
  // Frames are multiples of 1/60 s; rounding makes three of them 50 ms.
  return { typing: Math.round(median(typing)), sorting: Math.round(Math.max(...sorting.map(median))) }
}

async function worstFrameOf(page: Page, action: () => Promise<unknown>): Promise<number> {
  await page.evaluate(() => {
    window.benchFrames = []
  })
  await action()
  await page.waitForTimeout(SETTLE_MS)
  return page.evaluate(() => Math.max(...window.benchFrames))
}

/** Types a search and clears it, with events in the page: Playwright's keyboard would delay frames. */
async function typeSearch(page: Page) {
  for (const value of ['1', '12', '123', '']) {
    await page.evaluate((text) => {
      const field = document.querySelector('input[placeholder^="Search prospects"]') as HTMLInputElement
      // React ignores a value set through its own property.
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, text)
      field.dispatchEvent(new Event('input', { bubbles: true }))
    }, value)
    await page.waitForTimeout(KEYSTROKE_MS)
    if (value === '123') await page.waitForFunction(() => !window.benchShowsAll())
  }
  await page.waitForFunction(() => window.benchShowsAll())
}

async function sortBy(page: Page, column: string, direction: string) {
  await page.evaluate((name) => window.benchHeading(name)?.querySelector('button')?.click(), column)
  await page.waitForFunction(([name, order]) => window.benchHeading(name)?.ariaSort === order, [
    column,
    direction,
  ] as const)
}

declare global {
  interface Window {
    /** Duration of each frame in ms. */
    benchFrames: number[]
    benchShowsAll: () => boolean
    benchHeading: (name: string) => HTMLElement | undefined
  }
}

/** Runs in the page. */
function installRecorder() {
  let last = performance.now()
  const frame = (now: number) => {
    window.benchFrames.push(now - last)
    last = now
    requestAnimationFrame(frame)
  }
  window.benchFrames = []
  requestAnimationFrame(frame)
  window.benchShowsAll = () => {
    const [shown, all] = document.querySelector('.sb-summary p')?.textContent?.match(/[\d,]+/g) ?? []
    return shown === all
  }
  window.benchHeading = (name) =>
    [...document.querySelectorAll<HTMLElement>('.sb-prospect-heads th')].find((th) => th.textContent === name)
}
