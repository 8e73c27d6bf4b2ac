import { Component, type ReactNode } from 'react'

/** What broke while drawing its children stays inside it. `instead` is drawn in their place; `retry` draws them again. */
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
