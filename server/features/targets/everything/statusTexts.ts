/** The texts of a bundle, with secrets redacted. Pure. */
import { Redactor } from '../../../data/incident/redaction.ts';

/** Pages with the file names of `promtool debug`; pages it omits are named after their path. */
export const TEXT_PAGES = [
  { file: 'metrics.txt', path: '/metrics' },
  { file: 'flags.json', path: '/api/v1/status/flags' },
  { file: 'buildinfo.json', path: '/api/v1/status/buildinfo' },
  { file: 'runtimeinfo.json', path: '/api/v1/status/runtimeinfo' },
  { file: 'tsdb.json', path: '/api/v1/status/tsdb' },
] as const;
export type TextFile = (typeof TEXT_PAGES)[number]['file'];

const LABEL = /([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\]|\\.)*)"/g;

/** Redacts a text like an incident file; null: not the expected JSON. */
export function redactedText(file: TextFile, text: string, secrets: readonly string[]): string | null {
  const redactor = new Redactor(false, secrets);
  if (file === 'metrics.txt') return text.split('\n').map((line) => redactedLine(line, redactor)).join('\n');
  const data = dataOf(text);
  if (data === null) return null;
  return `${JSON.stringify({ status: 'success', data: redactedData(file, data, redactor) }, null, 2)}\n`;
}

function redactedLine(line: string, redactor: Redactor): string {
  if (line.startsWith('#')) return redactor.text(line);
  return line.replace(LABEL, (whole, name: string, escaped: string) => {
    const value = escaped.replace(/\\(.)/g, (_all, letter: string) => (letter === 'n' ? '\n' : letter));
    const kept = redactor.labels({ [name]: value })[name] ?? '';
    if (kept === value) return whole;
    return `${name}="${kept.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')}"`;
  });
}

function redactedData(file: TextFile, data: object, redactor: Redactor): unknown {
  const flags = (values: object): object => redactor.facts({
    flags: Object.fromEntries(Object.entries(values).filter(([, value]) => typeof value === 'string')),
  }).flags ?? {};
  if (file === 'flags.json') return flags(data);
  if (file !== 'runtimeinfo.json') return redactor.deep(data);
  // The working directory is a path, so it is redacted like those in flags.
  return { ...redactor.deep(data), ...('CWD' in data ? flags({ CWD: data.CWD }) : {}) };
}

function dataOf(text: string): object | null {
  try {
    const { data } = JSON.parse(text) as { data?: unknown };
    return typeof data === 'object' && data !== null ? data : null;
  } catch {
    // Probably a page of a proxy, or of a program without this API.
    return null;
  }
}
