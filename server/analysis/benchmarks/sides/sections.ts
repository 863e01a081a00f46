/**
 * Splits a text with benchmarks into sides, one for each part under a heading, in a fence or after a command. Pure; one
 * pass over the lines.
 */
import { MAX_BENCHMARK_FILES as MAX_SIDES } from '../../../../core/contract/questions/benchmarkBody.ts';
import { differingWords } from './differingWords.ts';
import { headingIn, shortened } from './timeSides.ts';

export interface NamedText {
  name: string; text: string;
  /** Machine and package of a run, if the text has several; others are not compared with it. */
  group?: string;
  /** Outputs of `time` of several jobs, if the text has them; they are compared job by job. */
  cells?: readonly { job: string; group: string; text: string }[];
}

interface Section {
  /** Headings above it, the outermost first, then what names it otherwise. */
  titles: string[];
  sentence: string | null;
  commands: string[];
  from: number;
  isFenced: boolean;
  hasResults: boolean;
  /** Whether no heading, fence or command is before its results. */
  isLead: boolean;
}

const MAX_CHARS = 4 * 2 ** 20;
const MAX_LINE = 500;
const RESULT = /^[ \t]*(Benchmark\S*)[ \t]+\d+[ \t]+[\d.]/;
const FENCE = /^\s*(?:`{3,}|~{3,})/;
const OF_GO_TEST = /^(?:Benchmark|goos:|goarch:|pkg:|cpu:|ok\s|PASS$|FAIL|--- [A-Z]{4,5}|\?\s)/;
const COMMAND = new RegExp(
  /^(?:(?:\S{0,80} ?|\[[^\]\n]{1,60}\] ?)[$%\u276f]|\u279c {1,2}\S{1,60}(?: git:\([^)\n]{1,60}\))?(?: \u2717)?) /.source
    + /((?:\S{1,80} ){0,4}?(?:go test|git (?:checkout|switch|stash|pull)|make|benchstat|\.\/)\b.*)$/.source
);
/** A step of GitHub Actions, whose first line is the command. */
const STEP = /^(?:##\[group\]Run (?=\S)|Run (?=(?:git|go|make) |\.\/))(.*)$/;
const CONFIGURATION = /^[ \t]*(goos|goarch|pkg|cpu): (\S.*)$/;
/** Matches a sentence with a colon, which is a heading only directly before results. */
const ANNOUNCEMENT = /^(?![-*>|])([^:\uff1a{}"]{1,120})[:\uff1a]$/;
const LOG_STAMP = /^(?:\d{4}[-/]\d\d|\d\d:\d\d|(?:level|ts|time)=)/;
/** Level of a heading that is no Markdown heading; a Markdown heading has one to six. */
const OTHER_LEVEL = 7;

/** Returns all sections, and those that have results; none of a long text, which is no paste. */
function sectionsOf(text: string): { sections: Section[]; all: Section[] } {
  if (text.length > MAX_CHARS) return { sections: [], all: [] };
  const path: { level: number; title: string }[] = [];
  const all: Section[] = [];
  let [at, isInFence, sentence] = [0, false, ''];
  let open: Section = { ...sectionAt(0, []), isLead: true };
  const begin = (): Section => {
    if (!open.hasResults) {
      open.isLead = false;
      return open;
    }
    all.push(open);
    open = sectionAt(at, path.map(({ title }) => title));
    open.isFenced = isInFence;
    return open;
  };
  const lines = text.split('\n');
  for (const [i, raw] of lines.entries()) {
    const line = plainLine(raw);
    if (RESULT.test(line)) {
      open.hasResults = true;
      sentence = '';
    } else if (FENCE.test(line)) {
      isInFence = !isInFence;
      if (isInFence) {
        const next = begin();
        next.isFenced = true;
        if (sentence !== '') next.sentence = sentence;
      }
    } else if (line !== '' && !OF_GO_TEST.test(line)) {
      const title = headingIn(line) ?? announcement(line, plainLine(lines[i + 1] ?? ''));
      const command = (STEP.exec(line) ?? COMMAND.exec(line))?.[1];
      if (title !== null) {
        const level = /^#{1,6}(?= )/.exec(line)?.[0].length ?? OTHER_LEVEL;
        while ((path.at(-1)?.level ?? 0) >= level) path.pop();
        path.push({ level, title: shortened(title) });
        begin().titles = path.map((one) => one.title);
      } else if (command !== undefined) begin().commands.push(command);
      sentence = isInFence ? sentence : line;
    }
    at += raw.length + 1;
  }
  all.push(open);
  return { all, sections: all.filter(({ hasResults }) => hasResults) };
}

const plainLine = (raw: string): string => raw.slice(0, MAX_LINE).trim().replace(/^> ?/, '');

/** Returns a line with a colon, too long for other headings, if a result or the start of a run is directly below. */
function announcement(line: string, next: string): string | null {
  const isBefore = RESULT.test(next) || /^(?:goos|pkg): \S/.test(next);
  return isBefore && !LOG_STAMP.test(line) ? ANNOUNCEMENT.exec(line)?.[1] ?? null : null;
}

const sectionAt = (from: number, titles: string[]): Section =>
  ({ titles, sentence: null, commands: [], from, isFenced: false, hasResults: false, isLead: false });

/** Number of parts with results that headings, fences or commands separate. */
export function countSections(text: string): number {
  return sectionsOf(text).sections.length;
}

/** Returns two to eight sides, in the order of the text; null if its sections are not runs of the same benchmarks. */
export function sectionSides(text: string): NamedText[] | null {
  const { sections, all } = sectionsOf(text);
  if (sections[0]?.isLead === true || sections.length < 2 || sections.length > MAX_SIDES) return null;
  const parts = sections.map((one) => text.slice(one.from, all[all.indexOf(one) + 1]?.from));
  const [base = new Set<string>(), ...others] = parts.map(namesIn);
  if (!others.every((names) => areShared(base, names))) return null;
  const titles = titlesOf(sections);
  return titles === null ? null : configured(parts).map((part, i) => ({ name: titles[i] ?? '', text: part }));
}

function namesIn(part: string): Set<string> {
  const names = part.split('\n').flatMap((line) => RESULT.exec(line.slice(0, MAX_LINE))?.[1] ?? []);
  return new Set(names.map((name) => name.replace(/-\d+$/, '')));
}

/** Whether at least half of the smaller set is in both. */
function areShared(some: ReadonlySet<string>, others: ReadonlySet<string>): boolean {
  const shared = [...some].filter((name) => others.has(name)).length;
  return shared > 0 && shared * 2 >= Math.min(some.size, others.size);
}

/** Returns a title for each section, all different: its heading, the headings above it too, a sentence or a command. */
function titlesOf(sections: readonly Section[]): string[] | null {
  const lasts = sections.map(({ commands }) => commands.at(-1) ?? '');
  const several = sections.map(({ commands }) => commands.slice(-MAX_COMMANDS).join(' && '));
  const own = lasts.some((command) => command.length > MAX_COMMAND) ? differingWords(lasts) : null;
  const ofSeveral = several.some((command) => command.length > MAX_COMMAND) ? differingWords(several) : null;
  const ways: ((section: Section) => string | null)[] = [
    ({ titles }) => titles.at(-1) ?? null, ({ titles }) => titles.join(', ') || null,
    (section) => own?.[sections.indexOf(section)] ?? null,
    ({ commands }) => shortened(commands.at(-1) ?? '') || null,
    (section) => ofSeveral?.[sections.indexOf(section)] ?? null,
    ({ commands }) => shortened(commands.slice(-MAX_COMMANDS).join(' && ')) || null,
    ({ sentence }) => (sentence === null || sentence.length > MAX_SENTENCE ? null
      : shortened(sentence.replace(/<[^<>]{1,20}>/g, '').replace(/[:.]+$/, '')) || null),
  ];
  for (const way of ways) {
    const titles = sections.map(way);
    const known = titles.filter((title) => title !== null);
    if (known.length === sections.length && new Set(known).size === known.length) return known;
  }
  // Output of one command, or under one heading, may be repeated runs of one side.
  if (!sections.every(({ isFenced }) => isFenced)) return null;
  return sections.length === 2 ? ['first run', 'second run'] : sections.map((_, i) => `run ${i + 1}`);
}

const MAX_SENTENCE = 60;
/** Of longer commands only the words that differ are a title. */
const MAX_COMMAND = 40;
const MAX_COMMANDS = 3;

/** Adds to each part the configuration lines that a copy, or an older Go, left out, from the first part with them. */
function configured(parts: readonly string[]): string[] {
  const own = parts.map((part) => new Map(part.split('\n').flatMap((line): [string, string][] => {
    const [, key, value] = CONFIGURATION.exec(line.slice(0, MAX_LINE)) ?? [];
    return key === undefined || value === undefined ? [] : [[key, value.trim()]];
  })));
  const first = new Map<string, string>();
  for (const config of own) for (const [key, value] of config) if (!first.has(key)) first.set(key, value);
  return parts.map((part, i) => {
    const missing = [...first].filter(([key]) => own[i]?.has(key) !== true);
    return `${missing.map(([key, value]) => `${key}: ${value}\n`).join('')}${part}`;
  });
}
