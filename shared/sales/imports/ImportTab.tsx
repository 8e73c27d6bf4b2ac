import './imports.css'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { usePlatform } from '../../host/platform.ts'
import { onReset } from '../../host/reset.ts'
import { refresh, useRead } from '../../kit/data.ts'
import { MayCall } from '../../kit/MayCall.tsx'
import { Page, Panel } from '../../kit/Page.tsx'
import { Scroller } from '../../kit/Scroller.tsx'
import { FileBox } from './FileBox.tsx'
import { History } from './History.tsx'
import { ImportDone, ImportRuns } from './ImportDone.tsx'
import { resetUpload, startUpload, takeFile, useUpload } from './upload.ts'

onReset(resetUpload)

/** Import of a scraper export: choose or drop a file, follow the upload, read what was rejected. */
export function ImportTab() {
  const { importFile } = usePlatform()
  const { done, file, progress } = useUpload()
  const client = useQueryClient()
  const { data: service } = useRead('settings', 'service')
  const mostBytes = service?.maxImportBytes ?? null
  useEffect(() => useUpload.setState({ mostBytes }), [mostBytes])
  const upload = useMutation({
    mutationFn: () =>
      startUpload(importFile.send, () => {
        void refresh(client, ['imports', 'list'], ['prospects', 'list'], ['metrics', 'sms'])
      }),
  })
  useEffect(() => importFile.opened?.(takeFile), [importFile])
  return (
    <Page title="Import" note="Import a scraper export. New salons appear under Prospects.">
      <div className="sb-import">
        <Panel title="Upload JSON File">
          <MayCall call="uploads.imports" instead={<p>Only an admin can import.</p>}>
            <FileBox send={() => upload.mutateAsync()} />
          </MayCall>
        </Panel>
        <Help />
        {done ? (
          <ImportDone file={done.file} summary={done.summary} at={done.at} />
        ) : (
          file && progress && <ImportRuns file={file} />
        )}
        <History />
      </div>
    </Page>
  )
}

const example = `{ "export_metadata": { "export_id": "..." },
  "prospects": [
    { "name": "Noir Nails", "country": "US",
      "phone": "251-555-0157" } ] }`

function Help() {
  return (
    <Panel title="Expected format" className="sb-import-help">
      <p>A JSON export from your booking-marketplace scraper. It needs two parts:</p>
      <Scroller className="sb-import-sample" label="Sample file">
        <pre>{example}</pre>
      </Scroller>
      <p>
        Each prospect needs a name and a unique phone number. Numbers we already have are skipped. Category,
        phone_type, address, rating, review_count and team_size are imported too.
      </p>
    </Panel>
  )
}
