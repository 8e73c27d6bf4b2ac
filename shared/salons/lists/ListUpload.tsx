import { FileInput, Spinner } from '@blueprintjs/core'
import { CloudUpload } from '@blueprintjs/icons'
import { useMutation } from '@tanstack/react-query'
import { type DragEvent, useState } from 'react'
import { usePlatform } from '../../host/platform.ts'
import { Panel } from '../../kit/Page.tsx'
import { failureText } from '../../platform/http/request.ts'
import type { Salon } from '../salons/contract.ts'
import { OwnerLinkAction } from '../salons/OwnerLinkAction.tsx'
import { firstNameOf } from '../salons/rules.ts'
import { type ListPreview, listUpload } from './contract.ts'
import { useSetLists } from './useCurrentLists.ts'

/** The server's limit; a larger file would be refused after it was sent. */
const MAX_BYTES = 20 * 1024 * 1024

/** Why a file cannot be a list, or null. */
function faultOf({ name, size }: File): string | null {
  if (!/\.(csv|txt|tsv|xlsx)$/i.test(name)) return 'Please choose a CSV or XLSX file.'
  return size > MAX_BYTES ? 'A list may have up to 20 MB.' : null
}

function useUpload(salonId: string) {
  const { upload } = usePlatform()
  const setLists = useSetLists(salonId)
  return useMutation({
    mutationFn: async (file: File) => {
      const form = new FormData()
      form.append(listUpload.field, file, file.name)
      const reply = await upload(listUpload.path.replace('{id}', salonId), form)
      return reply as ListPreview
    },
    onSuccess: (preview) => setLists({ preview }),
  })
}

/** *Upload a list*: a chosen or dropped file. Its preview shows before anything is stored. */
export function ListUpload({ salon }: { salon: Salon }) {
  const send = useUpload(salon.id)
  const [over, setOver] = useState(false)
  const [fault, setFault] = useState<string | null>(null)
  const take = (file: File | null | undefined) => {
    if (!file || send.isPending) return
    const found = faultOf(file)
    setFault(found)
    if (found) send.reset()
    else send.mutate(file)
  }
  const hold = (event: DragEvent) => {
    event.preventDefault()
    setOver(true)
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    // Other drop targets listen to the document.
    event.stopPropagation()
    setOver(false)
    take(event.dataTransfer.files[0])
  }
  const error = fault ?? (send.error && failureText(send.error))
  return (
    <Panel
      title="Upload a list"
      aside={
        <OwnerLinkAction salon={salon} purpose="list" label={`Ask ${firstNameOf(salon.ownerName)} for it`} />
      }
    >
      <section
        className="sb-list-drop sb-row sb-wrap"
        aria-label="Drop a list here"
        data-over={over || undefined}
        onDragOver={hold}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        {send.isPending ? <Spinner size={28} /> : <CloudUpload size={28} title={false} />}
        <p>
          <b>{send.isPending ? 'Reading the list...' : 'Drop a CSV or XLSX file here'}</b>
          <span className="sb-second">Up to 20 MB. You see what is in it before anything is stored.</span>
        </p>
        <FileInput
          text="Choose a list"
          buttonText="Browse"
          disabled={send.isPending}
          inputProps={{ accept: '.csv,.txt,.tsv,.xlsx', 'aria-label': 'Choose a list' }}
          onInputChange={({ currentTarget }) => {
            take(currentTarget.files?.[0])
            // Choosing the same file again after a failure is a change too.
            currentTarget.value = ''
          }}
        />
      </section>
      {error && (
        <p className="sb-list-error" role="alert">
          {error}
        </p>
      )}
    </Panel>
  )
}
