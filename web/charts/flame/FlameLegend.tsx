import { middleCut } from '../../../core/views/flame/flameNames.ts';
import styles from './FlameGraph.module.css';
import { GONE_PATTERN, NEW_PATTERN } from './FlamePatterns.tsx';

/** Colour legend of one profile. */
export function FamilyLegend({ entries }: { entries: { variable: string; words: string }[] }) {
  return (
    <ul className={styles.legend} aria-label="Colours">
      {entries.map(({ variable, words }) => (
        <li key={variable} title={middleCut(words, 200)}><Swatch fill={`var(${variable})`} />{middleCut(words, 36)}</li>
      ))}
    </ul>
  );
}

const DIFF_STEPS: { fill: string; words: string }[] = [
  { fill: `url(#${GONE_PATTERN})`, words: 'gone' },
  { fill: 'var(--flame-less-4)', words: 'less than half' },
  { fill: 'var(--flame-less-3)', words: '−25 to −50 %' },
  { fill: 'var(--flame-less-2)', words: '−10 to −25 %' },
  { fill: 'var(--flame-less-1)', words: 'slightly less' },
  { fill: 'var(--flame-same)', words: 'same (within 2 %) or within noise' },
  { fill: 'var(--flame-more-1)', words: 'slightly more' },
  { fill: 'var(--flame-more-2)', words: 'up to ×1.3' },
  { fill: 'var(--flame-more-3)', words: 'up to ×2' },
  { fill: 'var(--flame-more-4)', words: 'more than ×2' },
  { fill: `url(#${NEW_PATTERN})`, words: 'new' },
];

/** Colour legend of a diff. `of` names the quantity that changes. */
export function DiffLegend({ of }: { of: string }) {
  return (
    <ul className={styles.legend} aria-label={`Colours: change of ${of}, before to after`}>
      <li className={styles.legendHead}>{of}, before → after:</li>
      {DIFF_STEPS.map(({ fill, words }) => <li key={words}><Swatch fill={fill} />{words}</li>)}
    </ul>
  );
}

function Swatch({ fill }: { fill: string }) {
  return <svg className={styles.swatch} width="14" height="12" aria-hidden="true"><rect width="14" height="12" rx="2"
    fill={fill} /></svg>;
}
