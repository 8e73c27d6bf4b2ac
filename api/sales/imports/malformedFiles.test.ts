import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { importUpload } from '@salonback/shared/sales/imports/contract.ts'
import { expect, test } from 'vitest'
import { type App, testApp } from '../../testing/app.ts'
import { type BrokenFile, brokenFiles } from '../../testing/brokenImportFiles.ts'
import { testDatabase } from '../../testing/database.ts'
import { findImports, findRejected } from './queries.ts'

const small = brokenFiles.filter((file) => !file.large)
const large = brokenFiles.filter((file) => file.large)

async function upload({ staffRequest, staff }: App, { bytes }: BrokenFile) {
  const chunks: Uint8Array[] = []
  for await (const chunk of bytes()) chunks.push(chunk)
  const body = new FormData()
  body.append(importUpload.field, new File(chunks as BlobPart[], 'export.json'))
  const response = await staffRequest(importUpload.path, { method: 'POST', body })
  const reply = (await response.json()) as { id: string; message?: string }
  const rejected = response.ok ? await staff.imports.errors({ id: reply.id }) : null
  return { status: response.status, errors: reply.message ?? rejected?.map(({ reason }) => reason) }
}

test('a malformed file gets its error message, and its valid records are imported', async () => {
  const app = await testApp()
  const outcomes = []
  for (const file of small) outcomes.push({ name: file.name, ...(await upload(app, file)) })
  expect(outcomes).toEqual(small.map(({ name, status, errors }) => ({ name, status, errors })))
  const history = await app.staff.imports.list()
  expect(history).toHaveLength(small.filter(({ status }) => status === 200).length)
  const counts = history.map(({ recordsAdded, recordsDuplicated }) => recordsAdded + recordsDuplicated)
  expect(Math.min(...counts)).toBeGreaterThan(0)
})

test('files with huge values use bounded memory', async () => {
  const { sql, url } = await testDatabase()
  const script = fileURLToPath(new URL('../../testing/importLarge.ts', import.meta.url))
  const words = ['--max-old-space-size=80', '--import', 'tsx', script, url]
  const { stdout } = await promisify(execFile)(process.execPath, words)
  const { outcomes, grownMb } = JSON.parse(stdout) as { outcomes: object[]; grownMb: number }
  const imports = await findImports(sql)
  expect(outcomes).toEqual(
    large.map(({ name, status, errors }) => ({ name, ...(status === 400 && { errors }) })),
  )
  const expected = large.filter(({ status }) => status === 200).map(({ errors }) => errors)
  const reasons = await Promise.all(imports.reverse().map(({ id }) => findRejected(sql, id)))
  expect(reasons.map((rejected) => rejected.map(({ reason }) => reason))).toEqual(expected)
  process.stdout.write(`large files: memory grew by ${grownMb} MB\n`)
  expect(grownMb).toBeLessThan(100)
})
