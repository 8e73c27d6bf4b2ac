import { Button, Classes, NonIdealState, Spinner } from '@blueprintjs/core'
import { Error as ErrorIcon } from '@blueprintjs/icons'
import { type ReactElement, type ReactNode, useEffect, useState } from 'react'
import { failureText } from '../platform/http/request.ts'

/** True after `milliseconds`, so that fast loads show no skeleton. */
export function useDelay(milliseconds: number): boolean {
  const [over, setOver] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setOver(true), milliseconds)
    return () => clearTimeout(timer)
  }, [milliseconds])
  return over
}

/** Widths of skeleton text in percent. */
const widths = [
  [22, 30],
  [29, 41],
  [24, 32],
  [31, 43],
  [26, 34],
  [33, 45],
  [28, 36],
  [23, 47],
] as const

interface LoadingProps {
  text: string
  rows?: number
  rowHeight?: number
}

/** Loading text with skeleton rows. */
export function Loading({ text, rows = 8, rowHeight = 46 }: LoadingProps) {
  const late = useDelay(150)
  if (!late) return <div className="sb-state" aria-busy="true" />
  return (
    <div className="sb-loading" role="status">
      <p className="sb-loading-text">
        <Spinner size={14} tagName="span" aria-hidden />
        {text}
      </p>
      <div aria-hidden="true">
        {widths.slice(0, rows).map(([first, second]) => (
          <div className="sb-loading-row" style={{ height: rowHeight }} key={first}>
            <span className={Classes.SKELETON} style={{ width: `${first}%` }} />
            <span className={Classes.SKELETON} style={{ width: `${second}%` }} />
            <span className={Classes.SKELETON} style={{ width: '9%' }} />
          </div>
        ))}
      </div>
    </div>
  )
}

/** Title and hint. Not Blueprint's title: it is an h4, which would skip heading levels. */
const titleAndHint = (title: string, hint: ReactNode) => (
  <div>
    <p className={Classes.HEADING}>{title}</p>
    {hint ? <span>{hint}</span> : null}
  </div>
)

/** A failed load: title, message of the server, retry button. */
export function Failed({ title, error, onRetry }: { title: string; error?: unknown; onRetry: () => void }) {
  return (
    <div role="alert" className="sb-state">
      <NonIdealState
        icon={<ErrorIcon size={32} className="sb-failed-icon" title={false} />}
        description={titleAndHint(title, error ? failureText(error) : undefined)}
        action={<Button onClick={onRetry}>Try again</Button>}
      />
    </div>
  )
}

/** Shown instead of a screen that threw while rendering. */
export function RenderFailed({ onRetry }: { onRetry: () => void }) {
  return (
    <div role="alert" className="sb-state">
      <NonIdealState
        icon={<ErrorIcon size={32} className="sb-failed-icon" title={false} />}
        description={titleAndHint(
          'This screen could not be shown',
          'Nothing you saved is lost. If this keeps happening, reload the page.',
        )}
        action={
          <>
            <Button onClick={onRetry}>Try again</Button>
            <Button onClick={() => location.reload()}>Reload</Button>
          </>
        }
      />
    </div>
  )
}

interface EmptyProps {
  icon?: ReactElement
  title: string
  hint?: ReactNode
  action?: ReactElement
}

/** Empty state: title, hint and one next step. */
export function Empty({ icon, title, hint, action }: EmptyProps) {
  return (
    <NonIdealState className="sb-state" icon={icon} description={titleAndHint(title, hint)} action={action} />
  )
}
