import type { ReactNode } from 'react'
import { Component } from 'react'
import { Button } from './button.tsx'
import { EmptyState } from './empty-state.tsx'

/** Catches what breaks while drawing a screen, and offers a fresh start. */
export class CrashGuard extends Component<{ children: ReactNode }, { crashed: boolean }> {
  override state = { crashed: false }

  static getDerivedStateFromError() {
    return { crashed: true }
  }

  override render() {
    if (!this.state.crashed) return this.props.children
    return (
      <div className="shop-width py-16">
        <EmptyState
          title="Something went wrong"
          text="This page could not be shown. Loading it again usually helps."
          action={<Button onClick={() => window.location.reload()}>Load again</Button>}
        />
      </div>
    )
  }
}
