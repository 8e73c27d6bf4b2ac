import { plural } from '../formats.ts'
import { type Api, usePlatform } from '../host/platform.ts'
import { type Action, useAction } from './data.ts'
import { toast } from './toasts.ts'

interface UndoableAction<Value, Result, Undo> extends Omit<Action<Value, Result, Undo>, 'run' | 'done'> {
  /** Makes each call that can be undone with another `undoable()`. */
  run(undoable: () => Api, value: Value): Promise<Result>
  /** Shows a toast with `undo`. */
  done(result: Result, value: Value, undo: () => void): void
}

/** `useAction` for a change that can be undone for ten seconds. Exact: the server keeps what the change replaced. */
export function useUndoableAction<Value, Result, Undo = unknown>(
  action: UndoableAction<Value, Result, Undo>,
) {
  const { undoableApi } = usePlatform()
  const undoing = useAction<{ keys: string[]; value: Value }, { kept: number }[]>({
    run: (api, { keys }) => Promise.all(keys.map((key) => api.undo.run({ key }))),
    done: (all) => {
      const kept = all.reduce((sum, one) => sum + one.kept, 0)
      toast.note('Undone', kept > 0 ? `${plural(kept, 'row')} changed since and stayed.` : undefined)
    },
    settled: ({ value }, client) => action.settled?.(value, client),
    refreshes: action.refreshes,
    failure: {
      title: 'Not undone',
      fallback: 'The server did not answer.',
      showServerMessage: true,
      retry: (change) => undoing.mutate(change),
    },
  })
  return useAction<Value, { result: Result; keys: string[] }, Undo>({
    ...action,
    run: async (_, value) => {
      const keys: string[] = []
      const undoable = () => {
        const key = crypto.randomUUID()
        keys.push(key)
        return undoableApi(key)
      }
      return { result: await action.run(undoable, value), keys }
    },
    done: ({ result, keys }, value) => action.done(result, value, () => undoing.mutate({ keys, value })),
  })
}
