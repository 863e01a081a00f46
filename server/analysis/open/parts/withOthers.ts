/** Composes the account of a text from what it is and what its other blocks tell, the heaviest first. Pure. */
import { joined } from '../look/factTools.ts';
import type { Recognized } from '../look/recognized.ts';
import { hasStep } from './prose/steps.ts';
import { FULL_USE, gravityOf, isQuiet, KILLED, WARNING, withoutQuiet } from './gravity.ts';
import { areSides } from './headings.ts';
import { isSameProgram } from './programs.ts';
import { lowered, sentencesOf } from '../look/sentences.ts';
import { clauseOf } from './sentences.ts';
import { capital, clauseIn, isCapture, type Telling } from './tellings.ts';
import { isAtLeast, isContext, isInventory, weigh, weightOf } from './weights.ts';

/** Maximum number of other blocks that are told. */
const MAX_ALSO = 8;
/** The possible reasons for the end of a container, which are dropped next to the kernel's line on it. */
const HEDGE = /, as after failed probes, or when the memory of the node runs out/;

type IsServerLog = (what: Recognized) => boolean;

/** Adds what the other blocks say and `main` does not; what is heavier than `main` comes first. */
export function withOthers(whole: Recognized, others: readonly Telling[], isServerLog: IsServerLog): Recognized {
  const main = ofFirstSide(whole, others);
  const told = new Map<string, Telling>();
  // A unit of systemd also contains the command line: of settings alone, one is told.
  const isSettings = isContext(main) && main.interest !== null && others.every(({ what }) => isContext(what));
  for (const one of isSettings ? [] : others) {
    const { interest } = one.what;
    const key = `${one.label ?? ''} ${interest}`;
    // What has a page is opened, also if it says nothing that is worth a clause.
    const isOpened = isContext(main) && one.what.door !== null && !isContext(one.what);
    const isNew = interest !== null && isWorth(one.what, main, isServerLog) && !isSaid(interest, main.interest ?? '')
      && !isOfFile(one, main) && !isSource(one.what, main);
    if ((isOpened || isNew) && !told.has(key)) told.set(key, one);
  }
  const ordered = [...told.values()].sort((a, b) => weigh(b.what) - weigh(a.what));
  const also = ordered.slice(0, MAX_ALSO);
  const [first] = also;
  if (first === undefined) return main;
  const isKill = Math.max(gravityOf(first.what.interest), gravityOf(main.interest)) === KILLED;
  const edit = (text: string): string => (isKill ? text.replace(HEDGE, '') : text);
  const server = isInventory(main) ? also.find(({ what }) => isServerLog(what)) : undefined;
  // A list of what there is names no text that has the log of a server.
  if (server !== undefined) {
    const list: Telling = { what: main, label: null };
    return withOthers(server.what, [...others.filter((one) => one !== server), list], isServerLog);
  }
  const more = ordered.length - also.length;
  const last = more === 0 ? null : `${more} more ${more === 1 ? 'part is' : 'parts are'} not reported here.`;
  const own: Telling = { what: main, label: labelOf(main, others, also) };
  if (!leads(first.what, main, isServerLog)) return {
    ...main, name: nameWith(main, also, isServerLog),
    interest: joined([labelled(own), ...also.map((one) => clauseIn(one, main, edit)), last]),
  };
  const isHead = isHeadFor(first.what, main, isServerLog);
  const head = isHead ? first.what : main;
  const heaviest = isHead ? labelled(first) : firstClause(first, head, edit);
  const ownFacts = isConclusion(first.what) ? { ...own, what: { ...main, interest: withoutQuiet(main.interest) } }
    : own;
  const heavier = also.slice(1).filter((one) => weigh(one.what) > weigh(main));
  const lighter = also.slice(1).filter((one) => weigh(one.what) <= weigh(main));
  return {
    // A profile is read without what surrounds it.
    ...head, name: nameWith(head, also, isServerLog), pasted: head.door === 'profile' ? head.pasted : null,
    interest: joined([
      heaviest, ...heavier.map((one) => clauseIn(one, head, edit)),
      isHead ? (isUnreadConfiguration(main, head) || isIdle(main, head) || isCounted(main, head) ? null
        : clauseIn(own, head, edit))
        : withSubject(labelled(ownFacts), main),
      ...lighter.filter(({ what }) => !isIdle(what, head)).map((one) => clauseIn(one, head, edit)), last,
    ]),
  };
}

