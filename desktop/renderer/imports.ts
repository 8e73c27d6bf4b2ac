import type { ImportFile, ImportProgress, Platform } from '@salonback/shared/admin/platform.ts'
import { HttpError } from '@salonback/shared/http/request.ts'
import type { ImportSummary } from '@salonback/shared/imports/contract.ts'
import type { ChosenFile, Desktop } from '../bridge.ts'

/** A file the screens hold is a token of ours: its bytes never come here. */
const fileOf = ({ token, name, size }: ChosenFile): ImportFile => ({
  name,
  type: typeOf(name),
  size,
  source: token,
})

const typeOf = (name: string) => (/\.json$/i.test(name) ? 'application/json' : '')

export function createImports(
  desktop: Desktop,
  started: ChosenFile | null,
  open: () => void,
): Platform['importFile'] {
  let waiting = started
  let hear: ((file: ImportFile) => void) | null = null
  function offer(file: ChosenFile) {
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
    fromDrop: ({ dataTransfer }) => {
      const file = dataTransfer?.files[0]
      const token = desktop.takeDropped()
      if (!file || !token) return null
      return { name: file.name, type: file.type || typeOf(file.name), size: file.size, source: token }
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
function takeDropsAnywhere(desktop: Desktop, offer: (file: ChosenFile) => void) {
  window.addEventListener('dragover', (event) => event.preventDefault())
  window.addEventListener('drop', (event) => {
    if (event.defaultPrevented) return
    event.preventDefault()
    const file = event.dataTransfer?.files[0]
    const token = desktop.takeDropped()
    if (file && token) offer({ token, name: file.name, size: file.size })
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
