/** Says which rules fail and which groups are late in an answer of /api/v1/rules of Prometheus and its like. Pure. */
import { formatSeconds } from '../../../../core/text/format.ts';
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

/** Returns the rules that fail, each with its error, and the groups that are late; null without any. */
export function failedRules(text: string): string | null {
  const all = objectsIn(text);
  const failed = all.filter((one) => textOf(one['lastError']) !== '' && textOf(one['name']) !== ''
    && (one['health'] === 'err' || one['health'] === 'bad'));
  const late = all.flatMap(lateGroup);
  const errors = failed.map((one) => textOf(one['lastError']));
  const meaning = errors.map(meaningBeside).find((one) => one !== null) ?? null;
  return joined([
    ...failed.slice(0, MAX_TOLD).map((one) => `The rule ${textOf(one['name'])} fails: ${
      quoted(textOf(one['lastError']).replace(/\.$/, ''))}.`),
    failed.length <= MAX_TOLD ? null : `${counted(failed.length - MAX_TOLD, 'more rule')} ${
      failed.length === MAX_TOLD + 1 ? 'fails' : 'fail'}.`,
    meaning, ...late.slice(0, MAX_TOLD),
    late.length <= MAX_TOLD ? null : `${counted(late.length - MAX_TOLD, 'more group')} ${
      late.length === MAX_TOLD + 1 ? 'is' : 'are'} late.`,
  ]);
}
