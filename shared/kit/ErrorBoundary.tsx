import { Component, type ReactNode } from 'react'

/** Catches render errors of its children and renders `instead`; its argument retries. */
export class ErrorBoundary extends Component<
  { children: ReactNode; instead: (retry: () => void) => ReactNode },
  { broken: boolean }
> {
  override state = { broken: false }

  static getDerivedStateFromError() {
    return { broken: true }
  }

  override render() {
    if (!this.state.broken) return this.props.children
    return this.props.instead(() => this.setState({ broken: false }))
  }
}
