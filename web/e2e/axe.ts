import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright'

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

type Run = (
  page: Document,
  options: object,
) => Promise<{ violations: { id: string; nodes: { html: string; failureSummary: string }[] }[] }>

/** axe's findings on the page, one line for each element. */
export async function axeViolations(page: Page): Promise<string[]> {
  // Evaluated, because the content security policy blocks an added script.
  await page.evaluate(source)
  return page.evaluate(async () => {
    const run = Reflect.get(window, 'axe').run as Run
    const { violations } = await run(document, {
      // WCAG 2.2; off by default in axe.
      rules: { 'target-size': { enabled: true } },
      resultTypes: ['violations'],
    })
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 160)} ${failureSummary.slice(0, 200)}`),
    )
  })
}
