import { Button, NonIdealState } from '@blueprintjs/core'
import { Error as ErrorIcon } from '@blueprintjs/icons'
import { Component, type ReactNode } from 'react'

/** What broke while drawing a screen stays inside it; the rest of the console goes on. */
export class Boundary extends Component<{ children: ReactNode }, { broken: boolean }> {
  override state = { broken: false }

  static getDerivedStateFromError() {
    return { broken: true }
  }

  override render() {
    if (!this.state.broken) return this.props.children
    return (
      <div role="alert" className="sb-state">
        <NonIdealState
          icon={<ErrorIcon size={32} className="sb-failed-icon" title={false} />}
          title="This screen could not be shown"
          description="Nothing you saved is lost. If it stays like this after a new version came out, reload the page."
          action={
            <>
              <Button onClick={() => this.setState({ broken: false })}>Try again</Button>
              <Button onClick={() => location.reload()}>Reload</Button>
            </>
          }
        />
      </div>
    )
  }
}
