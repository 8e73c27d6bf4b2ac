import type { Platform } from '@salonback/shared/host/platform.ts'
import { HttpError } from '@salonback/shared/platform/http/request.ts'
import { type ImportSummary, importUpload } from '@salonback/shared/sales/imports/contract.ts'

/** Uploads a file with XMLHttpRequest, because fetch does not report upload progress. */
export const sendFile: Platform['importFile']['send'] = (file, onProgress, signal) =>
  new Promise<ImportSummary>((resolve, reject) => {
    signal.throwIfAborted()
    if (!(file.source instanceof Blob)) throw new TypeError('Not a browser File')
    const body = new FormData()
    body.append(importUpload.field, file.source, file.name)
    const call = new XMLHttpRequest()
    call.open(importUpload.method, importUpload.path)
    call.withCredentials = true
    call.upload.onprogress = ({ loaded, total, lengthComputable }) =>
      onProgress({ phase: 'sending', fraction: lengthComputable && total > 0 ? loaded / total : null })
    call.upload.onload = () => onProgress({ phase: 'storing', fraction: null })
    call.onload = () => {
      if (call.status >= 200 && call.status < 300) resolve(JSON.parse(call.responseText) as ImportSummary)
      else reject(new HttpError(call.status, call.statusText, call.responseText))
    }
    call.onerror = () => reject(new TypeError('The connection broke while sending'))
    call.onabort = () => reject(new DOMException('The upload was stopped', 'AbortError'))
    signal.addEventListener('abort', () => call.abort(), { once: true })
    call.send(body)
  })
