/** Says what two files that were opened together show: what differs between them, or how one explains the other. */
import { readFile } from 'node:fs/promises';
import { MAX_OUTPUT_BYTES } from '../../../../core/bounds.ts';
import type { OpenedFile } from '../../../../core/contract/contract.ts';
import { elementAt } from '../../../../core/elementAt.ts';
import { comparedWords } from '../../../analysis/benchmarks/comparedWords.ts';
import { goEventsWords } from '../../../analysis/benchmarks/rows/goEvents.ts';
import { inOrder, orderWords, type SideFile } from '../../../analysis/open/sides/comparedFiles.ts';
import { valueOf } from '../../../kernel/http/errors.ts';
import type { ApiDeps } from '../http/deps.ts';
import { ADD_OTHER, JSON_BENCHMARK, plain } from './openFile.ts';
import type { SentFile } from './sentFiles.ts';

/** Puts what several files say together before what one of them says by itself; returns other files as they are. */
export async function withComparison(
  deps: Pick<ApiDeps, 'benchmarks' | 'together'>, sent: readonly SentFile[], files: readonly OpenedFile[]
): Promise<readonly OpenedFile[]> {
  const [first, second, another] = files;
  const isOneEach = files.length === sent.length && files.every(({ name }, i) => name === sent[i]?.name);
  if (first === undefined || second === undefined || !isOneEach) return files;
  if (another === undefined && first.output !== null && second.output !== null) {
    if (sent.some(({ sizeBytes }) => sizeBytes > MAX_OUTPUT_BYTES)) return files;
    const [before, after] = await Promise.all(sent.map(async ({ name, file }): Promise<SideFile> => ({
      name, format: first.what.format, text: new TextDecoder().decode(await plain(await readFile(file))),
    })));
    return before === undefined || after === undefined ? files
      : outputsCompared(deps, [before, after], [first, second]);
  }
  // Their page has a column for each.
  if (files.every(({ output }) => output !== null))
    return files.map((file) => ({ ...file, sentence: withoutAsk(file.sentence) }));
  const sentences = valueOf(await deps.together(sent.map((one, i) => asked(one, elementAt(files, i)))));
  return files.map((file, i) => ({ ...file, sentence: sentences[i] ?? file.sentence }));
}

function asked(
  { name, file, sizeBytes }: SentFile, { what: { format, program }, log, target, outcome, sentence }: OpenedFile
): Parameters<ApiDeps['together']>[0][number] {
  return {
    name, file, sizeBytes, format, program, sentence, isLog: log !== null, isTarget: target !== null,
    isRefused: outcome === 'refused',
  };
}

/** A comparison of the benchmarks of one output with each other, which is not what two outputs were opened for. */
const OF_SUB_BENCHMARKS = /, against \S/;
/** What is reported of an output that holds two sides itself. */
const HOLDS_SIDES = /(?:^|\. )(?:\S{1,200} against \S{1,200}: |One text with |Compared by )/;

/** Whether an output is only one side, whose own benchmarks may be compared with each other. */
const isOneSideOf = (sentence: string): boolean => sentence.endsWith(ADD_OTHER)
  || (OF_SUB_BENCHMARKS.test(sentence) && !HOLDS_SIDES.test(sentence));

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
  const order = orderWords(before, after);
  if (said === '') return files;
  return files.map((file, at) => {
    const isOneSide = isOneSideOf(file.sentence);
    const own = isOneSide && file.what.format !== JSON_BENCHMARK ? '' : ` ${withoutAsk(file.sentence)}`;
    const name = `${file.what.name.slice(0, 1).toUpperCase()}${file.what.name.slice(1)}`;
    if (given[at] === after) return {
      ...file,
      sentence: `${order === null ? '' : `${order} `}${after.name} against ${before.name}: ${said}${own}`,
    };
    return { ...file, sentence: own === '' ? `${name}: the side with which ${after.name} is compared.` : own.trim() };
  });
}
