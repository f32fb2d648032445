import { Component, type ReactNode } from 'react'
import { Notice } from '../../base/feedback/Loading.tsx'
import { Button } from '../../base/ui/Button.tsx'
import { Row } from '../../base/ui/Layout.tsx'

/** Instead of a page that throws, or whose file cannot be loaded. */
export const pageFailure = (tryAgain: () => void) => (
  <Notice title="This page could not be shown">
    <p>It may have been updated meanwhile, or the connection was lost. Nothing that was saved is lost.</p>
    <Row gap={2}>
      <Button onClick={tryAgain}>Try again</Button>
      <Button look="primary" onClick={() => window.location.reload()}>
        Reload
      </Button>
    </Row>
  </Notice>
)

/** Keeps what is around it when what is inside throws. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override render() {
    return this.state.failed ? pageFailure(() => this.setState({ failed: false })) : this.props.children
  }
}
