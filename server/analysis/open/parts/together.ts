/** Makes one account of what several programs logged: each statement names its program. Pure. */
import { joined } from '../look/factTools.ts';
import type { Recognized } from '../look/recognized.ts';
import { tellsHints } from '../logs/ordinary/setupHints.ts';
import { ERROR, GAVE_UP, gravityOf, isQuiet } from './gravity.ts';
import { asConsequence } from './localRefusals.ts';
import { lowered, sentencesOf } from '../look/sentences.ts';
import { clauseOf } from './sentences.ts';

/** The lines of one of the programs of a text. */
export interface Unit {
  /** Its program, or the name of its container if the lines do not show it. */
  label: string;
  /** Null if the lines are of no log that is known. */
  what: Recognized | null;
  lineCount: number;
  /** Whether starts or compactions may be read from its lines: findings on them are about this program. */
  isRead: boolean;
  /** Whether its lines are only a sample, in which an error may be missing. */
  isSample: boolean;
}

const MAX_CLAUSES = 3;
const MAX_NAMES = 5;
/** Formats whose starts or compactions are read; such a log is named by them, else by one of `DATABASES`. */
const TSDBS: ReadonlySet<string> = new Set([
  'prometheus-log', 'prometheus-thanos-log', 'thanos-log', 'thanos-part-log', 'mimir-log', 'cortex-log',
  'ingester-log', 'bucket-compactor-log', 'prometheus-by-name', 'thanos-by-name',
]);
const DATABASES: ReadonlySet<string> = new Set([
  'victorialogs-log',
  'victoriametrics-log', 'influxdb-log', 'influxdb3-log', 'loki-log', 'tempo-log', 'etcd-log', 'clickhouse-log',
  'questdb-log', 'm3db-log', 'promscale-log', 'postgres-log', 'tdengine-log',
]);

export const isTsdb = (format: string): boolean => TSDBS.has(format);

const READ = /\bWAL\b|\bTSDB\b|[Ww]rite block|compact blocks|ready to receive web requests|Starting Prometheus/;

/** Whether a text has lines of starts or compactions. */
export const hasReadLines = (text: string): boolean => READ.test(text);

function rankOf({ what, isRead }: Unit): number {
  if (what === null) return -1;
  return isTsdb(what.format) ? (isRead ? 4 : 3) : DATABASES.has(what.format) ? 2 : what.confidence === 'guess' ? 0 : 1;
}

const nameOf = ({ label, what }: Unit): string => {
  const version = what?.version ?? null;
  return version === null ? label : `${label} ${version}`;
};

/** Adds how the container ended, which docker compose reports beside its lines. */
export function withExit(unit: Unit, exitCode: number | null): Unit {
  if (exitCode === null) return unit;
  const end = `It ended with exit code ${exitCode}`;
  const facts = isQuiet(unit.what?.interest ?? null) ? null : unit.what?.interest ?? null;
  const [first = '', ...rest] = facts === null ? [] : sentencesOf(facts);
  const isError = /^(?:It logged the|The) error "|^\w[\w ]{0,40} rejects its configuration /.test(first);
  const interest = first === '' ? `${end}.` : isError ? [`${end}: ${lowered(first)}`, ...rest].join(' ')
    : [`${end}.`, first, ...rest].join(' ');
  return { ...unit, what: { ...unit.what ?? NO_FORMAT, interest } };
}

const NO_FORMAT: Recognized = {
  format: 'log', name: 'a log of a program that is not known here', program: null, version: null, confidence: 'guess',
  envelope: null, door: 'log', interest: null, caveat: null, remedy: null, pasted: null, sides: null,
};

/**
 * Names the log by its TSDB, else by the database or program with the gravest facts. Facts of another program come
 * first only if that one ended, and with the program's name; the version is never that of another program.
 */
export function together(units: readonly Unit[], envelope: string | null): Recognized {
  const gravity = (unit: Unit): number => gravityOf(unit.what?.interest ?? null);
  const ordered = units.toSorted((a, b) => rankOf(b) - rankOf(a) || gravity(b) - gravity(a)
    || b.lineCount - a.lineCount);
  const [lead, ...others] = ordered;
  if (lead === undefined) return NO_FORMAT;
  const what = lead.what ?? NO_FORMAT;
  const told = others.filter(({ what: one }) => (one?.interest ?? null) !== null && !isQuiet(one?.interest ?? null))
    .sort((a, b) => gravity(b) - gravity(a));
  const [worst] = told;
  const isWorse = worst !== undefined && gravity(worst) >= GAVE_UP && gravity(worst) > gravity(lead);
  const own = (lead.isSample || told.length > 0) && isQuiet(what.interest) ? null : what.interest;
  const clauses = told.slice(0, MAX_CLAUSES).map((unit) => asConsequence(
    clauseOf(nameOf(unit), unit.what?.interest ?? ''), lead.label, what.interest
  ));
  const more = told.slice(MAX_CLAUSES).filter((unit) => gravity(unit) >= ERROR);
  const quiet = others.filter(({ what: one, isSample }) => !isSample && isQuiet(one?.interest ?? null));
  const hinted = quiet.filter(({ what: one }) => tellsHints(one?.interest ?? ''));
  const areAllQuiet = !lead.isSample && isQuiet(what.interest) && quiet.length === others.length;
  return {
    ...what,
    program: what.program ?? lead.label,
    name: `a log of ${nameOf(lead)}, with lines of ${listed(others.map(nameOf))}${
      envelope === null ? '' : `, in ${envelope}`}`,
    envelope, door: 'log', pasted: null,
    interest: joined([
      ...isWorse ? clauses.slice(0, 1) : [], own, ...clauses.slice(isWorse ? 1 : 0),
      more.length === 0 ? null : `Errors are also in the lines of ${listed(more.map(nameOf))}.`,
      quiet.length === 0 || units.some((unit) => gravity(unit) >= ERROR) ? null
        : areAllQuiet ? `No line of ${listed([lead, ...quiet].map(nameOf))} names an error.`
        : `The lines of ${listed(quiet.map(nameOf))} name no error.`,
      hinted.length === 0 ? null
        : `The warnings of ${listed(hinted.map(nameOf))} are hints on their setup, and no faults.`,
    ]),
  };
}

/** Returns "a, b and c"; of many the first and how many more. */
function listed(names: readonly string[]): string {
  const shown = names.length > MAX_NAMES
    ? [...names.slice(0, MAX_NAMES - 1), `${names.length - MAX_NAMES + 1} others`] : names;
  return shown.length < 2 ? shown.join('') : `${shown.slice(0, -1).join(', ')} and ${shown.at(-1)}`;
}
