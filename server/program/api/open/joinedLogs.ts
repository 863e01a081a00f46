/** Keeps with each log what it says beside the files that were opened with it, so that its page says the same. */
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

/**
 * Stores the joined sentences of logs. `alone`: the same files as each was read by itself. Returns the page of the
 * first log that another file explains; null without one.
 */
export async function keepJoined(
  { logs }: Pick<ApiDeps, 'logs'>, alone: readonly OpenedFile[], together: readonly OpenedFile[]
): Promise<string | null> {
  let page: string | null = null;
  for (const [i, { log, sentence, what, address }] of together.entries()) {
    if (log === null || sentence === alone[i]?.sentence) continue;
    // The page names the form of the log elsewhere.
    valueOf(await logs.keepTogether(log, sentence.replace(`${opening(what)}. `, '')));
    page ??= address;
  }
  return page;
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

/** Returns the worse severity of the log's own finding and of what is known by the other files. */
function worse({ severity }: Finding, gravity: number): Severity {
  const other: Severity = gravity >= GAVE_UP ? 'critical' : gravity >= ERROR ? 'warning' : severity;
  return worstFirst([{ severity }, { severity: other }])[0]?.severity ?? severity;
}
