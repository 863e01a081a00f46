import { Button, Skeleton } from '@mantine/core';
import { useMemo, useState, type ReactNode } from 'react';
import type { MissingInput, PanelBase } from '../../core/contract/contract.ts';
import { formatAge } from '../../core/text/format.ts';
import { onPage, renderAnswer } from '../../core/text/parts.ts';
import { useUrlState } from '../url/useUrlState.ts';
import { Heading, type HeadingLevel } from './Heading.tsx';
import styles from './PanelFrame.module.css';
import { SourceNote } from './SourceNote.tsx';
import { useNow } from './useNow.ts';
import { useSlow } from './useSlow.ts';

/** What a frame reads of a query; react-query's result has it. */
export interface FrameQuery<T> {
  data: T | undefined;
  error: Error | null;
  isPlaceholderData: boolean;
  isFetching: boolean;
  dataUpdatedAt: number;
  refetch: () => unknown;
}

interface PanelFrameProps<T> {
  /** Names the region, and the heading while there is no finding yet. */
  title: string;
  query: FrameQuery<T>;
  /** What is being done, said when it takes longer than a second: `reading 24 h of history`. */
  waitingFor: string;
  children: (data: T) => ReactNode;
  /** Height of the skeleton, px: about that of what comes. */
  height?: number;
  /** Of the heading while there is nothing to show: 1 for the page's own panel, 2 for one inside it. */
  headingLevel?: HeadingLevel;
}

interface TitleProps { title: string; level: HeadingLevel }

/**
 * Stands where a panel will: its title, for a page's own panel a bar for the finding, a block for the picture; after a
 * second, what is being done.
 */
export function PanelSkeleton(
  { title, level, waitingFor, height }: TitleProps & { waitingFor: string; height: number }
) {
  const isSlow = useSlow();
  return (
    <div className={styles['loading']} aria-busy="true">
      <Heading level={level} className={styles['title']}>{title}</Heading>
      {level === 1 && <Skeleton height={28} width="min(70%, 560px)" />}
      <p className={styles['doing']} role="status">{isSlow ? `${waitingFor} …` : '\u00a0'}</p>
      <Skeleton height={height} />
    </div>
  );
}

function Failed(
  { title, level, message, retry, busy }: TitleProps & { message: string; retry: () => unknown; busy: boolean }
) {
  return (
    <div className={styles['notice']} data-kind="failed" role="alert">
      <Heading level={level} className={styles['title']}>{title}</Heading>
      <p className={styles['noticeHead']}>Could not be read</p>
      <p>{message}</p>
      <Button size="xs" variant="default" loading={busy} onClick={() => void retry()}>Try again</Button>
    </div>
  );
}

/** Old data is still true for its time: it stays, greyed, with its age and what is tried next. */
function StaleMark({ message, since }: { message: string; since: number }) {
  const now = useNow(1_000);
  return (
    <p className={styles['stale']} role="status">
      Shown as of {formatAge(now - since / 1_000)}. {message} Trying again by itself.
    </p>
  );
}

/** Panels of metrics say where their samples are from; profiles do not. */
function hasSources(data: unknown): data is Required<Pick<PanelBase, 'sources'>> {
  return typeof data === 'object' && data !== null && 'sources' in data && data.sources !== undefined;
}

/**
 * The states every panel shares: skeleton while the first answer loads, the error with a way on, old data marked as
 * such.
 * What is inside decides about empty and partial, since only it knows what would be there (see EmptyState,
 * MissingInputs).
 */
export function PanelFrame<T>(
  { title, query, waitingFor, children, height = 320, headingLevel = 1 }: PanelFrameProps<T>
) {
  const { error } = query;
  const { zone } = useUrlState().state;
  const data = useMemo(
    () => (query.data === undefined ? undefined : renderAnswer(query.data, onPage(zone))), [query.data, zone]
  );
  let body: ReactNode;
  if (data !== undefined) {
    const isStale = error !== null;
    body = (
      <>
        {isStale && <StaleMark message={error.message} since={query.dataUpdatedAt} />}
        <div className={styles['body']} data-stale={isStale || undefined}
          data-loading={query.isPlaceholderData || undefined} aria-busy={query.isPlaceholderData}>
          {hasSources(data) && <SourceNote sources={data.sources} />}
          {children(data)}
        </div>
      </>
    );
  } else if (error !== null) {
    body = <Failed title={title} level={headingLevel} message={error.message} retry={query.refetch}
      busy={query.isFetching} />;
  } else {
    body = <PanelSkeleton title={title} level={headingLevel} waitingFor={waitingFor} height={height} />;
  }
  return <section className={styles['frame']} aria-label={title}>{body}</section>;
}

interface EmptyStateProps {
  /** What would be here. */
  what: string;
  /** Why it is not. */
  why: ReactNode;
  /** The one command or click that brings it. */
  action?: ReactNode;
  /** Given where it stands for a whole page (1) or a section (2); else its first line is no heading. */
  headingLevel?: HeadingLevel;
}

export function EmptyState({ what, why, action, headingLevel }: EmptyStateProps) {
  return (
    <div className={styles['notice']} data-kind="empty">
      {
        headingLevel === undefined ? <p className={styles['noticeHead']}>{what}</p>
          : <Heading level={headingLevel} className={styles['noticeHead']}>{what}</Heading>
      }
      <div className={styles['why']}>{why}</div>
      {action}
    </div>
  );
}

/** Partial: which inputs the target does not give, what that costs, what to switch on. Nothing when all are there. */
export function MissingInputs({ missing }: { missing: MissingInput[] }) {
  // A phone shows the picture first, and what it lacks when asked.
  const [isWide] = useState(() => window.matchMedia('(min-width: 600px)').matches);
  if (missing.length === 0) return null;
  return (
    <ul className={styles['missing']} aria-label="Missing inputs">
      {missing.map(({ names, costs, remedy }) => {
        const [first = '', rest = ''] = names.length > 0 ? ['', costs] : costs.split(/(?<=\.) (.*)/s);
        return (
          <li key={names.join() + costs}>
            <details open={isWide}>
              <summary><strong>Missing:</strong> {names.length > 0 ? <><code>{names.join(', ')}</code>.</> : first}
                </summary>
              {rest} {remedy}
            </details>
          </li>
        );
      })}
    </ul>
  );
}
