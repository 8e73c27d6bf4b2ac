import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import type { Api } from '../../host/platform.ts'
import type { RefreshedCall } from '../../kit/data.ts'
import { toast } from '../../kit/toasts.ts'
import { useUndoableAction } from '../../kit/useUndoableAction.ts'

export type CampaignChange = 'pause' | 'resume' | 'cancel' | 'sendNow' | { startAt: string | null }

type Calls<One, Campaign> = Record<Extract<CampaignChange, string>, (one: One) => Promise<Campaign>> & {
  changeStart: (start: One & { startAt: string | null }) => Promise<Campaign>
}

interface UseCampaignControl<One, Campaign> {
  calls: (api: Api) => Calls<One, Campaign>
  /** The campaign, as its calls name it. */
  one: One
  /** Query key of the list that shows the campaign. */
  list: QueryKey
  done?: (campaign: Campaign) => void
  refreshes: RefreshedCall[]
}

/** What the screens need to change one campaign. */
export interface CampaignControl {
  isPending: boolean
  /** Does nothing while an earlier change has no answer. */
  change: (change: CampaignChange, settled?: () => void) => void
  changeStart: (startAt: string | null) => Promise<unknown>
}

/** Changes a campaign and puts the reply into the list. */
export function useCampaignControl<One extends object, Campaign extends { id: string }>(
  options: UseCampaignControl<One, Campaign>,
): CampaignControl {
  const { calls, one, list, done, refreshes } = options
  const client = useQueryClient()
  const { isPending, mutate, mutateAsync } = useUndoableAction<CampaignChange, Campaign, unknown>({
    run: (undoable, change) => {
      const { changeStart, ...named } = calls(undoable())
      return typeof change === 'string' ? named[change](one) : changeStart({ ...one, ...change })
    },
    done: (changed, change, undo) => {
      client.setQueryData<Campaign[]>(list, (campaigns) =>
        campaigns?.map((campaign) => (campaign.id === changed.id ? changed : campaign)),
      )
      if (change === 'pause' || change === 'resume')
        toast.undoable(change === 'pause' ? 'Campaign paused' : 'Campaign resumed', undefined, { undo })
      done?.(changed)
    },
    refreshes,
    failure: { title: 'Error', fallback: 'The campaign could not be changed', showServerMessage: true },
  })
  return {
    isPending,
    change: (change, onSettled) => {
      if (!isPending) mutate(change, { onSettled: () => onSettled?.() })
    },
    changeStart: (startAt) => mutateAsync({ startAt }),
  }
}
