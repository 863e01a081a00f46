import { apiPath } from '../../api/client.ts';
import type { DiffParams } from '../../api/queries.ts';
import styles from './FlameDiff.module.css';

/** The diff as it is shown, to take elsewhere. */
export function TakeAway({ params }: { params: DiffParams }) {
  return (
    <span className={styles.takeAway}>
      <a href={apiPath('/diff/report.md', { query: params })} download="diff.md" title="A summary as a file of Markdown, to paste into a pull request">Markdown for a pull request</a>
      <a href={apiPath('/diff/report.html', { query: params })} download="diff.html" title="Opens anywhere and asks nothing of any server">one HTML file</a>
      <a href={apiPath('/diff/download', { query: params })} download="after-minus-before.pb.gz" title="After minus before, for go tool pprof">pprof file</a>
    </span>
  );
}
