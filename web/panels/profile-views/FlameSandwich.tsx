import type { ReactNode } from 'react';
import type { CallersTable, DiffCallersTable, DiffCallTree, CallTree } from '../../../core/contract/contract.ts';
import { FLAME_KEYS } from '../../charts/flame/FlameGraph.tsx';
import { isDiff } from '../../../core/views/profile/flameViews.ts';
import styles from './ViewTabs.module.css';

export type SandwichHalf =
  | { side: 'callers' | 'callees'; kind: 'profile'; table: CallersTable; tree: CallTree }
  | { side: 'callers' | 'callees'; kind: 'diff'; table: DiffCallersTable; tree: DiffCallTree };

/** Returns both halves of a function's stacks: above and below it. */
function sandwichHalves(table: CallersTable | DiffCallersTable): SandwichHalf[] {
  if (isDiff(table)) {
    return [
      { side: 'callers', kind: 'diff', table, tree: table.callerTree },
      { side: 'callees', kind: 'diff', table, tree: table.calleeTree },
    ];
  }
  return [
    { side: 'callers', kind: 'profile', table, tree: table.callerTree },
    { side: 'callees', kind: 'profile', table, tree: table.calleeTree },
  ];
}

const WORDS = {
  callers: { title: 'Callers', none: 'No callers: its stacks start here.' },
  callees: { title: 'Callees', none: 'No sampled callees: cum equals flat.' },
} as const;

/** The function between its callers and its callees. `draw` draws one half. */
export function FlameSandwich(
  { table, draw }: { table: CallersTable | DiffCallersTable; draw: (half: SandwichHalf) => ReactNode }
) {
  return (
    <>
      {sandwichHalves(table).map((half) => (
        <section key={half.side} aria-label={WORDS[half.side].title}>
          <h3 className={styles.title}>{WORDS[half.side].title}</h3>
          {half.tree.root.children.length === 0 ? <p className={styles.note}>{WORDS[half.side].none}</p> : draw(half)}
        </section>
      ))}
      <p className={styles.note}>Click a frame to zoom in. {FLAME_KEYS}</p>
    </>
  );
}
