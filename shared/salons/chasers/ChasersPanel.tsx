import './chasers.css'
import { Switch } from '@blueprintjs/core'
import { useQueryClient } from '@tanstack/react-query'
import { dateTime } from '../../formats.ts'
import { queryKeyOf, useAction, useRead } from '../../kit/data.ts'
import { Loaded } from '../../kit/Loaded.tsx'
import { useMayCall } from '../../kit/MayCall.tsx'
import { Panel } from '../../kit/Page.tsx'
import { toast } from '../../kit/toasts.ts'
import type { Salon } from '../salons/contract.ts'
import { firstNameOf } from '../salons/rules.ts'
import type { ChaserKind, Chasers } from './contract.ts'

const kindLabels: Record<ChaserKind, string> = {
  agree: 'Agreement',
  list: 'Client list',
  offer: 'Offer',
  results: 'Who came',
}

/** Automatic reminders to the owner: a switch, and the last ones. */
export function ChasersPanel({ salon }: { salon: Salon }) {
  const read = useRead('chasers', 'get', { id: salon.id })
  const owner = firstNameOf(salon.ownerName)
  return (
    <Panel title="Automatic reminders" className="sb-chasers">
      <Loaded
        read={read}
        loading={{ text: 'Loading the reminders...', rows: 1 }}
        failed="Failed to load the reminders"
      >
        {(chasers) => (
          <>
            <OnOff salon={salon} chasers={chasers} />
            <p className="sb-small sb-muted">
              If {owner} does not answer a link for a week, we remind {owner} by text or email: up to three
              times, Monday to Friday from 9:00 to 17:00.
            </p>
            {chasers.sent.length > 0 && (
              <ul className="sb-plain sb-chasers-sent sb-small" aria-label="Reminders sent">
                {chasers.sent.map(({ kind, sentBy, sentAt }) => (
                  <li key={`${kind} ${sentAt}`}>
                    <b className="sb-strong">{kindLabels[kind]}</b>,{' '}
                    {sentBy === 'text' ? 'by text' : 'by email'}, {dateTime(sentAt)}
                  </li>
                ))}
              </ul>
            )}
          </>
        )}
      </Loaded>
    </Panel>
  )
}

function OnOff({ salon, chasers }: { salon: Salon; chasers: Chasers }) {
  const client = useQueryClient()
  const mayChange = useMayCall('chasers.set')
  const owner = firstNameOf(salon.ownerName)
  const change = useAction({
    run: (api, on: boolean) => api.chasers.set({ id: salon.id, on }),
    done: (stored) => {
      client.setQueryData(queryKeyOf('chasers', 'get', { id: salon.id }), stored)
      toast.success(stored.on ? 'Reminders on' : 'Reminders off', salon.name)
    },
    failure: { title: 'Error', fallback: 'Failed to change the reminders', showServerMessage: true },
  })
  return (
    <Switch
      checked={change.isPending ? change.variables : chasers.on}
      disabled={!mayChange || salon.state === 'closed'}
      label={`Remind ${owner}`}
      onChange={({ currentTarget }) => change.mutate(currentTarget.checked)}
    />
  )
}
