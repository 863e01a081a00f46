/** What the command palette offers for what was typed; pure. */
export interface Command {
  key: string;
  group: 'Pages' | 'Targets' | 'Moments' | 'Profiles' | 'Actions';
  label: string;
  /** Shown after the label, and searched too. */
  hint?: string;
}

const MOST_SHOWN = 40;

/**
 * Commands that hold every typed word, in their own order, those whose label begins with the first word ahead; at most
 * 40.
 */
export function matching<C extends Command>(commands: readonly C[], typed: string): C[] {
  const words = typed.toLowerCase().split(/\s+/).filter((word) => word !== '');
  const first = words[0] ?? '';
  const found = commands.filter(({ group, label, hint = '' }) => {
    const text = `${label} ${hint} ${group}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
  const isAhead = ({ label }: C): boolean => first !== '' && label.toLowerCase().startsWith(first);
  return [...found.filter(isAhead), ...found.filter((one) => !isAhead(one))].slice(0, MOST_SHOWN);
}
