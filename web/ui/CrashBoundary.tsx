import { Component, type ErrorInfo, type ReactNode } from 'react';
import { EmptyState } from './PanelFrame.tsx';
import { Button } from '@mantine/core';

/** Keeps the page frame if a page fails to render or load (new build, server down), and says what to do. */
export class CrashBoundary extends Component<{ children: ReactNode }, { error: Error | null }> {
  override state: { error: Error | null } = { error: null };

  static getDerivedStateFromError(error: unknown): { error: Error } {
    return { error: error instanceof Error ? error : new Error(String(error)) };
  }

  override componentDidCatch(error: Error, info: ErrorInfo): void {
    console.error('A page failed to render.', error, info.componentStack);
  }

  override render(): ReactNode {
    if (this.state.error === null) return this.props.children;
    return (
      <EmptyState
        headingLevel={1}
        what="This page failed to load"
        why={
          <p>{this.state.error.message}. The other pages still work. If tsdbscope was just updated or restarted, reload
            the page.</p>
        }
        action={<Button size="xs" onClick={() => window.location.reload()}>Reload</Button>}
      />
    );
  }
}
