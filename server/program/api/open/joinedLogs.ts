/**
 * Keeps with each log, and with the target of each scrape, what it says beside the files that were opened with it, so
 * that its page says the same.
 */
import type { Finding, OpenedFile, OpenedLog, Severity } from '../../../../core/contract/contract.ts';
import { finding, worstFirst } from '../../../../core/finding.ts';
import { parts } from '../../../../core/text/parts.ts';
import { opening } from '../../../analysis/open/look/thisIs.ts';
import { ERROR, GAVE_UP, gravityOf } from '../../../analysis/open/parts/gravity.ts';
import { sentencesOf } from '../../../analysis/open/look/sentences.ts';
import { valueOf } from '../../../kernel/http/errors.ts';
import type { ApiDeps } from '../http/deps.ts';

/** Code of the finding on a log that another file explains. */
const TOGETHER = 'log-together';
const SCRAPE = 'metrics';

/**
 * Stores the joined sentences of logs and of scrapes. `alone`: the same files, each read alone. Returns the
 * page of the first log that another file explains, or of the later one of several scrapes; null without one.
 */
export async function keepJoined(
  { logs, data }: Pick<ApiDeps, 'logs' | 'data'>, alone: readonly OpenedFile[], together: readonly OpenedFile[]
): Promise<string | null> {
  let page: string | null = null;
  const areScrapes = together.every(({ what, target }) => target !== null && what.format === SCRAPE);
  for (const [i, { log, target, sentence, what, address }] of together.entries()) {
    if (sentence === alone[i]?.sentence) continue;
    // The page names the form of the file elsewhere.
    const said = sentence.replace(`${opening(what)}. `, '');
    if (target !== null && what.format === SCRAPE)
      await keepOfTarget({ data }, target, withoutEnd(said.replace(NEW_TARGET, ''), ` ${opening(what)}.`));
    if (log !== null) valueOf(await logs.keepTogether(log, said));
    if (log !== null || (areScrapes && !IS_EARLIER.test(said))) page ??= address;
  }
  return page;
}

const withoutEnd = (text: string, end: string): string => (text.endsWith(end) ? text.slice(0, -end.length) : text);

/** Begins what a scrape says that is only compared with. */
const IS_EARLIER = /^(?:The earlier scrape;|A scrape between )/;
/** Where the values of a scrape are, which its page need not say. */
const NEW_TARGET = / ?Its values are in the new target \S{1,200}?(?:; one scrape has no rates)?\.(?= |$)/;

/** Says which scrapes are compared, before what the comparison shows. */
const IS_HEADING = new RegExp(String.raw`^\S.{0,400} later than \S.{0,400}?(?:, of the same process)?\.$`
  + '|^The times in the files contradict ');

/** Puts what a comparison shows before which scrapes it is of. */
function claimFirst(sentences: readonly string[]): string[] {
  const at = sentences.findIndex((one) => !IS_HEADING.test(one));
  const claim = sentences[at];
  return claim === undefined ? [...sentences] : [claim, ...sentences.slice(0, at), ...sentences.slice(at + 1)];
}

/** Stores what the scrape of a target says; no change if it says nothing. */
export async function keepOfTarget(
  { data }: Pick<ApiDeps, 'data'>, name: string, facts: string | null
): Promise<void> {
  if (facts === null || facts === '') return;
  const said = { severity: severityOf(gravityOf(facts)) ?? 'info', sentences: claimFirst(sentencesOf(facts)) };
  valueOf(await data.putTarget({ name, url: null, recording: true, labels: {}, said }));
}

/** Returns the answer for a log with what it and the files opened with it say together. `said`: null without such. */
export function withTogether(opened: OpenedLog, said: string | null): OpenedLog {
  if (said === null) return opened;
  const [claim = '', ...sentences] = sentencesOf(said);
  const own = opened.finding;
  const whole = finding({
    code: TOGETHER, severity: worse(own, gravityOf(said)), claim: parts`${claim}`,
    evidence: sentences.map((one) => parts`${one}`), actions: own.actions, moment: own.moment,
  });
  return { ...opened, finding: whole, facts: null };
}

/** Returns the severity of what failed or ended; null if nothing did. */
function severityOf(gravity: number): Severity | null {
  return gravity >= GAVE_UP ? 'critical' : gravity >= ERROR ? 'warning' : null;
}

/** Returns the worse severity of the log's own finding and of what is known by the other files. */
function worse({ severity }: Finding, gravity: number): Severity {
  const other = severityOf(gravity) ?? severity;
  return worstFirst([{ severity }, { severity: other }])[0]?.severity ?? severity;
}
