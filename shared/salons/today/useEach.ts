import type { Api } from '../../host/platform.ts'
import { type RefreshedCall, useAction } from '../../kit/data.ts'
import { toast } from '../../kit/toasts.ts'
import { serverMessageOr } from '../../platform/http/request.ts'

interface Each<T> {
  run(api: Api, item: T): Promise<unknown>
  salonName(item: T): string
  /** Title of the toast after `done` calls succeeded. */
  title(done: number): string
  /** Title of the toast if none did. */
  failed: string
  refreshes: RefreshedCall[]
  onDone?(): void
}

/** Makes the same call for several salons, one after the other. The toast names those for which it failed. */
export function useEach<T>({ run, salonName, title, failed, refreshes, onDone }: Each<T>) {
  return useAction({
    run: async (api, items: readonly T[]) => {
      const failures: string[] = []
      for (const item of items)
        await run(api, item).catch((error: unknown) => {
          failures.push(`Not ${salonName(item)}: ${serverMessageOr(error, 'the server did not answer.')}`)
        })
      return failures
    },
    done: (failures, items) => {
      const done = items.length - failures.length
      if (done > 0) toast.success(title(done), failures.join(' ') || undefined)
      else toast.failure(failed, failures.join(' '))
      onDone?.()
    },
    refreshes: [['today', 'list'], ...refreshes],
    failure: { title: failed, fallback: 'Some calls were not made' },
  })
}
