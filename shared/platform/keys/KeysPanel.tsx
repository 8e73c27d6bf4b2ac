import './keys.css'
import { Button, Dialog, HTMLTable } from '@blueprintjs/core'
import { useState } from 'react'
import { dateTime, relativeTime } from '../../formats.ts'
import { Badge } from '../../kit/Badge.tsx'
import { ConfirmDialog } from '../../kit/ConfirmDialog.tsx'
import { useAction, useRead } from '../../kit/data.ts'
import { Loaded } from '../../kit/Loaded.tsx'
import { Panel } from '../../kit/Page.tsx'
import { TableHead } from '../../kit/TableHead.tsx'
import { toast } from '../../kit/toasts.ts'
import { useNow } from '../../kit/useNow.ts'
import { AmountUnitSelect } from './AmountUnitSelect.tsx'
import type { ApiKey } from './contract.ts'
import { scopeLabels } from './labels.ts'
import { NewKeyForm } from './NewKeyForm.tsx'
import type { SalonChoice } from './SalonSelect.tsx'

/** API keys: what each may do, its last use, a new one, and revoking. For admins. */
export function KeysPanel({ salons }: { salons: readonly SalonChoice[] }) {
  const [adding, setAdding] = useState(false)
  const [revoking, setRevoking] = useState<ApiKey | null>(null)
  const read = useRead('keys', 'list')
  const revoke = useRevoke(() => setRevoking(null))
  return (
    <Panel flush title="API keys" aside={<Button onClick={() => setAdding(true)}>New key...</Button>}>
      <Loaded
        read={read}
        loading={{ text: 'Loading keys...', rows: 2 }}
        failed="Failed to load the keys"
        empty={{
          when: ({ items }) => items.length === 0,
          state: (
            <p className="sb-keys-none sb-muted">No keys yet. A key lets another system call the API.</p>
          ),
        }}
      >
        {({ items }) => <KeyTable list={items} onRevoke={setRevoking} />}
      </Loaded>
      <Dialog title="New API key" isOpen={adding} onClose={() => setAdding(false)}>
        <NewKeyForm salons={salons} onClose={() => setAdding(false)} />
      </Dialog>
      <ConfirmDialog
        question={`Revoke ${revoking?.name ?? ''}?`}
        confirm="Revoke"
        isOpen={revoking !== null}
        onCancel={() => setRevoking(null)}
        onConfirm={() => revoking && revoke.mutate(revoking)}
      >
        <p>The system that uses this key can no longer call the API. A revoked key never works again.</p>
      </ConfirmDialog>
    </Panel>
  )
}

function useRevoke(close: () => void) {
  return useAction({
    run: (api, { id }: ApiKey) => api.keys.revoke({ id }),
    done: (_, { name }) => toast.success('Revoked', `${name} can no longer call the API.`),
    settled: close,
    refreshes: [['keys', 'list']],
    failure: { title: 'Not revoked', fallback: 'Failed to revoke the key', showServerMessage: true },
  })
}

function KeyTable({ list, onRevoke }: { list: readonly ApiKey[]; onRevoke: (key: ApiKey) => void }) {
  const now = useNow()
  return (
    <div className="sb-scroll">
      <HTMLTable>
        <TableHead left={['Name', 'May', 'Salons', 'Amounts', 'Last used']} action="Revoke" />
        <tbody>
          {list.map((key) => (
            <tr key={key.id}>
              <td>
                <b>{key.name}</b> <span className="sb-muted">…{key.ending}</span>
                <br />
                <span className="sb-small sb-muted">
                  {key.createdBy}, {dateTime(key.createdAt)}
                </span>
              </td>
              <td data-label="May">{key.scopes.map((scope) => scopeLabels[scope]).join(' · ')}</td>
              <td data-label="Salons">{key.salon?.name ?? 'All'}</td>
              <td data-label="Amounts">
                {key.scopes.includes('visits') ? <AmountUnitSelect apiKey={key} /> : '–'}
              </td>
              <td data-label="Last used" className="sb-nowrap">
                {key.lastUsedAt ? relativeTime(key.lastUsedAt, now) : 'Never'}
              </td>
              <td>
                {key.revokedAt ? (
                  <Badge tone="grey">Revoked</Badge>
                ) : (
                  <Button variant="minimal" aria-label={`Revoke ${key.name}`} onClick={() => onRevoke(key)}>
                    Revoke
                  </Button>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </HTMLTable>
    </div>
  )
}
