import { useRef } from 'react';
import type { BenchmarkCurve, BenchmarkUnit } from '../../../core/contract/contract.ts';
import { useDrawingWidth } from '../../charts/flame/useDrawingWidth.ts';
import { cutMiddle } from '../../../core/text/format.ts';
import { Heading } from '../../ui/Heading.tsx';
import shared from '../shared/panel.module.css';
import styles from './Benchmarks.module.css';
import { curveView, type CurveChange, type CurveView } from './sizeCurveView.ts';

const HEIGHT = 220;
const CHANGE_HEIGHT = 84;
const LEFT = 58;
const RIGHT = 78;
const TOP = 12;
/** Width of a tick's text. */
const TICK_PX = 42;

interface Drawn { view: CurveView; widthPx: number; x: (size: number) => number }

/** Returns ticks that do not overlap the previous one, and always the last one. */
function ticksWithRoom({ view, x }: Drawn): CurveView['x']['ticks'] {
  const { ticks } = view.x;
  const last = ticks.at(-1);
  let end = -Infinity;
  return ticks.filter((tick) => {
    const at = x(tick.value);
    if (tick !== last && (at - end < TICK_PX || (last !== undefined && x(last.value) - at < TICK_PX))) return false;
    end = at;
    return true;
  });
}

function Lines({ drawn }: { drawn: Drawn }) {
  const { view, widthPx, x } = drawn;
  const y = (value: number): number => HEIGHT - 6 - view.y.at(value) * (HEIGHT - 6 - TOP);
  const isDrawn = (value: number): boolean => !view.y.isLog || value > 0;
  return (
    <svg className={styles['curve']} width={widthPx} height={HEIGHT} role="img" aria-label={
      `${view.unit} over ${view.sizeTitle} for ${view.lines.map(({ name }) => name).join(' and ')}; see the table`
    }>
      {view.y.ticks.map(({ value, text }) => (
        <g key={value}><line className={styles['axis']} x1={LEFT} x2={widthPx - RIGHT} y1={y(value)} y2={y(value)} />
          <text x={LEFT - 6} y={y(value) + 4} textAnchor="end">{text}</text></g>
      ))}
      {view.lines.map(({ column, name, points }, at) => {
        const shown = points.filter(({ center }) => isDrawn(center));
        const last = shown.at(-1);
        return (
          <g key={name} className={styles[`line${at}`]}>
            <polyline points={shown.map(({ size, center }) => `${x(size)},${y(center)}`).join(' ')} fill="none"
              strokeWidth="1.5" strokeDasharray={column === 0 ? '5 3' : undefined} />
            {shown.map(({ size, center, low, high }) => (
              <g key={size}>
                {low !== null && high !== null && isDrawn(low) && <line x1={x(size)} x2={x(size)} y1={y(low)}
                  y2={y(high)} />}
                {column === 0 ? <rect x={x(size) - 2.5} y={y(center) - 2.5} width="5" height="5" />
                  : <circle cx={x(size)} cy={y(center)} r="3" />}
              </g>
            ))}
            {last !== undefined && <text x={x(last.size) + 8} y={endPlace(view, at, y)} stroke="none">
              {cutMiddle(name, 12)}</text>}
          </g>
        );
      })}
    </svg>
  );
}

/** Returns the position of a name at the right end of its line, ordered by value, without overlap. */
function endPlace(view: CurveView, line: number, y: (value: number) => number): number {
  const ends = view.lines.map(
    ({ points }, at) => ({ at, place: y(Math.max(points.at(-1)?.center ?? 0, view.y.isLog ? Number.MIN_VALUE : 0)) })
  )
    .sort((a, b) => a.place - b.place);
  let free = -Infinity;
  const placed = ends.map(({ at, place }) => {
    free = Math.max(free, Math.min(place + 4, HEIGHT - 4 - 13 * (ends.length - 1)));
    const own = free;
    free += 13;
    return { at, own };
  });
  return placed.find(({ at }) => at === line)?.own ?? 0;
}

