import type { ImportFile, ImportProgress, Platform } from '@salonback/shared/host/platform.ts'
import { HttpError } from '@salonback/shared/platform/http/request.ts'
import type { ImportSummary } from '@salonback/shared/sales/imports/contract.ts'
import type { OfferedFile } from '../bridge.ts'
import type { Desktop } from '../ipc.ts'

/** The screens' view of a file. Its `source` is a token; the page never gets the bytes. */
const toImportFile = (offered: OfferedFile): ImportFile => ({
  name: offered.name,
  type: typeOf(offered.name),
  size: offered.size,
  ...('token' in offered ? { source: offered.token } : { source: null, problem: offered.problem }),
})

const typeOf = (name: string) => (/\.json$/i.test(name) ? 'application/json' : '')

export function createImports(
  desktop: Desktop,
  startFile: OfferedFile | null,
  openImportTab: () => void,
): Platform['importFile'] {
  let pending = startFile
  let listener: ((file: ImportFile) => void) | null = null
  function offer(file: OfferedFile) {
    // If the Import tab is not open, or the user not logged in, the tab takes the file when it opens.
    if (listener) listener(toImportFile(file))
    else pending = file
    openImportTab()
  }
  desktop.onFileOpened(offer)
  acceptDropsAnywhere(desktop, offer)
  if (startFile) openImportTab()
  return {
    choose: async () => {
      const file = await desktop.chooseFile()
      return file && toImportFile(file)
    },
    fromDrop: async () => {
      const file = await desktop.takeDropped()
      return file && toImportFile(file)
    },
    send: (file, onProgress, signal) => send(desktop, String(file.source), onProgress, signal),
    opened: (onFile) => {
      listener = onFile
      if (pending) onFile(toImportFile(pending))
      pending = null
      return () => {
        if (listener === onFile) listener = null
      }
    },
  }
}

/** Accepts files dropped beside the drop zone too. Chromium would open them in place of the page. */
function acceptDropsAnywhere(desktop: Desktop, offer: (file: OfferedFile) => void) {
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
  const unsubscribe = desktop.onImportStep((step) => {
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
    unsubscribe()
    signal.removeEventListener('abort', cancel)
  }
}
