import Button from '@mui/material/Button'
import { Component, type ReactNode } from 'react'
import { Notice } from '../feedback/Notice.tsx'

/** Shown when the app throws or a chunk cannot be loaded after an update: offers a reload. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override render() {
    if (!this.state.failed) return this.props.children
    return (
      <Notice title="This page could not be shown">
        <p>It may have been updated meanwhile, or the connection was lost. Nothing that was saved is lost.</p>
        <Button variant="contained" onClick={() => window.location.reload()}>
          Reload
        </Button>
      </Notice>
    )
  }
}
