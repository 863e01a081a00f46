import { Button, Skeleton } from '@mantine/core';
import { createContext, useMemo, type ReactNode } from 'react';
import type { MissingInput } from '../../core/contract/contract.ts';
import { formatAge } from '../../core/text/format.ts';
import { onPage, renderAnswer } from '../../core/text/parts.ts';
import { useUrlState } from '../url/useUrlState.ts';
import { Heading, type HeadingLevel } from './Heading.tsx';
import styles from './PanelFrame.module.css';
import { useNow } from './useNow.ts';
import { useSlow } from './useSlow.ts';

/** The part of a react-query result that a frame uses. */
export interface FrameQuery<T> {
  data: T | undefined;
  error: Error | null;
  isPlaceholderData: boolean;
  isFetching: boolean;
  dataUpdatedAt: number;
  refetch: () => unknown;
}

interface PanelFrameProps<T> {
  /** Name of the region, and heading until there is a finding. */
  title: string;
  query: FrameQuery<T>;
  /** What is loading, shown after a second: `Loading history`. */
  waitingFor: string;
  children: (data: T) => ReactNode;
  /** Height of the skeleton in px, about that of the content. */
  height?: number;
  /** Level of the heading while there is no content: 1 for the page's own panel, 2 for one inside it. */
  headingLevel?: HeadingLevel;
  /** Shown instead of the charts' skeleton: what can be drawn before the answer. */
  early?: ReactNode;
  /** Shown after a second instead of `waitingFor`: progress of the answer. */
  progress?: ReactNode;
}

interface TitleProps { title: string; level: HeadingLevel }

/**
 * Placeholder of a panel: title, a bar for the finding (page's own panel only), a block for the charts, and after a
 * second what is loading.
 */
export function PanelSkeleton(
  { title, level, waitingFor, height, early, progress }: TitleProps
    & { waitingFor: string; height: number; early?: ReactNode; progress?: ReactNode }
) {
  const isSlow = useSlow();
  return (
    <div className={styles['loading']} aria-busy="true">
      {level === 1 ? (
        <div className={styles['claimRoom']}>
          <Heading level={1} className={styles['hidden']}>{title}</Heading>
          <Skeleton height={25} width="min(70%, 560px)" />
          <p className={styles['doing']} role="status">{isSlow && `${waitingFor} …`}</p>
        </div>
      ) : (
        <>
          {/* An early chart of a part has a heading of its own. */}
          {early === undefined && <Heading level={level} className={styles['title']}>{title}</Heading>}
          {/* Above an early chart a line of words would move it when they go. */}
          {isSlow && progress !== undefined ? progress : (
            <p className={styles[early === undefined ? 'doing' : 'hidden']} role="status">
              {isSlow ? `${waitingFor} …` : '\u00a0'}</p>
          )}
        </>
      )}
      {early ?? (height > 0 && <Skeleton height={height} />)}
    </div>
  );
}

function Failed(
  { title, level, message, retry, busy }: TitleProps & { message: string; retry: () => unknown; busy: boolean }
) {
  return (
    <div className={styles['notice']} data-kind="failed" role="alert">
      <Heading level={level} className={styles['title']}>{title}</Heading>
      <p className={styles['noticeHead']}>Could not be loaded</p>
      <p>{message}</p>
      <Button size="xs" variant="default" loading={busy} onClick={() => void retry()}>Retry</Button>
    </div>
  );
}

/** Marks old data: it is still valid for its time, so it stays, greyed out, with its age. */
function StaleMark({ message, since }: { message: string; since: number }) {
  const now = useNow(1_000);
  return (
    <p className={styles['stale']} role="status">
      Data from <span aria-live="off">{formatAge(now - since / 1_000)}</span>. {message} Retrying.
    </p>
  );
}

/** Start of the time without readings that the panel's answer ends with; null while the target answers. */
export const SilentSince = createContext<number | null>(null);

function silentSinceOf(answer: unknown): number | null {
  return typeof answer === 'object' && answer !== null && 'silentSince' in answer
    && typeof answer.silentSince === 'number' ? answer.silentSince : null;
}

/**
 * The states that all panels share: skeleton while the first response loads, error with retry, stale data. The content
 * handles empty and partial data itself (see EmptyState, MissingInputs).
 */
export function PanelFrame<T>(
  { title, query, waitingFor, children, height = 320, headingLevel = 1, early, progress }: PanelFrameProps<T>
) {
  const { error } = query;
  const { zone } = useUrlState().state;
  const data = useMemo(
    () => (query.data === undefined ? undefined : renderAnswer(query.data, onPage(zone))), [query.data, zone]
  );
  let body: ReactNode;
  if (data !== undefined) {
    const isStale = error !== null;
    const silentSince = silentSinceOf(data);
    body = (
      <>
        {isStale && <StaleMark message={error.message} since={query.dataUpdatedAt} />}
        <div className={styles['body']} data-stale={isStale || undefined} data-past={silentSince !== null || undefined}
          data-loading={query.isPlaceholderData || undefined} aria-busy={query.isPlaceholderData}>
          <SilentSince value={silentSince}>{children(data)}</SilentSince>
        </div>
      </>
    );
  } else if (error !== null) {
    body = <Failed title={title} level={headingLevel} message={error.message} retry={query.refetch}
      busy={query.isFetching} />;
  } else {
    body = <PanelSkeleton title={title} level={headingLevel} waitingFor={waitingFor} height={height}
      early={early} progress={progress} />;
  }
  return <section className={styles['frame']} aria-label={title}>{body}</section>;
}

interface EmptyStateProps {
  /** What is missing. */
  what: string;
  /** Why, and what to do. */
  why: ReactNode;
  /** The command or button that adds it. */
  action?: ReactNode;
  /** Set if it replaces a page (1) or a section (2); else the first line is not a heading. */
  headingLevel?: HeadingLevel;
}

export function EmptyState({ what, why, action, headingLevel }: EmptyStateProps) {
  return (
    <div className={styles['notice']} data-kind="empty">
      {headingLevel === undefined ? <p className={styles['noticeHead']}>{what}</p>
        : <Heading level={headingLevel} className={styles['noticeHead']}>{what}</Heading>}
      <div className={styles['why']}>{why}</div>
      {action}
    </div>
  );
}

/**
 * Footnotes at a figure: what is not available without an input of the target, and how to enable it. Nothing if all
 * are present.
 */
export function MissingInputs({ missing }: { missing: MissingInput[] }) {
  if (missing.length === 0) return null;
  return (
    <ul className={styles['missing']} aria-label="Missing inputs">
      {missing.map(({ names, costs, remedy }) => (
        <li key={names.join() + costs}>{costs} {remedy}
          {names.length > 0 && <> Missing: <code>{names.join(', ')}</code>.</>}</li>
      ))}
    </ul>
  );
}
