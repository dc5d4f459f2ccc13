import { Component, type ReactNode } from 'react'

type Props = { fallback: (error: Error, retry: () => void) => ReactNode; children: ReactNode }

/** Contains a failure of its children; React itself logs it to the console. */
export class ErrorBoundary extends Component<Props, { error: Error | null }> {
  override state: { error: Error | null } = { error: null }

  static getDerivedStateFromError(error: Error) {
    return { error }
  }

  override render() {
    const { error } = this.state
    return error ? this.props.fallback(error, () => this.setState({ error: null })) : this.props.children
  }
}
