import { Button } from '@mantine/core';
import type { Comparability, Normalize } from '../../../core/contract/contract.ts';
import { middleCut } from '../../../core/views/flame/flameNames.ts';
import { differenceName, helpWords } from '../../../core/views/profile/comparabilityView.ts';
import styles from './FlameDiff.module.css';

interface ComparabilityBannerProps {
  comparability: Comparability;
  normalize: Normalize;
  onNormalize: (normalize: Normalize) => void;
}

/** Differences that make the two sides not directly comparable, each with the normalization that corrects it. */
export function ComparabilityBanner(
  { comparability: { differences }, normalize, onNormalize }: ComparabilityBannerProps
) {
  return (
    <section className={styles.banner} aria-label="Comparability">
      <h2 className={styles.bannerHead}>Not directly comparable</h2>
      <ul>
        {differences.map(({ what, before, after, consequence, helps }) => (
          <li key={what}>
            <span><strong>{differenceName(what)}</strong> <span className={styles.mono}
              title={`${middleCut(before, 400)} → ${middleCut(after, 400)}`}>
              {middleCut(before, 40)} → {middleCut(after, 40)}</span>. {consequence}</span>
            {helps !== null && helps !== normalize && <Button size="compact-xs" variant="default"
              onClick={() => onNormalize(helps)}>{helpWords(helps)}</Button>}
          </li>
        ))}
      </ul>
    </section>
  );
}
