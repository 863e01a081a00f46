/** Says what differs between two files of one form that were opened together. */
import { readFile } from 'node:fs/promises';
import { MAX_OUTPUT_BYTES } from '../../../../core/bounds.ts';
import type { OpenedFile } from '../../../../core/contract/contract.ts';
import { LOOK_BYTES } from '../../../analysis/open/look/look.ts';
import { comparedWords } from '../../../analysis/benchmarks/comparedWords.ts';
import { goEventsWords } from '../../../analysis/benchmarks/rows/goEvents.ts';
import { comparedFiles, inOrder, type SideFile } from '../../../analysis/open/sides/comparedFiles.ts';
import type { ApiDeps } from '../http/deps.ts';
import { ADD_OTHER, JSON_BENCHMARK, plain } from './openFile.ts';
import type { SentFile } from './sentFiles.ts';

/** Puts the comparison of two files before what the second says by itself; returns other files as they are. */
export async function withComparison(
  deps: Pick<ApiDeps, 'benchmarks'>, sent: readonly SentFile[], files: readonly OpenedFile[]
): Promise<readonly OpenedFile[]> {
  const [first, second, another] = files;
  const [one, other] = sent;
  if (first === undefined || second === undefined || another !== undefined || one === undefined || other === undefined
    || first.name !== one.name || second.name !== other.name) return files;
  const areOutputs = first.output !== null && second.output !== null;
  const isUnlike = first.what.format !== second.what.format || first.outcome !== 'refused'
    || second.outcome !== 'refused';
  if ((!areOutputs && isUnlike)
    || Math.max(one.sizeBytes, other.sizeBytes) > (areOutputs ? MAX_OUTPUT_BYTES : LOOK_BYTES)) return files;
  const [before, after] = await Promise.all([one, other].map(async ({ name, file }) => ({
    name, format: first.what.format,
    text: areOutputs ? new TextDecoder().decode(await plain(await readFile(file))) : await readFile(file, 'utf8'),
  })));
  if (before === undefined || after === undefined) return files;
  if (areOutputs) return outputsCompared(deps, [before, after], [first, second]);
  const said = comparedFiles(before, after);
  return said === null ? files : [first, { ...second, sentence: `${said} ${second.sentence}` }];
}

/** The other side is there. */
const withoutAsk = (sentence: string): string => sentence.replace(` ${ADD_OTHER}`, '');

/** Puts the comparison of two outputs in place of what each says alone; results in JSON keep their own facts. */
async function outputsCompared(
  { benchmarks }: Pick<ApiDeps, 'benchmarks'>, given: readonly [SideFile, SideFile],
  files: readonly [OpenedFile, OpenedFile]
): Promise<readonly OpenedFile[]> {
  const [before, after] = inOrder(...given);
  const sides = [before, after].map(({ name, text }) => ({ name, text }));
  const report = await benchmarks.compare(new TextEncoder().encode(JSON.stringify({ files: sides })));
  const events = goEventsWords(before, after);
  const said = report.ok ? [...comparedWords(report.value), ...events === null ? [] : [events]].join(' ') : '';
  if (said === '') return files;
  return files.map((file, at) => {
    const isOneSide = file.sentence.endsWith(ADD_OTHER);
    const own = isOneSide && file.what.format !== JSON_BENCHMARK ? '' : ` ${withoutAsk(file.sentence)}`;
    const name = `${file.what.name.slice(0, 1).toUpperCase()}${file.what.name.slice(1)}`;
    if (given[at] === after) return { ...file, sentence: `${after.name} against ${before.name}: ${said}${own}` };
    return { ...file, sentence: own === '' ? `${name}: the side with which ${after.name} is compared.` : own.trim() };
  });
}
