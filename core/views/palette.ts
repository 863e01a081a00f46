/** Matching commands of the command palette; pure. */
import { holdsWords, typedWords } from './typedWords.ts';

export interface Command {
  key: string;
  group: 'Pages' | 'Targets' | 'Moments' | 'Profiles' | 'Actions';
  label: string;
  /** Hint after the label, also searched. */
  hint?: string;
}

const MAX_SHOWN = 40;

/**
 * Returns the commands with every typed word in their own order, first those whose label starts with the first word; at
 * most 40.
 */
export function matching<C extends Command>(commands: readonly C[], typed: string): C[] {
  const words = typedWords(typed);
  const first = words[0] ?? '';
  const found = commands.filter(({ group, label, hint = '' }) => holdsWords(`${label} ${hint} ${group}`, words));
  const isAhead = ({ label }: C): boolean => first !== '' && label.toLowerCase().startsWith(first);
  return [...found.filter(isAhead), ...found.filter((one) => !isAhead(one))].slice(0, MAX_SHOWN);
}
