/** Says what differs between two files of one form that were opened together. */
import { readFile } from 'node:fs/promises';
import type { OpenedFile } from '../../../../core/contract/contract.ts';
import { statements } from '../../../../core/finding.ts';
import { LOOK_BYTES } from '../../../analysis/open/look/look.ts';
import { comparedFiles } from '../../../analysis/open/sides/comparedFiles.ts';
import type { ApiDeps } from '../http/deps.ts';
import { ADD_OTHER } from './openFile.ts';
import type { SentFile } from './sentFiles.ts';

/** Puts the comparison of two files before what the second says by itself; returns other files as they are. */
export async function withComparison(
  deps: Pick<ApiDeps, 'benchmarks'>, sent: readonly SentFile[], files: readonly OpenedFile[]
): Promise<readonly OpenedFile[]> {
  const [first, second, another] = files;
  const [one, other] = sent;
  if (first === undefined || second === undefined || another !== undefined || one === undefined || other === undefined
    || first.name !== one.name || second.name !== other.name || first.what.format !== second.what.format
    || Math.max(one.sizeBytes, other.sizeBytes) > LOOK_BYTES) return files;
  const areOutputs = first.output !== null && second.output !== null;
  if (!areOutputs && (first.outcome !== 'refused' || second.outcome !== 'refused')) return files;
  const sides = await Promise.all([one, other].map(async ({ name, file }) => ({
    name, format: first.what.format, text: await readFile(file, 'utf8'),
  })));
  const [before, after] = sides;
  const said = before === undefined || after === undefined ? null
    : areOutputs ? await outputsSay(deps, sides) : comparedFiles(before, after);
  return said === null ? files : [
    { ...first, sentence: withoutAsk(first.sentence) },
    { ...second, sentence: `${said} ${withoutAsk(second.sentence)}` },
  ];
}

/** The other side is there. */
const withoutAsk = (sentence: string): string => sentence.replace(` ${ADD_OTHER}`, '');

async function outputsSay(
  { benchmarks }: Pick<ApiDeps, 'benchmarks'>, sides: readonly { name: string; text: string }[]
): Promise<string | null> {
  const files = sides.map(({ name, text }) => ({ name, text }));
  const report = await benchmarks.compare(new TextEncoder().encode(JSON.stringify({ files })));
  const said = report.ok ? statements(report.value.finding).join(' ') : '';
  const [before, after] = report.ok ? report.value.columns : [];
  return said === '' ? null
    : before === undefined || after === undefined ? said : `${after} against ${before}: ${said}`;
}
