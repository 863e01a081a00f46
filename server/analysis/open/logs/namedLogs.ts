/** Logs whose lines do not show the program, but the names of containers, pods or units do. */
import { allIn } from '../../../../core/text/prefilter/fits.ts';
import { joined } from '../look/factTools.ts';
import { LIKELY, when, wordOf, type Format } from '../look/format.ts';
import type { Look } from '../look/look.ts';
import { crashFacts } from './logFacts.ts';
import { isLog } from './logLines.ts';
import { NAMED_PROGRAMS, programOfName } from './naming/programTable.ts';
import { quietFacts } from './ordinary/quietLog.ts';

/** The version that these programs log when they start. */
const VERSION = new RegExp(String.raw`(?:${[
  /\bmsg="?(?:Starting Grafana|kapacitor starting)"? [^\n]{0,200}?\bversion="?v?/, /\bnginx\//,
  /\bversion"?[=:] ?["\\]{0,3}\(version=v?/, /\bmsg="Starting [a-z]\w{2,30} \(version=v?/,
].map(({ source }) => source).join('|')})(\d[\w.+-]{0,40})`);

/** The fields that all formats of this file have in common. */
const ofWriter = {
  door: 'log',
  interest: (look: Look) => joined([crashFacts(look), exitedContainers(look)]) ?? quietFacts(look),
  remedy: 'Starts and compactions are read from logs of Prometheus and of programs that use its TSDB.',
} as const;

/** Match the writers of the lines, and ignore what other programs write about a program. */
export const NAMED_LOGS: readonly Format[] = [
  ...NAMED_PROGRAMS.map(([program]): Format => ({
    ...ofWriter, id: `${program.toLowerCase().replaceAll(/\W+/g, '-')}-by-name`, name: `a log of ${program}`,
    match: (look) => when(writerOf(look.writers) === program && isLog(look), {
      ...LIKELY, program, version: wordOf(VERSION, look.words),
    }),
  })),
  {
    ...ofWriter, id: 'exporter-by-name', name: 'a log of an exporter',
    match: (look) => {
      const program = writerOf(look.writers);
      const isExporter = program !== null && program.endsWith('_exporter') && isLog(look);
      return when(isExporter, { ...LIKELY, program: program ?? undefined, version: wordOf(VERSION, look.words) });
    },
  },
];

const programsOf = new WeakMap<readonly string[], string | null>();

/** Returns the program of the writers; null if their names match none or several. */
export function writerOf(writers: readonly string[]): string | null {
  const known = programsOf.get(writers);
  if (known !== undefined) return known;
  const [only, second] = new Set(writers.flatMap((writer) => programOfName(writer) ?? []));
  const program = second === undefined ? only ?? null : null;
  programsOf.set(writers, program);
  return program;
}

/** The line of docker compose on the end of a container. */
const EXITED = /^\s{0,8}([A-Za-z\d][\w.-]{0,100}) exited with code (\d{1,3})(?: \(restarting\))?\s*$/gm;
const MAX_SAID = 4;

/** Describes the containers that docker compose saw end with an error; `except`: not those of this program. */
export function exitedContainers({ text }: Look, except: string | null = null): string | null {
  const own = except === null ? null : NAMED_PROGRAMS.find(([program]) => program === except)?.[1] ?? null;
  const codes = new Map<string, Map<string, number>>();
  for (const [, name = '', code = ''] of allIn(EXITED, text)) {
    if (code === '0' || own?.test(name.toLowerCase()) === true) continue;
    const names = codes.get(code) ?? new Map<string, number>();
    codes.set(code, names.set(name, (names.get(name) ?? 0) + 1));
  }
  const said = [...codes].slice(0, MAX_SAID).map(([code, names]) => {
    const all = [...names.keys()].slice(0, MAX_SAID);
    const count = names.get(all[0] ?? '') ?? 1;
    // Of several containers, the counts differ.
    const often = all.length === 1 && count > 1 ? `${count.toLocaleString('en-US')} times ` : '';
    const who = all.length === 1 ? `container ${all.join('')}`
      : `containers ${all.slice(0, -1).join(', ')} and ${all.at(-1) ?? ''}`;
    return `The ${who} exited ${often}with code ${code}.`;
  });
  return said.join(' ') || null;
}
