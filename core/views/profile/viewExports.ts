/** Which files a view can be taken as. The addresses come from the caller, who knows the server's. */
import type { ProfileViewName } from '../../url/urlState.ts';

export interface ExportLink { label: string; href: string; file: string }

export type ExportFormat = 'csv' | 'json' | 'svg' | 'png' | 'text';
export type ExportSource = 'top' | 'callers' | 'lines' | 'tags' | 'subsystems' | 'graph' | 'flamegraph' | 'traces';

interface ViewFiles {
  source: ExportSource; stem: string; formats: readonly ExportFormat[];
  words?: Partial<Record<ExportFormat, string>>
}

const TABLE: readonly ExportFormat[] = ['csv', 'json', 'text'];

const FILES: Record<ProfileViewName, ViewFiles> = {
  flame: {
    source: 'flamegraph', stem: 'flamegraph', formats: ['svg', 'png', 'csv', 'json', 'text'],
    words: { text: 'folded stacks', png: 'PNG, for a chat or a slide' },
  },
  top: { source: 'top', stem: 'top', formats: TABLE },
  sandwich: { source: 'callers', stem: 'callers-and-callees', formats: TABLE },
  peek: { source: 'callers', stem: 'callers-and-callees', formats: TABLE },
  lines: { source: 'lines', stem: 'lines', formats: TABLE },
  graph: { source: 'graph', stem: 'call-graph', formats: ['svg'] },
  labels: { source: 'tags', stem: 'labels', formats: TABLE },
  subsystems: { source: 'subsystems', stem: 'subsystems', formats: TABLE },
};

const LABELS: Record<ExportFormat, string> = {
  csv: 'CSV, for a spreadsheet', json: 'JSON', svg: 'SVG', png: 'PNG', text: 'plain text',
};
const ENDINGS: Record<ExportFormat, string> = { csv: 'csv', json: 'json', svg: 'svg', png: 'png', text: 'txt' };

/** Views of one function have no file until it is chosen. `href`: the address of `source` in a format. */
export function viewExports(
  view: ProfileViewName, hasFunction: boolean, href: (source: ExportSource, format: ExportFormat) => string
): ExportLink[] {
  const { source, stem, formats, words } = FILES[view];
  if ((source === 'callers' || source === 'lines') && !hasFunction) return [];
  const links = formats.map((format) => ({
    label: words?.[format] ?? LABELS[format], href: href(source, format), file: `${stem}.${ENDINGS[format]}`,
  }));
  return view === 'flame' ? [
    ...links, { label: 'every stack, as -traces prints them', href: href('traces', 'text'), file: 'traces.txt' },
  ] : links;
}
