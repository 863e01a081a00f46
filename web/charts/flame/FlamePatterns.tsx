import { GONE_PATTERN, NEW_PATTERN } from './flameChart.ts';
import styles from './FlameGraph.module.css';


/**
 * The two hatch patterns of a diff. "Gone" and "new" lean in opposite directions, so they also differ without colour.
 */
export function FlamePatterns() {
  return (
    <svg className={styles.patterns} width="0" height="0" aria-hidden="true" focusable="false">
      <defs>
        <pattern id={GONE_PATTERN} className={styles.gone} width="7" height="7" patternUnits="userSpaceOnUse"
          patternTransform="rotate(45)">
          <rect className={styles.hatchBase} width="7" height="7" />
          <rect className={styles.hatchLine} width="2" height="7" />
        </pattern>
        <pattern id={NEW_PATTERN} className={styles.new} width="7" height="7" patternUnits="userSpaceOnUse"
          patternTransform="rotate(-45)">
          <rect className={styles.hatchBase} width="7" height="7" />
          <rect className={styles.hatchLine} width="2" height="7" />
        </pattern>
      </defs>
    </svg>
  );
}
