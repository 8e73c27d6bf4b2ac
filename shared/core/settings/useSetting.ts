import { useQueryClient } from '@tanstack/react-query'
import { queryKeyOf, useAction, useRead } from '../../kit/data.ts'
import { toast } from '../../kit/toasts.ts'
import type { Setting, SettingKey } from './contract.ts'

/** State of one setting with optimistic update and rollback. `name` appears in the toast: 'SMS notifications' enabled. */
export function useSetting(key: SettingKey, name: string) {
  const client = useQueryClient()
  const cacheKey = queryKeyOf('settings', 'get', { key })
  const setting = useRead('settings', 'get', { key })
  const change = useAction<boolean, Setting, Setting | undefined>({
    run: (api, on) => api.settings.set({ key, value: on ? 'true' : 'false' }),
    optimistic: async (on) => {
      await client.cancelQueries({ queryKey: cacheKey })
      const before = client.getQueryData<Setting>(cacheKey)
      client.setQueryData<Setting>(cacheKey, { settingKey: key, settingValue: on ? 'true' : 'false' })
      return before
    },
    undo: (before) => client.setQueryData(cacheKey, before),
    done: (saved) => {
      client.setQueryData(cacheKey, saved)
      toast.success('Settings Updated', `${name} ${saved.settingValue === 'true' ? 'enabled' : 'disabled'}`)
    },
    failure: { title: 'Error', fallback: 'Failed to update SMS settings' },
  })
  return {
    on: setting.data?.settingValue === 'true',
    known: setting.data !== undefined,
    failed: setting.isError && setting.data === undefined,
    retry: () => void setting.refetch(),
    set: (on: boolean) => {
      if (!change.isPending) change.mutate(on)
    },
  }
}
