/** Explains a label or an annotation of a rule whose name is not valid: where it stands, and what it may be. Pure. */

/** The file, the group, the rule by number and name, what has the name, and the name. */
const INVALID = new RegExp([
  /(?:(?<file>[^\s"':]{0,200}\.(?:ya?ml|rules?))[":]{1,2} )?/,
  /(?:\d{1,6}:\d{1,4}: )?group \\?"(?<group>[^"\n\\]{1,200})\\?", rule (?<number>\d{1,6}), /,
  /\\?"(?<rule>[^"\n\\]{0,200})\\?": invalid (?<what>annotation|label) name: \\?"?(?<name>[^\n"\\]{1,120})/,
].map(({ source }) => source).join(''));
/** Names that most rules have, and commands of editors that slip into them. */
const USUAL = [
  'description', 'summary', 'severity', 'runbook_url', 'runbook', 'message', 'dashboard', 'dashboard_url', 'instance',
  'team', 'service', 'title', 'value',
];
const OF_VI = /^:(?:wq?|q|x)a?!?$/;
const REFUSED = 'A rule file is not valid, and none of its rules is loaded:';
const VALID = 'may only have letters, digits and _, and does not begin with a digit';

/** Returns the usual name that a name is but for one piece within it, and that piece; null for other names. */
function slipOf(name: string): { usual: string; piece: string } | null {
  for (const usual of USUAL) {
    const more = name.length - usual.length;
    if (more < 1) continue;
    for (let at = 0; at <= usual.length; at += 1) {
      if (name.startsWith(usual.slice(0, at)) && name.slice(at + more) === usual.slice(at))
        return { usual, piece: name.slice(at, at + more) };
    }
  }
  return null;
}

/** Returns what such an error means, with the place and the correction; null for other errors. */
export function ruleNameMeaning(error: string): string | null {
  const { file, group = '', number = '', rule = '', what = '', name: whole = '' } = INVALID.exec(error)?.groups ?? {};
  const name = whole.trim();
  if (name === '') return null;
  const slip = slipOf(name);
  const is = slip === null ? `: correct it${name.includes('-') ? ', with _ in place of -' : ''}`
    : `: it is ${slip.usual} with ${slip.piece} in it${OF_VI.test(slip.piece) ? ', a command of vi' : ''}`;
  const of = rule === '' ? number : `${number} (${rule})`;
  return `${REFUSED} ${what === 'label' ? 'a label' : 'an annotation'} of rule ${of} of the group ${group}${
    file === undefined ? '' : ` in ${file}`} has the name ${name}. Such a name ${VALID}${
    is}; promtool check rules shows whether the file is valid then.`;
}

/** Whether a sentence is part of such a meaning. */
export const isRuleNameMeaning = (sentence: string): boolean => sentence.includes(` ${VALID}: `)
  || sentence.startsWith(`${REFUSED} a`);
