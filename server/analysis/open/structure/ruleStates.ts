/** Says which rules fail and which groups are late in an answer of /api/v1/rules of Prometheus and its like. Pure. */
import { formatSeconds } from '../../../../core/text/format.ts';
import { matchMeaning, withoutSeries } from '../logs/messages/matchGroups.ts';
import { meaningBeside } from '../logs/said/meanings.ts';
import { joined, quoted } from '../look/factTools.ts';
import { objectsIn, textOf, type Json } from '../look/jsonObjects.ts';
import { counted } from '../look/named.ts';

const MAX_TOLD = 2;

const numberOf = (value: unknown): number => (typeof value === 'number' ? value : NaN);

/** Describes a group whose evaluation takes longer than its interval. */
function lateGroup(group: Json): string[] {
  const [name, took, interval] = [
    textOf(group['name']), numberOf(group['evaluationTime']), numberOf(group['interval']),
  ];
  return name === '' || !Array.isArray(group['rules']) || !(interval > 0 && took > interval) ? []
    : [`The group ${name} takes ${formatSeconds(took)}, longer than its interval of ${
      formatSeconds(interval)}, so that evaluations are skipped.`];
}

/** Says how many of all rules fail, and in which group if it is only one. */
function shareOf(failed: readonly Json[], all: readonly Json[]): string {
  const rules = all.filter((one) => textOf(one['name']) !== '' && textOf(one['health']) !== '').length;
  const groups = all.filter(({ rules: own }) => Array.isArray(own) && (own as unknown[]).some((one) =>
    failed.some((rule) => rule === one))).map(({ name }) => textOf(name));
  const [only = '', other] = groups;
  const where = only === '' || other !== undefined ? '' : `, all in the group ${only}`;
  return rules <= failed.length ? where.replace(/^, /, '') : `${failed.length} of ${rules}${where}`;
}

/** Returns the rules that fail, each with its error, and the groups that are late; null without any. */
export function failedRules(text: string): string | null {
  const all = objectsIn(text);
  const failed = all.filter((one) => textOf(one['lastError']) !== '' && textOf(one['name']) !== ''
    && (one['health'] === 'err' || one['health'] === 'bad'));
  const late = all.flatMap(lateGroup);
  const [meaning = null] = failed.flatMap((one) => {
    const error = textOf(one['lastError']);
    return matchMeaning(error, textOf(one['query'])) ?? meaningBeside(error) ?? [];
  });
  const [first] = failed.map((one) => textOf(one['lastError']));
  const share = shareOf(failed, all);
  return joined([
    ...failed.slice(0, MAX_TOLD).map((one, i) => `The rule ${textOf(one['name'])} fails${
      i > 0 && textOf(one['lastError']) === first ? ' with the same error'
        : `: ${quoted(withoutSeries(textOf(one['lastError'])).replace(/\.$/, ''))}`}.`),
    failed.length <= MAX_TOLD ? null : `${counted(failed.length - MAX_TOLD, 'more rule')} ${
      failed.length === MAX_TOLD + 1 ? 'fails' : 'fail'}${share === '' ? '' : ` (${share})`}.`,
    meaning, ...late.slice(0, MAX_TOLD),
    late.length <= MAX_TOLD ? null : `${counted(late.length - MAX_TOLD, 'more group')} ${
      late.length === MAX_TOLD + 1 ? 'is' : 'are'} late.`,
  ]);
}
