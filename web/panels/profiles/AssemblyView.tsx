import { Fragment } from 'react';
import { formatProfileValue } from '../../../core/text/format.ts';
import { assemblyBlocks, assemblyWords } from '../../../core/views/profile/assemblyView.ts';
import { useAssembly, type Assembly } from '../../api/profile/assembly.ts';
import type { ProfileParams } from '../../api/queries.ts';
import { PanelFrame } from '../../ui/PanelFrame.tsx';
import styles from '../profile-views/FlameViews.module.css';

interface AssemblyViewProps { id: string; params: ProfileParams; name: string }

/** The machine code of a function below its source lines, or why there is none. */
export function AssemblyView({ id, params, name }: AssemblyViewProps) {
  const query = useAssembly(id, params, name);
  return (
    <PanelFrame title="Assembly" query={query} waitingFor="Disassembling" height={400} headingLevel={3}>
      {(answer) => <AssemblyBody answer={answer} />}
    </PanelFrame>
  );
}

function AssemblyBody({ answer: { assembly, lines } }: { answer: Assembly }) {
  const { unit } = assembly;
  const value = (amount: number) => (
    <td className={amount === 0 ? styles.zero : undefined}>{amount === 0 ? '.' : formatProfileValue(amount, unit)}</td>
  );
  return (
    <>
      <p className={styles.note}>{assemblyWords(assembly)}</p>
      {assembly.instructions.length > 0 && (
        <div className={styles.tallScroller} tabIndex={0} role="region" aria-label="Instructions">
          <table className={`${styles.figures} ${styles.listing}`}>
            <thead>
              <tr>
                {['at', 'flat', 'cum'].map((head) => <th key={head} scope="col">{head}</th>)}
                <th scope="col" className={styles.source}>source and instruction</th>
              </tr>
            </thead>
            <tbody>
              {assemblyBlocks(assembly, lines.files).map((block, i) => (
                <Fragment key={i}>
                  <tr className={styles.sourceLine}>
                    <th scope="row">{block.line === 0 ? '?' : block.line}</th>{value(block.flat)}{value(block.cum)}
                    <td className={styles.source}>{block.text ?? block.file}</td>
                  </tr>
                  {block.instructions.map(({ address, flat, cum, text }) => (
                    <tr key={address}>
                      <th scope="row">{address}</th>{value(flat)}{value(cum)}
                      <td className={styles.source}>{`    ${text}`}</td>
                    </tr>
                  ))}
                </Fragment>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </>
  );
}
