import { diffLegend } from '../../../core/views/flame/flameColours.ts';
import type { ColourBy } from '../../../core/views/flame/flameColours.ts';
import { middleCut } from '../../../core/views/flame/flameNames.ts';
import { cssFill } from './flameChart.ts';
import styles from './FlameGraph.module.css';

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

interface DiffLegendProps {
  /** The quantity that changes. */
  of: string;
  totals: { before: number; after: number };
  unit: string;
  by: ColourBy;
}

/** Colour legend of a diff: how much changed, and in which direction. */
export function DiffLegend({ of, totals, unit, by }: DiffLegendProps) {
  return (
    <ul className={styles.legend} aria-label={`Colours: change of ${of}, before to after`}>
      {diffLegend(totals, by, unit).map(({ shade, words }) => (
        <li key={shade}><Swatch fill={cssFill(`flame-${shade}`)} />{words}</li>
      ))}
      <li>filled: the function’s own part</li>
    </ul>
  );
}

function Swatch({ fill }: { fill: string }) {
  return <svg className={styles.swatch} width="14" height="12" aria-hidden="true"><rect width="14" height="12" rx="2"
    fill={fill} /></svg>;
}