/** Whether the facts of a block answer what the text is about, beside which a log without an error adds nothing. */
const isConclusion = (what: Recognized): boolean => isAtLeast(what, 'warning')
  || (what.interest !== null && (hasStep(what.interest) || /, so (?:no|it|the|that)\b/.test(what.interest)));

/** Whether a configuration is the one that the program could not load, whose settings say nothing then. */
const isUnreadConfiguration = (one: Recognized, head: Recognized): boolean => one.format === 'prometheus-config'
  && /\b[Ee]rror loading config|ouldn't load configuration|rejects its configuration/.test(head.interest ?? '');

/** Whether a file of rules is only counted, which says nothing beside a fault. */
const isCounted = (one: Recognized, head: Recognized): boolean => one.format === 'prometheus-rules'
  && gravityOf(one.interest) < WARNING && gravityOf(head.interest) >= WARNING;

/** Whether lines of an unknown program only have the error that the text is named by. */
function isSource({ format, program, interest }: Recognized, main: Recognized): boolean {
  const error = main.format === 'known-messages' ? /"([^"]{20,200})"/.exec(main.interest ?? '')?.[1] : undefined;
  return error !== undefined && format === 'log' && program === null
    && sentencesOf(interest ?? '').some((one) => one.startsWith('The cause given is ') && one.includes(error));
}

/** Forms whose facts of a whole text tell several outputs in a row, without their headings. */
const ROWS: ReadonlySet<string> = new Set(['wrk', 'k6', 'perf-stat', 'free', 'vmstat', 'iostat', 'top', 'tsdb-list']);

/** Restricts the facts of a text with both sides of a comparison to the first side, so that each has its heading. */
function ofFirstSide(main: Recognized, others: readonly Telling[]): Recognized {
  const own = others.filter(({ what }) => what.format === main.format);
  const isSided = ROWS.has(main.format) && areSides(own.map(({ label }) => label));
  return isSided ? { ...main, interest: own[0]?.what.interest ?? main.interest } : main;
}

/** Whether a block may be a part of a profile that is a file by itself, which has comments between its stacks. */
const isOfFile = ({ what, label }: Telling, main: Recognized): boolean => label === null && main.pasted === null
  && main.door === 'profile' && what.format === main.format;

/** Returns the clause of a block that is told before the facts of the log by which the text is named. */
function firstClause(first: Telling, head: Recognized, edit: (text: string) => string): string | null {
  const { program, interest, door } = first.what;
  if (isOfOther(first.what, head)) return clauseOf(program ?? '', interest ?? '');
  return door === 'log' ? interest : clauseIn(first, head, edit);
}

/** Messages of servers that are no lines of a log. */
const MESSAGES: ReadonlySet<string> = new Set([
  'refused-configuration', 'read-only-storage', 'victoriametrics-error', 'failed-healthcheck',
]);

/** Adds to the name of a log the programs of messages beside it. */
function nameWith(head: Recognized, also: readonly Telling[], isServerLog: IsServerLog): string {
  const programs = new Set(also.flatMap(({ what: { format, program } }) =>
    (MESSAGES.has(format) && program !== null && !head.name.includes(program) ? [program] : [])));
  return programs.size === 0 || !isServerLog(head) ? head.name
    : `${head.name}${head.name.includes(', with lines of ') ? ' and' : ', with'} messages of ${
      [...programs].join(' and ')}`;
}

/** Names the program of facts that come after those of others. */
const withSubject = (facts: string | null, { program }: Recognized): string | null => (program === null ? facts
  : facts?.replace(/^It (?=(?:logged|ended|crashed|panicked|drops) )/, () => `${program} `) ?? null);

/** Returns the facts of the block by which the text is named, after its heading if others have the same form. */
const labelled = ({ what, label }: Telling): string | null =>
  (label === null || what.interest === null ? what.interest : `${capital(label)}: ${lowered(what.interest)}`);

/** Returns the heading of the block that `main` tells, if another of its form is told, too. */
function labelOf(main: Recognized, others: readonly Telling[], also: readonly Telling[]): string | null {
  if (!also.some(({ what, label }) => what.format === main.format && label !== null)) return null;
  return others.find(({ what }) => what.format === main.format && what.interest === main.interest)?.label ?? null;
}

