import type { ImportFile, ImportProgress, Platform } from '@salonback/shared/host/platform.ts'
import { HttpError } from '@salonback/shared/http/request.ts'
import type { ImportSummary } from '@salonback/shared/imports/contract.ts'
import type { OfferedFile } from '../bridge.ts'
import type { Desktop } from '../ipc.ts'

/** A file the screens hold is a token of ours: its bytes never come here. */
const fileOf = (offered: OfferedFile): ImportFile => ({
  name: offered.name,
  type: typeOf(offered.name),
  size: offered.size,
  ...('token' in offered ? { source: offered.token } : { source: null, problem: offered.problem }),
})

const typeOf = (name: string) => (/\.json$/i.test(name) ? 'application/json' : '')

export function createImports(
  desktop: Desktop,
  started: OfferedFile | null,
  open: () => void,
): Platform['importFile'] {
  let waiting = started
  let hear: ((file: ImportFile) => void) | null = null
  function offer(file: OfferedFile) {
    // The Import tab may not be open, or nobody logged in: the file waits until the tab asks for it.
    if (hear) hear(fileOf(file))
    else waiting = file
    open()
  }
  desktop.onFileOpened(offer)
  takeDropsAnywhere(desktop, offer)
  if (started) open()
  return {
    choose: async () => {
      const file = await desktop.chooseFile()
      return file && fileOf(file)
    },
    fromDrop: async () => {
      const file = await desktop.takeDropped()
      return file && fileOf(file)
    },
    send: (file, onProgress, signal) => send(desktop, String(file.source), onProgress, signal),
    opened: (onFile) => {
      hear = onFile
      if (waiting) onFile(fileOf(waiting))
      waiting = null
      return () => {
        if (hear === onFile) hear = null
      }
    },
  }
}

/** A file dropped beside the drop zone is meant for it too; a browser would leave the page for it. */
function takeDropsAnywhere(desktop: Desktop, offer: (file: OfferedFile) => void) {
  window.addEventListener('dragover', (event) => event.preventDefault())
  window.addEventListener('drop', (event) => {
    if (event.defaultPrevented) return
    event.preventDefault()
    void desktop.takeDropped().then((file) => file && offer(file))
  })
}

async function send(
  desktop: Desktop,
  token: string,
  onProgress: (progress: ImportProgress) => void,
  signal: AbortSignal,
): Promise<ImportSummary> {
  const stop = desktop.onImportStep((step) => {
    if (step.token === token) onProgress({ phase: step.phase, fraction: step.fraction })
  })
  const cancel = () => void desktop.cancelFile(token)
  signal.addEventListener('abort', cancel)
  try {
    const outcome = await desktop.sendFile(token)
    if (outcome.kind === 'done') return outcome.summary
    if (outcome.kind === 'refused') throw new HttpError(outcome.status, outcome.statusText, outcome.body)
    if (outcome.kind === 'canceled') throw new DOMException('The import was canceled', 'AbortError')
    throw new Error(outcome.message)
  } finally {
    stop()
    signal.removeEventListener('abort', cancel)
  }
}
