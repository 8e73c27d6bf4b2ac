import { create } from 'zustand'
import { megabytes, plural, sizeLimit } from '../../formats.ts'
import type { ImportFile, ImportProgress, Platform } from '../../host/platform.ts'
import { toast } from '../../kit/toasts.ts'
import { HttpError, serverMessageOr } from '../../platform/http/request.ts'
import type { ImportSummary } from './contract.ts'

const TOAST_MS = 6000

interface Upload {
  /** Upload limit of the server in bytes; null until known. */
  mostBytes: number | null
  file: ImportFile | null
  /** Null unless an upload runs. */
  progress: ImportProgress | null
  stop: AbortController | null
  /** Last import of this session. */
  done: { file: ImportFile; summary: ImportSummary; at: string } | null
}

const nothing: Upload = { mostBytes: null, file: null, progress: null, stop: null, done: null }

/** State of the upload. It is not component state, so an upload continues when the user opens another tab. */
export const useUpload = create<Upload>(() => nothing)

const isJson = ({ name, type }: ImportFile) =>
  type === 'application/json' || (type === '' && /\.json$/i.test(name))

/** Error message for a file over the limit, or null. */
function tooLarge({ size }: ImportFile): string | null {
  const { mostBytes } = useUpload.getState()
  if (mostBytes === null || size <= mostBytes) return null
  return `It has ${megabytes(size)}. A file may have up to ${sizeLimit(mostBytes)}: split it, then import the parts.`
}

/** Accepts a chosen or dropped JSON file, else shows the error. */
export function takeFile(file: ImportFile | null) {
  if (!file || useUpload.getState().progress) return
  if (!isJson(file)) toast.failure('Invalid File Type', 'Please select a JSON file')
  else if (file.problem) toast.failure('Invalid File', file.problem)
  else if (tooLarge(file)) toast.failure('File Too Large', tooLarge(file) ?? '')
  else useUpload.setState({ file })
}

export const removeFile = () => useUpload.setState({ file: null, progress: null, stop: null })

export const stopUpload = () => useUpload.getState().stop?.abort()

export const resetUpload = () => {
  stopUpload()
  useUpload.setState(nothing)
}

/** Uploads the file. `onSettled` runs after failures too, because a lost connection can hide a success. */
export async function startUpload(send: Platform['importFile']['send'], onSettled: () => void) {
  const { file, progress } = useUpload.getState()
  if (!file || progress) return
  // The limit may have arrived after the file was chosen.
  const fault = tooLarge(file)
  if (fault) return toast.failure('File Too Large', fault)
  const stop = new AbortController()
  useUpload.setState({ stop, progress: { phase: 'sending', fraction: 0 } })
  try {
    const summary = await send(file, (next) => useUpload.setState({ progress: next }), stop.signal)
    useUpload.setState({ file: null, done: { file, summary, at: new Date().toISOString() } })
    toast.success('Import Completed', summaryText(summary), TOAST_MS)
  } catch (error) {
    if (!stop.signal.aborted) toast.failure('Import Failed', failureText(error))
    if (error instanceof HttpError && error.status === 401) throw error
  } finally {
    useUpload.setState({ progress: null, stop: null })
    onSettled()
  }
}

const failureText = (error: unknown) => serverMessageOr(error, 'Unknown error occurred during import')

/** `5,000 new prospects added, 150 duplicates rejected, 50 errors`; zero duplicates and errors are omitted. */
export function summaryText({ recordsAdded, recordsDuplicated, recordsErrored }: ImportSummary): string {
  const parts = [`${plural(recordsAdded, 'new prospect')} added`]
  if (recordsDuplicated > 0) {
    parts.push(`${plural(recordsDuplicated, 'duplicate')} rejected`)
  }
  if (recordsErrored > 0) parts.push(plural(recordsErrored, 'error'))
  return parts.join(', ')
}
