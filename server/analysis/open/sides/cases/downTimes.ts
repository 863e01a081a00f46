/** Tells that the errors of one log fall into the time in which the program of another was not up. Pure. */
import { joined } from '../../look/factTools.ts';
import { between, clockOf, isAsked, isBegin, isReady, type CaseLog } from './caseLog.ts';
import { momentsOf, nameOf } from './pairedLogs.ts';
import { troublesOf, wholeText } from './troubles.ts';

/** The errors of a client of a server that is not up. */
const UNREACHED = new RegExp([
  /connection refused|no such host|connection reset|no route to host|i\/o timeout|Client\.Timeout|deadline exceeded/,
  /\bEOF\b|\b50[234]\b|[Uu]navailable|not ready|server misbehaving/,
].map(({ source }) => source).join('|'));
const AROUND_MS = 15_000;
/** Share of the errors that have to fall into the time. */
const MOST = 0.9;
const MIN_ERRORS = 2;
/** Time without an error after it from which on the other is said to go on. */
const QUIET_MS = 60_000;

interface Down { fromMs: number; askedMs: number | null; untilMs: number | null; endMs: number }

/** Returns the times in which a program was not up: from a stop or its last line until it was ready again. */
function downTimes({ lines }: CaseLog): Down[] {
  const all: Down[] = [];
  let open: Down | null = null;
  let lastMs = lines[0]?.timeMs ?? 0;
  for (const line of lines) {
    const { timeMs } = line;
    const asked = isAsked(line);
    if (open === null && (asked || isBegin(line))) {
      open = { fromMs: asked ? timeMs : lastMs, askedMs: asked ? timeMs : null, untilMs: null, endMs: timeMs };
      all.push(open);
    } else if (open !== null) {
      open.endMs = timeMs;
      if (isReady(line)) [open.untilMs, open] = [timeMs, null];
    }
    lastMs = timeMs;
  }
  return all;
}

/** Tells the errors of `one` that come while `other` is not up; null if they do not. */
export function errorsWhileDown(one: CaseLog, other: CaseLog): string | null {
  const troubles = troublesOf(one.lines).map((trouble) => ({
    ...trouble, lines: trouble.lines.filter((line) => UNREACHED.test(wholeText(line))),
  })).filter(({ lines }) => lines.length > 0);
  const moments = momentsOf(troubles);
  const name = nameOf(troubles, other);
  if (moments.length < MIN_ERRORS || name === null) return null;
  for (const { fromMs, askedMs, untilMs, endMs } of downTimes(other)) {
    const lastMs = untilMs ?? endMs;
    const within = moments.filter((moment) => moment >= fromMs - AROUND_MS && moment <= lastMs + AROUND_MS);
    if (within.length < MIN_ERRORS || within.length < MOST * moments.length) continue;
    const began = askedMs === null ? `it has no line from ${clockOf(fromMs)} UTC until its start`
      : `it was told to stop at ${clockOf(askedMs)} UTC`;
    const goesOnMs = one.lines.at(-1)?.timeMs ?? 0;
    return joined([
      `${within.length === moments.length ? `All ${moments.length}` : `${within.length} of ${moments.length}`
      } failures of ${one.name} that name ${name} come while ${other.name} shows that it was not up: ${began}${
        untilMs === null ? ', and no line says that it became ready again'
        : `, and became ready at ${clockOf(untilMs)}, ${between(fromMs, untilMs)} later`}.`,
      untilMs !== null && within.length === moments.length && goesOnMs - untilMs >= QUIET_MS
        ? `${one.name} goes on until ${clockOf(goesOnMs)} without another: it recovered.` : null,
    ]);
  }
  return null;
}
