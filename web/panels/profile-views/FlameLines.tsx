import { formatProfileValue, formatValue } from '../../../core/text/format.ts';
import { middleCut } from '../../../core/views/flame/flameNames.ts';
import styles from './FlameViews.module.css';
import type { Amount, FileView } from '../../../core/views/profile/flameViews.ts';

/** Source lines of a function by file, with their text if the server found the file. */
export function FlameLines({ files, unit, isTall = false }: { files: FileView[]; unit: string; isTall?: boolean }) {
  if (files.length === 0) return <p className={styles.note}>The profile has no source lines.</p>;
  return (
    <>
      {files.map((file) => {
        const isDiff = file.rows.some((row) => row.flat.before !== null);
        const hasText = file.rows.some((row) => row.text !== null);
        return (
          <section key={file.file} aria-label={`Lines of ${middleCut(file.file, 100)}`}>
            <p className={styles.file} title={middleCut(file.file, 400)}>
              {file.file === '' ? 'no file name' : middleCut(file.file, isTall ? 140 : 70)}</p>
            {file.note !== '' && <p className={styles.note}>{file.note}</p>}
            <div className={isTall ? styles.tallScroller : styles.scroller} tabIndex={0} role="region"
              aria-label="Lines">
              <table className={`${styles.figures} ${hasText ? styles.listing : styles.linesOnly}`}>
                <thead>
                  <tr>
                    <th scope="col">line</th>
                    {(isDiff ? ['flat before', 'after', 'cum before', 'after'] : ['flat', 'cum']).map(
                      (head, i) => <th key={i} scope="col">{head}</th>
                    )}
                    {hasText && <th scope="col" className={styles.source}>source</th>}
                  </tr>
                </thead>
                <tbody>
                  {file.rows.map((row, i) => (
                    <tr key={i}>
                      <th scope="row">{row.line === 0 ? '?' : row.line}</th>
                      <LineCells amount={row.flat} unit={unit} />
                      <LineCells amount={row.cum} unit={unit} />
                      {hasText && <td className={styles.source}>{row.text ?? ''}</td>}
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
            {file.rowsLeftOut > 0 && <p className={styles.note}>{formatValue(file.rowsLeftOut, 'count')} smaller lines
              are not listed.</p>}
          </section>
        );
      })}
    </>
  );
}

/** A cell; zero is a dot, as in `go tool pprof -list`, so that the other lines stand out. */
function LineCells({ amount, unit }: { amount: Amount; unit: string }) {
  return (
    <>
      {(amount.before === null ? [amount.after] : [amount.before, amount.after]).map((value, i) => (
        <td key={i} className={value === 0 ? styles.zero : undefined}>
          {value === 0 ? '.' : formatProfileValue(value, unit)}</td>
      ))}
    </>
  );
}
