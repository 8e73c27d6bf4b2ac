import { Component, type ReactNode } from 'react'

/** What broke while drawing its children stays inside it. `instead` is drawn in their place; `again` tries them anew. */
export class Boundary extends Component<
  { children: ReactNode; instead: (again: () => void) => ReactNode },
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
