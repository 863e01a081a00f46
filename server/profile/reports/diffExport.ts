/** Exports a diff: as Markdown for a pull request, or as one self-contained HTML file. */
import type { ProfileFilters, SideFilters } from '../../../core/contract/contract.ts';
import { sideFilterKeys } from '../../../core/profile/sideFilters.ts';
import { ok, type Result } from '../../../core/result.ts';
import { diffFlameGraph, diffTop } from '../diff/diff.ts';
import type { DiffReport, ReportedProfile } from './diffReport.ts';
import type { Pair } from '../query/pair.ts';
import type { Question } from '../query/question.ts';
import { reportHtml } from './reportHtml.ts';
import { reportMarkdown } from './reportMarkdown.ts';

export type ReportFormat = 'md' | 'html';

/** Limit of mail and chat attachments. */
const MAX_HTML_BYTES = 2_000_000;
const COARSER = 4;
const MIN_RATIO = 1e-4;
const FEWEST_ROWS = 100;
const FILTERS: readonly (keyof (ProfileFilters & SideFilters))[] = [
  'subsystem', 'rename', 'focus', 'ignore', 'hide', 'show', 'show_from',
  'tagfocus', 'tagignore', 'tagroot', 'tagleaf', 'prune_from', 'trim_path', 'source_path', 'granularity',
  'noinlines', ...sideFilterKeys,
];

/**
 * `before` and `after` name the profiles of the pair. The HTML stays under 2 MB: for a large diff it omits the
 * narrowest frames and the last rows, and reports how many. Errors like `diffTop`.
 */
export function diffExport(
  pair: Pair, question: Question, format: ReportFormat,
  { before, after }: { before: ReportedProfile[]; after: ReportedProfile[] },
): Result<string> {
  const filters: DiffReport['filters'] =
    Object.fromEntries(FILTERS.flatMap((key) => (question[key] === undefined ? [] : [[key, question[key]]])));
  const whole = diffTop(pair, { ...question, limit: 0 });
  if (!whole.ok) return whole;
  const reportOf = (rows: number): DiffReport => {
    const { rows: all, ...table } = whole.value;
    return {
      table: { ...table, rows: all.slice(0, rows), rowsLeftOut: Math.max(0, all.length - rows) }, before, after,
      normalize: pair.normalize, filters,
    };
  };
  const allRows = whole.value.rows.length;
  if (format === 'md') return ok(reportMarkdown(reportOf(allRows)));
  let rows = question.limit === undefined || question.limit === 0 ? allRows : question.limit;
  let minRatio = question.minRatio ?? 0;
  for (;;) {
    const graph = diffFlameGraph(pair, { ...question, minRatio });
    if (!graph.ok) return graph;
    const html = reportHtml({ ...reportOf(rows), graph: graph.value });
    if (Buffer.byteLength(html) <= MAX_HTML_BYTES || (minRatio >= 1 && rows <= FEWEST_ROWS)) return ok(html);
    minRatio = Math.min(1, Math.max(minRatio, MIN_RATIO) * COARSER);
    rows = Math.max(FEWEST_ROWS, Math.floor(rows / COARSER));
  }
}