/** The change at each size: filled if it is significant or counted, else hollow. */
function Changes({ drawn }: { drawn: Drawn }) {
  const { view, widthPx, x } = drawn;
  const { low, high } = view.changeSpan;
  // Space for the figures above and below, if there are any.
  const [top, bottom] = [high > 0 ? 20 : 8, CHANGE_HEIGHT - (low < 0 ? 20 : 8)];
  const y = (ratio: number): number => top + ((high - ratio) / (high - low)) * (bottom - top);
  const zero = y(0);
  const labelled = withRoom(view.changes, ({ size }) => x(size));
  return (
    <svg className={styles['curve']} width={widthPx} height={CHANGE_HEIGHT} role="img"
      aria-label={`Change at each ${view.sizeTitle}: ${view.changes.map(changeText).join(', ')}`}>
      <line className={styles['zero']} x1={LEFT} x2={widthPx - RIGHT} y1={zero} y2={zero} />
      <text x={LEFT - 6} y={zero + 4} textAnchor="end">0 %</text>
      <text x={widthPx - RIGHT + 8} y={zero + 4}>change</text>
      {view.changes.map(({ size, ratio, text, kind }) => (
        <g key={size} className={styles[kind]}>
          <line x1={x(size)} x2={x(size)} y1={zero} y2={y(ratio)} strokeWidth="2" />
          <circle cx={x(size)} cy={y(ratio)} r="4" />
          {labelled.has(size) && (
            <text x={x(size)} y={ratio <= 0 ? y(ratio) + 15 : y(ratio) - 7} textAnchor="middle">{text}</text>
          )}
        </g>
      ))}
    </svg>
  );
}

function changeText({ size, text, kind }: CurveChange): string {
  return `${size} ${text}${kind === 'noise' ? ' within noise' : ''}`;
}

/** Returns the sizes whose text does not overlap the previous one. */
function withRoom<T extends { size: number }>(all: readonly T[], place: (one: T) => number): Set<number> {
  let end = -Infinity;
  return new Set(all.flatMap((one) => {
    if (place(one) - end < TICK_PX) return [];
    end = place(one);
    return [one.size];
  }));
}

/**
 * Medians with their intervals over the size in the benchmark's name, the base dashed with squares; below, the change
 * at each size.
 */
export function SizeCurve(
  { curve, columns, units }: { curve: BenchmarkCurve; columns: readonly string[]; units: readonly BenchmarkUnit[] }
) {
  const box = useRef<HTMLElement>(null);
  const widthPx = useDrawingWidth(box);
  const view = curveView(curve, columns, units);
  if (view === null) return null;
  const drawn: Drawn = { view, widthPx, x: (size) => LEFT + 8 + view.x.at(size) * (widthPx - LEFT - RIGHT - 16) };
  const scale = [
    view.x.isLog ? 'log sizes' : '', view.y.isLog ? `log ${view.unit}` : 'from zero',
  ].filter((word) => word !== '').join(', ');
  return (
    <section className={shared['section']} ref={box}>
      <Heading level={2}>{view.unit} over {view.sizeTitle}</Heading>
      <p className={shared['note']}><span className="mono">{curve.name}</span> · {scale}
        {view.linesOmitted > 0 && ` · ${view.linesOmitted} more outputs in the table`}</p>
      {widthPx > 0 && (
        <div>
          <Lines drawn={drawn} />
          <svg className={styles['curve']} width={widthPx} height="20" aria-hidden="true">
            {ticksWithRoom(
              drawn
            ).map(({ value, text }) => <text key={value} x={drawn.x(value)} y="14" textAnchor="middle">{text}</text>)}
            <text x={widthPx - RIGHT + 8} y="14">{view.sizeTitle}</text>
          </svg>
          {view.changes.length > 0 && <Changes drawn={drawn} />}
        </div>
      )}
    </section>
  );
}
