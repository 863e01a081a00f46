import { memo, useLayoutEffect, useMemo, useRef, useState, useSyncExternalStore, type KeyboardEvent } from 'react';
import type { Fleet, FleetShared } from '../../../core/contract/contract.ts';
import { formatClock, formatWindow } from '../../../core/text/format.ts';
import {
  countsOf, fleetHeadline, fleetItems, targetCount, type FleetItem,
} from '../../../core/views/fleet/fleetView.ts';
import { useFleet } from '../../api/fleetQuery.ts';
import { FindingHeadline } from '../../ui/FindingHeadline.tsx';
import { Link } from '../../ui/Link.tsx';
import { EmptyState, PanelFrame } from '../../ui/PanelFrame.tsx';
import { useUrlState } from '../../url/useUrlState.ts';
import { FleetHow } from './howComputed.tsx';
import { FleetControls } from './FleetControls.tsx';
import { FleetRow } from './FleetRow.tsx';
import { StripPatterns } from './FleetStrip.tsx';
import styles from './FleetPanel.module.css';
import { useWindowed } from './useWindowed.ts';

/** Heights as in the style sheet. */
const HEIGHTS = { wide: { row: 52, group: 40 }, narrow: { row: 116, group: 40 } };
const NARROW = '(max-width: 899px)';
const PAGE_ROWS = 10;

function useIsNarrow(): boolean {
  return useSyncExternalStore((changed) => {
    const media = window.matchMedia(NARROW);
    media.addEventListener('change', changed);
    return () => media.removeEventListener('change', changed);
  }, () => window.matchMedia(NARROW).matches);
}

/** Every target as a row on one time axis, worst first; common findings come first. */
export function FleetPanel() {
  const { state: { range } } = useUrlState();
  return (
    <PanelFrame title="Fleet" query={useFleet(range)} waitingFor="Reading all targets" height={600}>
      {(fleet) => <FleetView fleet={fleet} />}
    </PanelFrame>
  );
}

function FleetView({ fleet }: { fleet: Fleet }) {
  const { state: { zone, search, fleetLabels, fleetGroup } } = useUrlState();
  const { range, targets, shared } = fleet;
  const items = useMemo(
    () => fleetItems(targets, { search, labels: fleetLabels, group: fleetGroup }),
    [targets, search, fleetLabels, fleetGroup]
  );
  const rows = items.filter(({ kind }) => kind === 'row').length;
  // The headline of troubled targets has their counts.
  const counts = shared.length === 0 ? '' : countsOf(targets);
  const context = [
    targetCount(targets.length), ...(counts === '' ? [] : [counts]),
    formatWindow(range.start, range.end, zone, range.end),
  ].join(' · ');
  return (
    <>
      <FindingHeadline title="Fleet" finding={fleetHeadline(fleet)} context={context} actions={<FleetHow />} />
      <SharedList shared={shared} range={range} />
      {targets.length === 0 ? (
        <p className={styles['none']}>Name targets on the command line, or in the configuration file
          under <code>targets</code> or <code>file_sd_configs</code>.</p>
      ) : (
        <>
          <FleetControls targets={targets} />
          <Legend />
          <p className={styles['spoken']} role="status">{rows} of {targetCount(targets.length)} shown</p>
          {rows === 0 && <EmptyState what="No targets match" why="Remove a filter or a search word." />}
          <FleetList items={items} range={range} />
        </>
      )}
    </>
  );
}

/** Common findings, each with its moment, or its label as a filter. */
function SharedList({ shared, range }: { shared: FleetShared[]; range: Fleet['range'] }) {
  const { state: { zone, fleetLabels }, href } = useUrlState();
  if (shared.length === 0) return null;
  return (
    <ul className={styles['shared']} aria-label="What targets share">
      {shared.map((one, i) => (
        <li key={one.code}>
          {i > 0 && `${one.sentence} `}
          {one.moment !== null && <Link href={href({
            range: { kind: 'absolute', start: Math.max(range.start, one.moment - 600), end: one.moment + 600 },
          })}>Look at {formatClock(one.moment, zone)}</Link>}
          {one.label !== null && <Link href={href({
            fleetLabels: [...new Set([...fleetLabels, `${one.label.name}=${one.label.value}`])],
          })}>Show those with this {one.label.name}</Link>}
        </li>
      ))}
    </ul>
  );
}

