/** What `go tool pprof` prints, word for word: texts.jsonl.br, see README.md. */
import { brotliDecompressSync } from 'node:zlib';
import type { TextReport } from '../../server/profile/reports/textReports.ts';
import { profileBytes } from './oracles.ts';

export interface TextOracle {
  name: string;
  report: TextReport;
  file: string;
  /** The `-base` or `-diff_base` of `file`. */
  before?: string;
  /** Our parameters of the question. */
  query: Record<string, string>;
  text: string;
}

export function readTextOracles(): TextOracle[] {
  return brotliDecompressSync(profileBytes('texts.jsonl.br')).toString('utf8').trimEnd().split('\n')
    .map((line) => JSON.parse(line) as TextOracle);
}
