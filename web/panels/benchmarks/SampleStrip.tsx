import type { BenchmarkCell } from '../../../server/api/contract.ts';
import styles from './Benchmarks.module.css';

const WIDTH = 150;
const ROW = 13;
const MOST_DRAWN = 60;

/** Every sample of a row as a tick, one line per column on one scale, the median tall; the first column squares, others circles. */
export function SampleStrip({ cells, columns }: { cells: readonly (BenchmarkCell | null)[]; columns: readonly string[] }) {
  const values = cells.flatMap((cell) => cell?.samples ?? []);
  const low = Math.min(...values);
  const span = Math.max(...values) - low;
  const x = (value: number): number => (span === 0 ? WIDTH / 2 : 5 + ((value - low) / span) * (WIDTH - 10));
  const said = cells.map((cell, i) => `${columns[i] ?? ''}: ${cell === null ? 'none' : `${cell.n} runs, median ${cell.centerText}`}`).join('; ');
  return (
    <svg className={styles['strip']} style={{ height: ROW * cells.length + 4 }} viewBox={`0 0 ${WIDTH} ${ROW * cells.length + 4}`} role="img" aria-label={said}>
      {cells.map((cell, row) => cell !== null && (
        <g key={columns[row]} className={styles[row === 0 ? 'before' : 'after']}>
          <line x1={x(cell.center)} x2={x(cell.center)} y1={row * ROW + 2} y2={row * ROW + ROW} strokeWidth="2" />
          {cell.samples.slice(0, MOST_DRAWN).map((value, i) => (row === 0
            ? <rect key={i} x={x(value) - 2} y={row * ROW + 5} width="4" height="4" fillOpacity="0.45" stroke="none" />
            : <circle key={i} cx={x(value)} cy={row * ROW + 7} r="2.2" fillOpacity="0.45" stroke="none" />))}
        </g>
      ))}
    </svg>
  );
}
