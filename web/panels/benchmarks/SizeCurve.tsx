import type { BenchmarkCurve } from '../../../server/api/contract.ts';
import { Heading } from '../../ui/Heading.tsx';
import shared from '../panel.module.css';
import styles from './Benchmarks.module.css';

const WIDTH = 560;
const HEIGHT = 200;
const LEFT = 60;
const RIGHT = 70;
const BOTTOM = 24;

/** Medians over the size in the name with their intervals, both axes logarithmic; the base dashed. A value of 0 has no place on them. */
export function SizeCurve({ curve, columns }: { curve: BenchmarkCurve; columns: readonly string[] }) {
  const centers = curve.points.flatMap(({ cells }) => cells.flatMap((cell) => cell?.center ?? [])).filter((value) => value > 0);
  const sizes = curve.points.map(({ size }) => size).filter((size) => size > 0);
  if (centers.length === 0 || sizes.length < 2) return null;
  const place = (values: number[], from: number, to: number) => {
    const [low, high] = [Math.log(Math.min(...values)), Math.log(Math.max(...values))];
    return (value: number): number => (high === low ? (from + to) / 2 : from + ((Math.log(value) - low) / (high - low)) * (to - from));
  };
  const x = place(sizes, LEFT, WIDTH - RIGHT);
  const y = place(centers, HEIGHT - BOTTOM - 8, 14);
  const ends = [Math.min(...centers), Math.max(...centers)];
  return (
    <section className={shared['section']}>
      <Heading level={2}>{`${curve.name}, ${curve.unit} over size`}</Heading>
      <svg className={styles['curve']} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={`${curve.unit} of ${curve.name} at sizes ${sizes.join(', ')}, for ${columns.join(' and ')}; the table has the figures`}>
        {ends.map((value) => <g key={value}><line className={styles['axis']} x1={LEFT} x2={WIDTH - RIGHT} y1={y(value)} y2={y(value)} /><text x={LEFT - 6} y={y(value) + 4} textAnchor="end">{value.toPrecision(3)}</text></g>)}
        {sizes.map((size) => <text key={size} x={x(size)} y={HEIGHT - 6} textAnchor="middle">{size}</text>)}
        {columns.map((column, at) => {
          const points = curve.points.flatMap(({ size, cells }) => {
            const cell = cells[at] ?? null;
            return cell === null || cell.center <= 0 || size <= 0 ? [] : [{ size, ...cell }];
          });
          const last = points.at(-1);
          return (
            <g key={column} className={styles[at === 0 ? 'before' : 'after']}>
              <polyline points={points.map(({ size, center }) => `${x(size)},${y(center)}`).join(' ')} fill="none" strokeWidth="1.5" strokeDasharray={at === 0 ? '5 3' : undefined} />
              {points.map(({ size, center, low, high }) => (
                <g key={size}>
                  {low !== null && high !== null && low > 0 && <line x1={x(size)} x2={x(size)} y1={Math.min(HEIGHT - BOTTOM, y(low))} y2={Math.max(2, y(high))} />}
                  <circle cx={x(size)} cy={y(center)} r="2.5" />
                </g>
              ))}
              {last !== undefined && <text x={x(last.size) + 8} y={y(last.center) + (at === 0 ? -4 : 12)} stroke="none">{column.slice(0, 10)}</text>}
            </g>
          );
        })}
      </svg>
    </section>
  );
}
