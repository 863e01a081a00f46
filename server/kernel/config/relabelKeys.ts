/** Reads the key `relabel_configs`, with Prometheus's own checks and defaults. */
import { compileWhole } from '../../../core/regex.ts';
import { meant } from '../../../core/text/unknownName.ts';
import { LABEL_NAME, RELABEL_ACTIONS, type RelabelAction, type RelabelRule } from '../relabel/relabel.ts';
import type { YamlSection } from './yamlReader.ts';

const MAX_RULES = 200;
const DEFAULTS: Readonly<Record<string, string>> = { separator: ';', regex: '(.*)', replacement: '$1' };
/** A label name that may contain groups: `name`, `${1}_name`, `$1`. */
const TARGET_LABEL = /^(?:[a-zA-Z_]|\$(?:\{\w+\}|\w+))(?:\w|\$(?:\{\w+\}|\w+))*$/;

const WITH_TARGET: readonly RelabelAction[] = [
  'replace', 'hashmod', 'lowercase', 'uppercase', 'keepequal', 'dropequal',
];
/** Keys that Prometheus rejects unless they have their defaults; it ignores other keys that an action does not use. */
const REFUSED: Partial<Record<RelabelAction, readonly string[]>> = {
  keepequal: ['separator', 'regex', 'replacement', 'modulus'],
  dropequal: ['separator', 'regex', 'replacement', 'modulus'],
  labeldrop: ['source_labels', 'separator', 'target_label', 'replacement', 'modulus'],
  labelkeep: ['source_labels', 'separator', 'target_label', 'replacement', 'modulus'],
  lowercase: ['replacement'],
  uppercase: ['replacement'],
};

export function readRelabelRules(parent: YamlSection): RelabelRule[] {
  const items = parent.sections('relabel_configs');
  if (items.length > MAX_RULES) throw parent.mistake('relabel_configs', `has more than ${MAX_RULES} rules.`);
  return items.map(readRule);
}

function readRule(section: YamlSection): RelabelRule {
  const word = (section.string('action') ?? 'replace').toLowerCase();
  const action = RELABEL_ACTIONS.find((one) => one === word);
  if (action === undefined) throw section.mistake(
    'action', `"${word}" is no action${meant(word, RELABEL_ACTIONS)}; write ${RELABEL_ACTIONS.join(', ')}.`
  );
  const sourceLabels = section.strings('source_labels');
  for (const name of sourceLabels) if (!LABEL_NAME.test(name))
    throw section.mistake('source_labels', `"${name}" is not the name of a label.`);
  const pattern = section.text('regex') ?? DEFAULTS['regex'] ?? '';
  const match = compileWhole('it', pattern);
  if (!match.ok) throw section.mistake('regex', `${match.error.message.replace(/^it /, '')}.`);
  const rule = {
    action, sourceLabels, match: match.value,
    separator: section.text('separator') ?? DEFAULTS['separator'] ?? '',
    targetLabel: section.string('target_label') ?? '',
    replacement: section.text('replacement') ?? DEFAULTS['replacement'] ?? '',
    modulus: section.number('modulus') ?? 0,
  };
  section.end();
  refuseMistakes(rule, section);
  return rule;
}

function refuseMistakes({ action, targetLabel, replacement, modulus }: RelabelRule, section: YamlSection): void {
  const given = REFUSED[action]?.find(
    (key) => section.has(key) && (DEFAULTS[key] === undefined || section.text(key) !== DEFAULTS[key])
  );
  if (given !== undefined) throw section.mistake(given, `does not go with the action ${action}; remove it.`);
  const takesTarget = WITH_TARGET.includes(action);
  if (takesTarget && targetLabel === '') throw section.mistake('target_label', `is missing; ${action} needs it.`);
  // The name can contain groups only for `replace`, which has a match.
  const allowed = action === 'replace' ? TARGET_LABEL : LABEL_NAME;
  if (takesTarget && !allowed.test(targetLabel))
    throw section.mistake('target_label', `"${targetLabel}" is not the name of a label.`);
  if (action === 'labelmap' && !TARGET_LABEL.test(replacement))
    throw section.mistake('replacement', `"${replacement}" makes no name of a label.`);
  if (action === 'hashmod' && !(Number.isSafeInteger(modulus) && modulus > 0))
    throw section.mistake('modulus', 'must be a whole number above 0.');
}
