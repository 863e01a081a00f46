import { Button } from '@mantine/core';
import type { RenameProposals } from '../../../core/contract/contract.ts';
import { withRenames } from '../../../core/profile/renames.ts';
import { middleCut } from '../../../core/views/flame/flameNames.ts';
import { formatProfileValue } from '../../../core/text/format.ts';
import styles from './FlameDiff.module.css';

interface RenameOfferProps {
  found: RenameProposals | undefined;
  rename: string | undefined;
  onRename: (rename: string) => void;
}

const SHOWN = 3;
const NAME_CHARS = 60;

/** Functions that were possibly renamed, each compared as one by a click; nothing if there are none. */
export function RenameOffer({ found, rename, onRename }: RenameOfferProps) {
  const proposals = found?.proposals ?? [];
  if (found === undefined || proposals.length === 0) return null;
  const take = (rules: readonly string[]): void => onRename(withRenames(rename, rules));
  const more = proposals.length - SHOWN;
  return (
    <section className={styles.renames} aria-label="Renamed functions">
      <p>
        {proposals.length === 1 ? 'One function' : `${proposals.length} functions`} may only have been renamed: same
        callers and callees, one name on each side.
        {proposals.length > 1 && <Button size="compact-xs" variant="subtle"
          onClick={() => take(proposals.map(({ rule }) => rule))}>Compare all as one</Button>}
      </p>
      <ul>
        {proposals.slice(0, SHOWN).map(({ from, to, rule, before, after }) => (
          <li key={rule}>
            <span className={styles.renameName} title={from}>{middleCut(from, NAME_CHARS)}</span>{' '}
            {formatProfileValue(before, found.unit)} →{' '}
            <span className={styles.renameName} title={to}>{middleCut(to, NAME_CHARS)}</span>{' '}
            {formatProfileValue(after, found.unit)}{' '}
            <Button size="compact-xs" variant="default" onClick={() => take([rule])}
              aria-label={`Compare as one: ${middleCut(from, NAME_CHARS)} and ${middleCut(to, NAME_CHARS)}`}>
              Compare as one</Button>
          </li>
        ))}
      </ul>
      {more > 0 && <p>and {more} more</p>}
    </section>
  );
}