function Legend() {
  return (
    <p className={styles['legend']}>
      <span data-mark="cpu">CPU</span> <span data-mark="gc">GC share</span>{' '}
      <span data-mark="memory">memory against its limit</span> <span data-mark="compaction">compaction</span>{' '}
      <span data-mark="start">start, replay</span> <span data-mark="gap">no samples</span>
    </p>
  );
}

function Axis({ range: { start, end } }: { range: Fleet['range'] }) {
  const { state: { zone } } = useUrlState();
  return (
    <div className={styles['axis']} aria-hidden="true">
      <div className={styles['times']}>
        <span>{formatClock(start, zone)}</span><span>{formatClock((start + end) / 2, zone)}</span>
        <span>{formatClock(end, zone)}</span>
      </div>
    </div>
  );
}

/** Only visible rows are drawn; arrow keys, Page, Home and End navigate all of them. */
function FleetList({ items, range }: { items: FleetItem[]; range: Fleet['range'] }) {
  const box = useRef<HTMLDivElement>(null);
  const heights = useIsNarrow() ? HEIGHTS.narrow : HEIGHTS.wide;
  const tops = useMemo(() => {
    const all = [0];
    for (const { kind } of items) all.push((all.at(-1) ?? 0) + heights[kind]);
    return all;
  }, [items, heights]);
  const { first, last, reveal } = useWindowed(box, tops);
  const [held, setHeld] = useState<number | null>(null);
  const wanted = useRef<number | null>(null);
  useLayoutEffect(() => {
    if (wanted.current === null) return;
    const link = box.current?.querySelector<HTMLElement>(`[data-index="${wanted.current}"] a`);
    if (link === undefined || link === null) return;
    wanted.current = null;
    link.focus({ preventScroll: true });
  });
  const walk = (event: KeyboardEvent<HTMLDivElement>): void => {
    const from = Number((event.target as Element).closest('[data-index]')?.getAttribute('data-index') ?? NaN);
    const by = {
      ArrowDown: 1, ArrowUp: -1, PageDown: PAGE_ROWS, PageUp: -PAGE_ROWS, Home: -items.length, End: items.length,
    }[event.key];
    if (by === undefined || Number.isNaN(from) || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    const to = rowNear(items, from + by, by > 0 ? 1 : -1);
    if (to === null) return;
    wanted.current = to;
    setHeld(to);
    reveal(to);
  };
  const drawn = items.map((_, i) => i).slice(first, last + 1);
  if (held !== null && held < items.length && !drawn.includes(held)) drawn.push(held);
  return (
    <div className={styles['list']}>
      <StripPatterns />
      <Axis range={range} />
      <div ref={box} role="list" aria-label="Targets, the worst first" className={styles['rows']}
        style={{ height: tops.at(-1) }} onKeyDown={walk}>
        {drawn.map((i) => <Item key={keyOf(items[i])} item={items[i]} index={i} top={tops[i] ?? 0} of={items.length}
          range={range} />)}
      </div>
    </div>
  );
}

const Item = memo(function Item(
  { item, index, top, of, range }: {
    item: FleetItem | undefined; index: number; top: number; of: number; range: Fleet['range'];
  }
) {
  if (item === undefined) return null;
  return (
    <div role="listitem" data-index={index} aria-posinset={index + 1} aria-setsize={of}
      className={styles[item.kind === 'row' ? 'row' : 'group']} style={{ transform: `translateY(${top}px)` }}
      data-severity={item.kind === 'row' ? item.row.worst.severity : undefined}>
      {item.kind === 'row' ? <FleetRow row={item.row} range={range} /> : (
        <h2><bdi>{item.value === '' ? '(none)' : item.value.slice(0, 100)}</bdi> <small>{targetCount(item.count)}{
          item.troubled > 0 && `, ${item.troubled} in trouble`}</small></h2>
      )}
    </div>
  );
});

function keyOf(item: FleetItem | undefined): string {
  return item === undefined ? '' : item.kind === 'row' ? `row ${item.row.name}` : `group ${item.value}`;
}

/** Returns the next row at or after an index, in the given direction, else in the other; null if there is none. */
function rowNear(items: readonly FleetItem[], place: number, direction: 1 | -1): number | null {
  const from = Math.min(items.length - 1, Math.max(0, place));
  for (const by of [direction, -direction])
    for (let i = from; i >= 0 && i < items.length; i += by) if (items[i]?.kind === 'row') return i;
  return null;
}
