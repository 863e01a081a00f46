import { formatProfileValue, formatRatio } from '../../../core/text/format.ts';
import { changeText, formatDelta } from '../../../core/text/change.ts';
import { middleCut } from '../../../core/views/flame/flameNames.ts';
import styles from './FlameViews.module.css';
import { patternOf } from '../../../core/views/profile/flameViews.ts';
import type { RollupRow } from '../../../core/views/profile/flameViews.ts';
import { FunctionName } from './FunctionName.tsx';

interface FlameRollupProps {
  rows: RollupRow[];
  unit: string;
  /** The current search; the row that set it is pressed. */
  search: string;
  onSearch: (pattern: string) => void;
  onSelect: (name: string) => void;
  csvHref: string;
}

/** Samples by subsystem of the program. A row highlights its largest functions in the flame graph and lists them. */
export function FlameRollup({ rows, unit, search, onSearch, onSelect, csvHref }: FlameRollupProps) {
  const isDiff = rows.some(({ flat }) => flat.before !== null);
  return (
    <section className={styles.rollup} aria-label="By subsystem">
      <div className={styles.head}><h2 className={styles.title}>By subsystem</h2><a className={styles.csv}
        href={csvHref} download="subsystems.csv">CSV</a></div>
      <table className={styles.figures}>
        <thead>
          <tr><th scope="col">subsystem</th>{
            isDiff ? <><th scope="col">before</th><th scope="col">after</th><th scope="col">Δ</th></>
              : <><th scope="col">flat</th><th scope="col">share</th></>
          }</tr>
        </thead>
        <tbody>
          {rows.map((row) => {
            const pattern = patternOf(row.functions);
            const isPressed = pattern !== '' && pattern === search;
            return (
              <tr key={row.id} data-selected={isPressed || undefined}>
                <th scope="row">
                  <button type="button" className={styles.pick} aria-pressed={isPressed} disabled={pattern === ''}
                    onClick={() => onSearch(isPressed ? '' : pattern)}
                    title={
                      `Highlight in the flame graph: ${row.functions.map((name) => middleCut(name, 80)).join(', ')}`
                    }>
                    <span className={styles.swatch} data-subsystem={row.id} aria-hidden="true" />
                      {middleCut(row.name, 40)}
                  </button>
                  {isPressed && (
                    <ul className={styles.functions} aria-label={`Largest functions of ${row.name}`}>
                      {row.functions.map((name) => <li key={name}><button type="button" className={styles.link}
                        onClick={() => onSelect(name)}><FunctionName name={name} maxChars={26} /></button></li>)}
                    </ul>
                  )}
                </th>
                {row.flat.before === null
                  ? <><td>{formatProfileValue(row.flat.after, unit)}</td><td>
                    {row.share.after === null ? '–' : formatRatio(row.share.after)}</td></>
                  : (
                    <>
                      <td>{formatProfileValue(row.flat.before, unit)}</td>
                      <td>{formatProfileValue(row.flat.after, unit)}</td>
                      <td title={changeText(row.flat.before, row.flat.after)}>
                        {formatDelta(row.flat.after - row.flat.before, unit)}</td>
                    </>
                  )}
              </tr>
            );
          })}
        </tbody>
      </table>
      <p className={styles.note}>Each sample counts once, for the subsystem that caused it. Click a subsystem to
        highlight its largest functions.</p>
    </section>
  );
}
