import { mkdir, open, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, inject, test } from 'vitest'
import { openApp } from './app.ts'
import { memoryOf } from './memory.ts'
import { chooseInDialog, openConsole, openTab } from './steps.ts'

const app = openApp(({ page }) => openConsole(page, inject('server')))

test('a 200 MB file is imported with progress and without holding it in memory', async () => {
  const big = join(app.profile.dir, 'big.json')
  await writeBig(big, 200 * 1024 * 1024)
  expect((await stat(big)).size).toBeGreaterThan(200 * 1024 * 1024)
  await openTab(app.page, 'Import')
  await chooseInDialog(app.electron, big)
  await app.page.getByRole('button', { name: 'Choose File' }).click()
  await app.page.getByText('big.json').waitFor()
  const bars = await app.electron.evaluate(({ BrowserWindow }) => {
    const seen: number[] = []
    Object.assign(globalThis, { seen })
    const window = BrowserWindow.getAllWindows()[0]
    if (!window) throw new Error('no window')
    const set = window.setProgressBar.bind(window)
    window.setProgressBar = (value) => {
      seen.push(value)
      set(value)
    }
    return seen.length
  })
  expect(bars).toBe(0)

  const memory = await memoryOf(app.electron)
  const before = await memory.now()
  memory.watch()
  await app.page.getByRole('button', { name: 'Import', exact: true }).click()
  const percent = app.page.getByRole('progressbar', { name: 'Sending the file' })
  await percent.waitFor()
  await app.page.getByText('Import Completed', { exact: true }).waitFor()
  const peak = await memory.peak()
  process.stdout.write(`200 MB import: ${before} MB before, ${peak} MB at most\n`)
  // Half of the file. The lists that are reloaded after the import take 20 to 70 MB until the next garbage collection.
  expect(peak - before).toBeLessThan(100)

  const seen = await app.electron.evaluate(() => (globalThis as unknown as { seen: number[] }).seen)
  const sending = seen.filter((value) => value >= 0 && value <= 1)
  expect(sending.length).toBeGreaterThan(5)
  expect(sending).toEqual([...sending].sort((a, b) => a - b))
  expect(seen).toContain(2)
  expect(seen.at(-1)).toBe(-1)
})

/** A file of this size. Its records have no phone, so that the server rejects them quickly. */
async function writeBig(path: string, bytes: number) {
  await mkdir(join(path, '..'), { recursive: true })
  const file = await open(path, 'w')
  await file.write('{"export_metadata":{"export_id":"big","source_app":"test"},"prospects":[\n')
  const record = `{"name":"${'A salon with a very long name '.repeat(300)}"},\n`
  const block = record.repeat(100)
  for (let written = 0; written < bytes; written += block.length) await file.write(block)
  await file.write('{"name":"The last one"}]}')
  await file.close()
}
