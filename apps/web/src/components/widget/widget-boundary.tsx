import { Component, type ReactNode } from 'react'

type Props = { fallback: (error: Error, retry: () => void) => ReactNode; children: ReactNode }

/** Keeps a widget's failure in its own cell; React itself leaves it in the console. */
export class WidgetBoundary extends Component<Props, { error: Error | null }> {
  override state: { error: Error | null } = { error: null }

  static getDerivedStateFromError(error: Error) {
    return { error }
  }

  override render() {
    const { error } = this.state
    return error ? this.props.fallback(error, () => this.setState({ error: null })) : this.props.children
  }
}
