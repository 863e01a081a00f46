import type { CrashLoop } from '../../../core/contract/contract.ts';
import { useReplays } from '../../api/replayQueries.ts';
import { SeverityWord } from '../../ui/FindingHeadline.tsx';
import { useUrlState } from '../../url/useUrlState.ts';
import styles from './replays.module.css';

/** Those the target is in now; none while its starts are not known yet. */
export function useCrashLoops(target: string): readonly CrashLoop[] {
  const { state } = useUrlState();
  return useReplays(target, state.budgetSeconds).data?.crashLoops ?? [];
}

/**
 * That the target dies in its starts again and again, and what to do, before anything else of the page; nothing where
 * it does not.
 */
export function CrashLoops({ loops }: { loops: readonly CrashLoop[] }) {
  return loops.map((loop) => (
    <section key={loop.target} className={styles['loop']} role="alert" aria-label="Crash loop">
      <p><SeverityWord severity="critical" /> <b>{loop.sentence}</b></p>
      <ol>{loop.steps.map((step) => <li key={step}>{step}</li>)}</ol>
    </section>
  ));
}
