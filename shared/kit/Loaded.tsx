import type { ReactElement, ReactNode } from 'react'
import { Failed, Loading } from './states.tsx'

/** What `Loaded` needs of a read; several reads may be put together in this shape. */
export interface Read<T> {
  data: T | undefined
  error: unknown
  refetch: () => unknown
}

interface Props<T> {
  read: Read<T>
  /** The sentence while nothing is known, over as many rows as will come; or a skeleton of one's own. */
  loading: { text: string; rows?: number; rowHeight?: number } | ReactElement
  /** What could not be loaded, in the specification's words. */
  failed: string
  /** Shown for an answer that holds nothing; left out where that is drawn like any other answer. */
  empty?: { when: (data: T) => boolean; state: ReactElement }
  children: (data: T) => ReactNode
}

/**
 * One of four: loading, failed, empty, content. Nothing is counted or called empty before an answer came; an answer
 * that came stays while it is read anew, even when that fails.
 */
export function Loaded<T>({ read, loading, failed, empty, children }: Props<T>): ReactNode {
  const { data, error, refetch } = read
  if (data !== undefined) return empty?.when(data) ? empty.state : children(data)
  if (error) return <Failed title={failed} error={error} onRetry={() => void refetch()} />
  return 'text' in loading ? <Loading {...loading} /> : loading
}

export const isEmpty = (list: readonly unknown[]) => list.length === 0
