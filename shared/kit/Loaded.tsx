import type { ReactElement, ReactNode } from 'react'
import { Failed, Loading } from './states.tsx'

/** The part of a query that `Loaded` needs; also the shape for several queries combined. */
export interface Read<T> {
  data: T | undefined
  error: unknown
  refetch: () => unknown
}

interface Props<T> {
  read: Read<T>
  /** Loading text with the number of skeleton rows, or a custom skeleton. */
  loading: { text: string; rows?: number; rowHeight?: number } | ReactElement
  /** Title when loading failed. */
  failed: string
  /** Shown for an empty answer; if absent, `children` renders it too. */
  empty?: { when: (data: T) => boolean; state: ReactElement }
  children: (data: T) => ReactNode
}

/** Renders loading, failed, empty or content. Content stays while it is refetched, also if that fails. */
export function Loaded<T>({ read, loading, failed, empty, children }: Props<T>): ReactNode {
  const { data, error, refetch } = read
  if (data !== undefined) return empty?.when(data) ? empty.state : children(data)
  if (error) return <Failed title={failed} error={error} onRetry={() => void refetch()} />
  return 'text' in loading ? <Loading {...loading} /> : loading
}

export const isEmpty = (list: readonly unknown[]) => list.length === 0
