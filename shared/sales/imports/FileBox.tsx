import { Button, ProgressBar, Spinner } from '@blueprintjs/core'
import { CloudUpload, Document, Tick } from '@blueprintjs/icons'
import { z } from 'zod'
import { megabytes, sizeLimit } from '../../formats.ts'
import { type ImportFile, usePlatform } from '../../host/platform.ts'
import { SendButton } from '../../kit/Field.tsx'
import { Form } from '../../kit/Form.tsx'
import { useConsoleForm } from '../../kit/form.ts'
import { useKeepFocus } from '../../kit/useKeepFocus.ts'
import { removeFile, stopUpload, takeFile, useUpload } from './upload.ts'
import { useDrops } from './useDrops.ts'

/** Drop zone, or the chosen file with its actions. */
export function FileBox({ send }: Pick<ChosenProps, 'send'>) {
  const file = useUpload((upload) => upload.file)
  const over = useDrops()
  const box = useKeepFocus<HTMLDivElement>(file)
  return (
    <div className="sb-file-box" ref={box} tabIndex={-1}>
      {file ? <Chosen file={file} send={send} /> : <DropZone over={over} />}
    </div>
  )
}

function DropZone({ over }: { over: boolean }) {
  const { importFile } = usePlatform()
  const mostBytes = useUpload((upload) => upload.mostBytes)
  return (
    <section className="sb-drop sb-tight" data-over={over || undefined} aria-label="Drop a .json file here">
      <CloudUpload size={28} title={false} />
      <div>
        <p className="sb-bold">Drop a .json file here</p>
        <p className="sb-muted">
          or choose one from your computer{mostBytes !== null && `, up to ${sizeLimit(mostBytes)}`}
        </p>
      </div>
      <Button onClick={() => void importFile.choose().then(takeFile)}>Choose File</Button>
    </section>
  )
}

const schema = z.object({ file: z.custom<ImportFile>() })

interface ChosenProps {
  file: ImportFile
  send: () => Promise<unknown>
}

function Chosen({ file, send }: ChosenProps) {
  const progress = useUpload((upload) => upload.progress)
  const form = useConsoleForm({
    schema,
    values: { file },
    send,
    // The upload outlives this form and reports its own result.
    busy: progress !== null,
    failure: null,
  })
  return (
    <Form form={form}>
      <div className="sb-file sb-inset">
        <Document size={20} title={false} />
        <div className="sb-file-words sb-column">
          <p className="sb-file-name sb-wrap sb-break">
            <b>{file.name}</b>
            <span className="sb-small sb-muted sb-num">{megabytes(file.size)}</span>
          </p>
          {progress && <Steps />}
        </div>
      </div>
      <div className="sb-file-actions sb-row sb-wrap">
        <p className="sb-small sb-muted">Nothing is added until the whole file has been read.</p>
        {progress?.phase === 'sending' ? (
          <Button onClick={stopUpload}>Stop</Button>
        ) : (
          <Button disabled={progress !== null} onClick={removeFile}>
            Remove
          </Button>
        )}
        <SendButton form={form} busyText="Importing...">
          Import
        </SendButton>
      </div>
    </Form>
  )
}

/** Upload progress is measured; the server's work afterwards is not. */
function Steps() {
  const { phase, fraction } = useUpload((upload) => upload.progress) ?? { phase: 'sending', fraction: null }
  const sending = phase === 'sending'
  const part = Math.floor((fraction ?? 0) * 100)
  return (
    <>
      <ProgressBar
        aria-label="Sending the file"
        stripes={false}
        animate={false}
        value={sending ? (fraction ?? 0) : 1}
      />
      <ul className="sb-steps sb-column sb-medium sb-muted" aria-live="polite">
        <li data-now={sending || undefined}>
          {sending ? <Spinner size={14} tagName="span" aria-hidden /> : <Tick size={14} title={false} />}
          Sending the file
          {sending && fraction !== null && <span className="sb-num sb-muted">{part}%</span>}
        </li>
        <li data-now={!sending || undefined}>
          {sending ? (
            <span className="sb-step-later" aria-hidden="true" />
          ) : (
            <Spinner size={14} tagName="span" aria-hidden />
          )}
          Reading and adding the records
        </li>
      </ul>
    </>
  )
}
