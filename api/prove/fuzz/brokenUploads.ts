import { Agent } from 'node:http'
import { importUpload } from '@salonback/shared/imports/contract.ts'
import { type BrokenFile, brokenFiles } from '../../imports/brokenFiles.ts'
import { FORM_START } from '../../testing/upload.ts'
import { messageIn, send } from '../client.ts'
import { countWrong } from '../rows.ts'
import type { Proving, Row } from '../suite.ts'

/** More than this above what the process held before, and a file was held whole somewhere: the largest have 200 MB. */
const MAX_MB = 150
const MB = 1024 * 1024

interface Told {
  file: BrokenFile
  status: number
  /** The answer's message, or the reason of each record that was refused. */
  says: unknown
  /** By how much the process grew meanwhile. */
  grownMb: number
}

interface Staff {
  origin: string
  cookie: string
}

/** Every broken import file we know of, uploaded: each has its message, and none takes its size in memory. */
export async function brokenUploads(staff: Staff, { log, scale, signal, atEnd }: Proving): Promise<Row[]> {
  const agent = new Agent({ keepAlive: true })
  atEnd(() => agent.destroy())
  const told: Told[] = []
  for (const file of brokenFiles) {
    if (signal.aborted) break
    if (scale === 'short' && file.large) continue
    told.push(await upload(staff, agent, file))
  }
  if (scale === 'full') for (const one of told) log(`${one.file.name}: ${one.status}, ${wordsOf(one.says)}`)
  const most = Math.max(...told.map(({ grownMb }) => grownMb))
  return [
    countWrong('a broken import file is refused in words a person can act on', told, wrongWords),
    {
      ...countWrong('no broken import file takes memory', told, ({ file, grownMb }) =>
        grownMb <= MAX_MB ? null : `${file.name}: ${grownMb} MB`,
      ),
      note: `at most ${most} MB`,
    },
  ]
}

async function upload({ origin, cookie }: Staff, agent: Agent, file: BrokenFile): Promise<Told> {
  const before = process.memoryUsage().rss
  let peak = before
  const timer = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage().rss)
  }, 20)
  const headers = { cookie, origin, 'content-type': 'multipart/form-data; boundary=b' }
  const answer = await send(origin + importUpload.path, agent, {
    method: importUpload.method,
    headers,
    body: formOf(file),
  })
  clearInterval(timer)
  const grownMb = Math.round((peak - before) / MB)
  if (answer.status !== 200) return { file, status: answer.status, says: messageIn(answer), grownMb }
  const { id } = JSON.parse(answer.text) as { id: string }
  const errors = await send(`${origin}/api/admin/imports/${id}/errors`, agent, {
    method: 'GET',
    headers: { cookie },
  })
  const says = (JSON.parse(errors.text) as { reason: string }[]).map(({ reason }) => reason)
  return { file, status: answer.status, says, grownMb }
}

async function* formOf({ bytes }: BrokenFile) {
  yield Buffer.from(FORM_START)
  yield* bytes()
  yield Buffer.from('\r\n--b--\r\n')
}

const wordsOf = (says: unknown) =>
  Array.isArray(says) ? [...new Set(says)].join('; ') || 'imported' : String(says)

function wrongWords({ file, status, says }: Told): string | null {
  if (status === file.status && JSON.stringify(says) === JSON.stringify(file.says)) return null
  return `${file.name}: ${status} ${wordsOf(says)}`
}
