/**
 * Splits the output of several runs of `go test -bench` of one package on one machine into sides, by the lines between
 * them: a sentence or the command. Pure; one pass over the lines.
 */
import { MAX_BENCHMARK_FILES as MAX_SIDES } from '../../../../core/contract/questions/benchmarkBody.ts';
import type { NamedText } from './sections.ts';
import { shortened } from './timeSides.ts';

interface Run { title: string | null; key: string; names: Set<string>; lines: string[] }

const MAX_LINES = 20_000;
const MAX_LINE = 500;
const RESULT = /^[ \t]*(Benchmark\S*?)(-\d{1,5})?[ \t]+\d+[ \t]+[\d.]/;
const CONFIGURATION = /^[ \t]*(goos|goarch|pkg|cpu): (\S.*)$/;
const OF_GO_TEST = /^[ \t]*(?:Benchmark|PASS|FAIL|ok[ \t]|---|\?[ \t])/;
const COMMAND = /^[ \t]*(?:[$%\u276f#] |\S{1,40}@(\S{1,40}?):\S{0,80}[$#] |(?:\S{1,40}=\S{0,80} )*go (?:test|tool) )/;
const MARK = /^[\s/*#>`-]*$/;
const ITEM = /^\s*[-*+] /;

/** Returns two to eight sides; null unless a package was run several times with other words before each run. */
export function titledRuns(text: string): NamedText[] | null {
  const runs = runsIn(text);
  if (runs.length < 2 || runs.length > MAX_SIDES) return null;
  const isRepeat = ({ key, names }: Run, i: number): boolean => runs.slice(0, i)
    .some((before) => before.key === key && [...names].some((name) => before.names.has(name)));
  const repeats = runs.filter(isRepeat);
  // Runs without words between them may be repetitions of one.
  if (repeats.length === 0 || repeats.some(({ title }) => title === null)) return null;
  const titles = runs.map(({ title }, i) => title ?? `run ${i + 1}`);
  if (new Set(titles).size < titles.length) return null;
  return runs.map(({ key, lines }, i) => ({ name: titles[i] ?? '', text: lines.join('\n'), group: key }));
}

function runsIn(text: string): Run[] {
  const runs: Run[] = [];
  let words: string[] = [];
  let config = new Map<string, string>();
  let isOpen = false;
  for (const raw of text.split('\n', MAX_LINES)) {
    const line = raw.slice(0, MAX_LINE);
    const [, key, value] = CONFIGURATION.exec(line) ?? [];
    const result = RESULT.exec(line);
    if (key !== undefined && value !== undefined) {
      if (isOpen || key === 'goos') {
        config = new Map<string, string>(key === 'goos' ? [] : config);
        isOpen = false;
      }
      config.set(key, value.trim());
    } else if (result !== null) {
      if (!isOpen) {
        const head = [...config].map(([name, of]) => `${name}: ${of}`);
        const group = [...head, result[2] ?? ''].join('\n');
        runs.push({ title: titleOf(words), key: group, names: new Set(), lines: head });
        [isOpen, words] = [true, []];
      }
      // A heading without a start of its own may begin another side.
      if (words.length > 0) return [];
      runs.at(-1)?.names.add(result[1] ?? '');
    } else if (!OF_GO_TEST.test(line) && !MARK.test(line)) words.push(line);
    if (isOpen && key === undefined) runs.at(-1)?.lines.push(raw);
  }
  return runs;
}

/** Returns the last line of words before a run that is no item of a list, else the host or the command. */
function titleOf(lines: readonly string[]): string | null {
  const prose = lines.findLast((line) => !COMMAND.test(line) && !ITEM.test(line));
  if (prose !== undefined && prose.trim().length <= MAX_TITLE)
    return shortened(prose.replace(/[:.\uff1a\u3002]+\s*$/, ''));
  const command = lines.findLast((line) => COMMAND.test(line));
  const host = COMMAND.exec(command ?? '')?.[1];
  if (host !== undefined) return host;
  return command === undefined ? (lines.length === 0 ? null : shortened(lines[0]?.replace(ITEM, '') ?? ''))
    : shortened(command.trim());
}

const MAX_TITLE = 80;
