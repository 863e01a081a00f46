import type { CrashLoop } from '../../../core/contract/contract.ts';
import { SeverityWord } from '../../ui/SeverityWord.tsx';
import styles from './replays.module.css';

/** Alert at the top of the page: the target repeatedly fails to start, and what to do. Nothing without a crash loop. */
export function CrashLoops({ loops }: { loops: readonly CrashLoop[] }) {
  return loops.map((loop) => (
    <section key={loop.target} className={styles['loop']} role="alert" aria-label="Crash loop">
      <p><SeverityWord severity="critical" /> <b>{loop.sentence}</b></p>
      <ol>{loop.steps.map((step) => <li key={step}>{step}</li>)}</ol>
    </section>
  ));
}