/** Whether a block is told before `main`. */
function leads(first: Recognized, main: Recognized, isServerLog: IsServerLog): boolean {
  if (main.door !== 'log' && main.door !== null) return false;
  if (isContext(main)) return !isContext(first);
  if (isInventory(main)) return !isContext(first) && !isInventory(first) && weigh(first) >= weigh(main);
  if (weigh(first) <= weigh(main)) return false;
  // A log that only begins or has no error says less than any figure beside it.
  if (isServerLog(main)) return isAtLeast(first, weightOf(main) === 'healthy' ? 'inventory' : 'refusal');
  return isAtLeast(first, main.door === 'log' ? 'full use' : 'measure');
}

/** Whether the text is named by a block that leads: not if a log of a server, which has a page, is named. */
function isHeadFor(first: Recognized, main: Recognized, isServerLog: IsServerLog): boolean {
  if (isServerLog(main)) return false;
  return first.door === 'log' || (main.door === null
    && (first.door === null || isInventory(main) || isContext(main)));
}

/** Whether a block is of a known program that is not the one by which the text is named. */
const isOfOther = ({ program, door }: Recognized, named: Recognized): boolean => door === 'log' && program !== null
  && program !== 'Go' && named.program !== null && !isSameProgram(program, named.program);

/** Whether a block is worth a clause: a log with a warning, and any other output that says more than `main` does. */
function isWorth(one: Recognized, main: Recognized, isServerLog: IsServerLog): boolean {
  const { format } = main;
  const isOfLog = (one.door === 'log' && !(isInventory(one) && RESTARTED.test(one.interest ?? ''))) || isContext(one);
  // What a log does not say may be in any output next to it; beside another output, each part is told.
  const isWhole = isServerLog(main) || main.door === 'profile' || format === 'kubectl-describe';
  if (isIdle(one, main)) return false;
  // The head of the stacks or of the table that is reported.
  if (one.format === 'async-summary' && main.program === 'async-profiler') return false;
  // Told against the limits of the containers.
  if (one.format === 'kubectl-top' && / of its (?:memory|CPU) limit of /.test(main.interest ?? '')) return false;
  if (one.format === format && !isServerLog(one)) return isCapture(one) && !isAtItsLimit(one, main);
  if (isServerLog(one) && isQuiet(one.interest)) return false;
  // The pods that events are about come before them, from all lists of the text.
  const isOfPods = one.format === 'kubectl-pods' || one.format === 'pod-list';
  if (isOfPods && format === 'kubectl-events' && LISTED.test(main.interest ?? '')) return false;
  if (isCounted(one, main)) return false;
  const least = one.format === format ? WARNING : isWhole && isOfLog ? FULL_USE : 0;
  return gravityOf(one.interest) >= least;
}

/** Whether a block adds nothing to a failed check of rules: these rules, and the version of another program. */
const isIdle = (one: Recognized, head: Recognized): boolean => head.format === 'promtool-check'
  && (isSoundRules(one) || isOtherVersion(one));
const isSoundRules = (one: Recognized): boolean => one.format === 'prometheus-rules' && !isAtLeast(one, 'warning');
const isOtherVersion = ({ format, interest }: Recognized): boolean => format === 'program-version'
  && !/\b(?:promtool|prometheus)\b/i.test(interest ?? '');

/** Whether `main` tells the container of a block against a limit that stands elsewhere in the text. */
const isAtItsLimit = (one: Recognized, main: Recognized): boolean => one.format === 'docker-stats'
  && / of the CPU limit of /.test(main.interest ?? '')
  && one.interest?.split(' ', 1)[0] === main.interest?.split(' ', 1)[0];

const RESTARTED = /\bwith [1-9]\d{0,5} restarts?\b/;
const LISTED = /^\S{1,253} (?:is \S{3,60}, with \d|went from |has restarted )/;
const SAME_CHARS = 50;

/** Whether the text says it already: the beginning of its first quotation, else its first sentence. */
function isSaid(facts: string, text: string): boolean {
  const [first = ''] = sentencesOf(facts);
  const quote = /"([^"]{1,200})/.exec(first)?.[1]?.split(' … ')[0];
  const words = quote === undefined ? first.replace(/\.$/, '') : quote.slice(0, SAME_CHARS);
  return text.toLowerCase().includes(words.toLowerCase());
}
