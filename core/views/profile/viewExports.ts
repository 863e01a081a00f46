/** Export files of a view. The caller, who knows the server, provides the addresses. */
import type { ProfileViewName } from '../../url/profileChoices.ts';

export interface ExportLink { label: string; href: string; file: string }

export type ExportFormat = 'csv' | 'json' | 'svg' | 'png' | 'text' | 'collapsed' | 'speedscope';
export type ExportSource = 'top' | 'callers' | 'lines' | 'tags' | 'subsystems' | 'graph' | 'flamegraph' | 'traces';

interface ViewFiles {
  source: ExportSource; stem: string; formats: readonly ExportFormat[];
  words?: Partial<Record<ExportFormat, string>>
}

const TABLE: readonly ExportFormat[] = ['csv', 'json', 'text'];

const FILES: Record<ProfileViewName, readonly ViewFiles[]> = {
  flame: [
    {
      source: 'flamegraph', stem: 'flamegraph', formats: ['svg', 'png', 'csv', 'json', 'collapsed', 'speedscope'],
      words: { png: 'PNG, for a chat or a slide' },
    },
    {
      source: 'traces', stem: 'traces', formats: ['text'], words: { text: 'every stack, as -traces prints them' },
    },
  ],
  table: [
    { source: 'top', stem: 'top', formats: TABLE },
    { source: 'subsystems', stem: 'subsystems', formats: ['csv'], words: { csv: 'subsystems as CSV' } },
  ],
  function: [
    { source: 'callers', stem: 'callers-and-callees', formats: TABLE },
    {
      source: 'lines', stem: 'lines', formats: ['csv', 'text'],
      words: { csv: 'source lines as CSV', text: 'source lines as plain text' },
    },
  ],
  graph: [{ source: 'graph', stem: 'call-graph', formats: ['svg'] }],
  labels: [{ source: 'tags', stem: 'labels', formats: TABLE }],
  time: [{
    source: 'flamegraph', stem: 'timeline', formats: ['speedscope'],
    words: { speedscope: 'speedscope, in time order' },
  }],
};

const LABELS: Record<ExportFormat, string> = {
  csv: 'CSV, for a spreadsheet', json: 'JSON', svg: 'SVG', png: 'PNG', text: 'plain text',
  collapsed: 'collapsed stacks, for flamegraph.pl', speedscope: 'speedscope',
};
const ENDINGS: Record<ExportFormat, string> = {
  csv: 'csv', json: 'json', svg: 'svg', png: 'png', text: 'txt', collapsed: 'folded.txt', speedscope: 'speedscope.json',
};

/**
 * Returns the exports; views of one function have none until it is selected. `href`: address of `source` in a format.
 */
export function viewExports(
  view: ProfileViewName, hasFunction: boolean, href: (source: ExportSource, format: ExportFormat) => string
): ExportLink[] {
  if (view === 'function' && !hasFunction) return [];
  return FILES[view].flatMap(({ source, stem, formats, words }) => formats.map((format) => ({
    label: words?.[format] ?? LABELS[format], href: href(source, format), file: `${stem}.${ENDINGS[format]}`,
  })));
}
