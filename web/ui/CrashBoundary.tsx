import { Component, type ErrorInfo, type ReactNode } from 'react';
import { EmptyState } from './PanelFrame.tsx';
import { Button } from '@mantine/core';

/** Keeps the frame up when a page fails to draw or to load (a new build, the server away), and says what to do. */
export class CrashBoundary extends Component<{ children: ReactNode }, { error: Error | null }> {
  override state: { error: Error | null } = { error: null };

  static getDerivedStateFromError(error: unknown): { error: Error } {
    return { error: error instanceof Error ? error : new Error(String(error)) };
  }

  override componentDidCatch(error: Error, info: ErrorInfo): void {
    console.error('A page could not be drawn.', error, info.componentStack);
  }

  override render(): ReactNode {
    if (this.state.error === null) return this.props.children;
    return (
      <EmptyState
        headingLevel={1}
        what="This page could not be drawn"
        why={
          <p>{this.state.error.message}. The other pages still work. If tsdbscope was just updated or restarted, loading
            the page anew helps.</p>
        }
        action={<Button size="xs" onClick={() => window.location.reload()}>Load anew</Button>}
      />
    );
  }
}
