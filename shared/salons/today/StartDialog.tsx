import { Button, Checkbox, Dialog, DialogBody, DialogFooter } from '@blueprintjs/core'
import { useQueries } from '@tanstack/react-query'
import { useState } from 'react'
import { plural } from '../../formats.ts'
import { type Api, usePlatform } from '../../host/platform.ts'
import { WaitingButton } from '../../kit/WaitingButton.tsx'
import { serverMessageOr } from '../../platform/http/request.ts'
import type { SalonCampaignPreview } from '../campaigns/contract.ts'
import { planOf, planSchema, proposedPlan } from '../campaigns/planForm.ts'
import type { TodayItem } from './contract.ts'
import { useEach } from './useEach.ts'

/** A campaign that can start: its own approval, its clients and its words. The key makes a repeated start harmless. */
interface Ready {
  salonId: string
  salonName: string
  plan: ReturnType<typeof planOf>
  preview: SalonCampaignPreview
  words: string
  idempotencyKey: string
}

/** The campaign that the form of the salon proposes. Throws if no offer is approved for it. */
async function readyOf(api: Api, { salonName, salonId }: TodayItem): Promise<Ready> {
  const id = salonId ?? ''
  const { items } = await api.offers.list({ id })
  const offer = items.find(
    ({ state, usedUp, repeatUntil }) => state === 'approved' && !usedUp && !repeatUntil,
  )
  if (!offer) throw new Error('No approved offer')
  const plan = planOf(planSchema.parse(proposedPlan([offer])))
  const preview = await api.campaigns.preview({ id, ...plan })
  const words = offer.samples[0]?.body ?? offer.text
  return { salonId: id, salonName, plan, preview, words, idempotencyKey: crypto.randomUUID() }
}

/** One campaign for each salon, as its form would propose it: a preview, then one press. */
export function StartDialog({ items, onClose }: { items: readonly TodayItem[]; onClose: () => void }) {
  const { api } = usePlatform()
  const [left, setLeft] = useState<readonly string[]>([])
  const reads = useQueries({
    queries: items.map((item) => ({
      queryKey: ['today', 'start', item.salonId],
      queryFn: () => readyOf(api, item),
      staleTime: Number.POSITIVE_INFINITY,
      gcTime: 0,
      retry: false,
    })),
  })
  const chosen = reads.flatMap(({ data }) =>
    data && data.preview.recipients > 0 && !left.includes(data.salonId) ? [data] : [],
  )
  const start = useEach<Ready>({
    run: (calls, { salonId, plan, idempotencyKey }) =>
      calls.campaigns.start({ id: salonId, ...plan }, { idempotencyKey }),
    salonName: ({ salonName }) => salonName,
    title: (done) => `${plural(done, 'campaign')} started`,
    failed: 'Not started',
    refreshes: [
      ['salons', 'list'],
      ['results', 'latest'],
    ],
    onDone: onClose,
  })
  const clients = chosen.reduce((sum, { preview }) => sum + preview.recipients, 0)
  const turn = (id: string) => setLeft(left.includes(id) ? left.filter((one) => one !== id) : [...left, id])
  return (
    <Dialog
      isOpen
      className="sb-today-start"
      title="Start campaigns"
      onClose={onClose}
      shouldReturnFocusOnClose
    >
      <DialogBody>
        <p className="sb-muted">
          Each salon’s approved offer to all clients who may be texted now, 20 a day. One in ten is kept aside
          from 100 clients on.
        </p>
        <ul className="sb-plain" aria-label="Campaigns to start">
          {items.map((item, n) => (
            <li key={item.salonId}>
              <Campaign
                item={item}
                read={reads[n]}
                chosen={!left.includes(item.salonId ?? '')}
                onTurn={() => turn(item.salonId ?? '')}
              />
            </li>
          ))}
        </ul>
      </DialogBody>
      <DialogFooter
        actions={
          <>
            <Button onClick={onClose}>Cancel</Button>
            {chosen.length > 0 && (
              <WaitingButton
                intent="primary"
                busy={start.isPending}
                busyText="Starting..."
                disabled={reads.some(({ isPending }) => isPending)}
                onClick={() => start.mutate(chosen)}
              >
                {`Start ${plural(chosen.length, 'campaign')}: text ${plural(clients, 'client')}`}
              </WaitingButton>
            )}
          </>
        }
      />
    </Dialog>
  )
}

interface CampaignProps {
  item: TodayItem
  read: { data?: Ready | undefined; error: unknown } | undefined
  chosen: boolean
  onTurn: () => void
}

function Campaign({ item, read, chosen, onTurn }: CampaignProps) {
  const { data, error } = read ?? {}
  if (!data || data.preview.recipients === 0) {
    const why = error
      ? serverMessageOr(error, 'No preview')
      : data
        ? 'No client may be texted now'
        : 'Counting...'
    return (
      <>
        <b className="sb-strong">{item.salonName}</b> <span className="sb-muted">{why}</span>
      </>
    )
  }
  const { recipients, days } = data.preview
  return (
    <>
      <Checkbox
        checked={chosen}
        onChange={onTurn}
        labelElement={
          <>
            <b className="sb-strong">{item.salonName}</b>{' '}
            <span className="sb-muted">
              {plural(recipients, 'client')}, {plural(days, 'day')}
            </span>
          </>
        }
      />
      <p className="sb-break">{data.words}</p>
    </>
  )
}
