import { apiPath } from '../../api/client.ts';
import type { DiffParams } from '../../api/queries.ts';
import styles from './FlameDiff.module.css';

/** Links that download the diff as shown. */
export function DiffDownloads({ params }: { params: DiffParams }) {
  return (
    <span className={styles.downloads}>
      <a href={apiPath('/diff/report.md', { query: params })} download="diff.md"
        title="A summary to paste into a pull request">Markdown</a>
      <a href={apiPath('/diff/report.html', { query: params })} download="diff.html"
        title="A single file that opens without a server">HTML</a>
      <a href={apiPath('/diff/download', { query: params })} download="after-minus-before.pb.gz"
        title="After minus before, for go tool pprof">pprof</a>
    </span>
  );
}
