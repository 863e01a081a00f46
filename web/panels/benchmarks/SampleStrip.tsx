import type { BenchmarkCell } from '../../../core/contract/contract.ts';
import styles from './Benchmarks.module.css';
import { measureText, MAX_LINES } from './sizeCurveView.ts';

const WIDTH = 190;
const ROW = 13;
const MAX_DRAWN = 60;

/**
 * Every sample of a row as a mark, one line per column on one scale, with the median as a tall line; squares in the
 * first column, circles in the others.
 */
export function SampleStrip(
  { unit, cells, columns }: { unit: string; cells: readonly (BenchmarkCell | null)[]; columns: readonly string[] }
) {
  const values = cells.flatMap((cell) => cell?.samples ?? []);
  const [low, high] = [
    values.reduce((least, value) => Math.min(least, value), Infinity),
    values.reduce((most, value) => Math.max(most, value), -Infinity),
  ];
  const x = (value: number): number => (high === low ? WIDTH / 2 : 5 + ((value - low) / (high - low)) * (WIDTH - 10));
  const runsText = (cell: BenchmarkCell | null): string =>
    (cell === null ? 'none' : `${cell.n} ${cell.n === 1 ? 'run' : 'runs'}, median ${cell.centerText}`);
  const label = cells.map((cell, i) => `${columns[i] ?? ''}: ${runsText(cell)}`).join('; ');
  return (
    <div className={styles['strip']}>
      <svg width={WIDTH} height={ROW * cells.length + 2} role="img"
        aria-label={`${label}; from ${measureText(low, unit)} to ${measureText(high, unit)}`}>
        {cells.map((cell, row) => cell !== null && (
          <g key={columns[row]} className={styles[`line${row % MAX_LINES}`]}>
            <line x1={x(cell.center)} x2={x(cell.center)} y1={row * ROW + 1} y2={row * ROW + ROW - 1} strokeWidth="2" />
            {cell.samples.slice(0, MAX_DRAWN).map((value, i) => (row === 0
              ? <rect key={i} x={x(value) - 2} y={row * ROW + 4.5} width="4" height="4" fillOpacity="0.45"
                stroke="none" />
              : <circle key={i} cx={x(value)} cy={row * ROW + 6.5} r="2.2" fillOpacity="0.45" stroke="none" />))}
          </g>
        ))}
      </svg>
      <span className={styles['ends']} aria-hidden="true">{
        high === low ? <span>all {measureText(low, unit)}</span>
          : <><span>{measureText(low, unit)}</span><span>{measureText(high, unit)}</span></>
      }</span>
    </div>
  );
}
