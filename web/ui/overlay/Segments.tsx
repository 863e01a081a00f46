import { useId } from 'react';
import styles from './overlay.module.css';

interface SegmentsProps<Value extends string> {
  /** Accessible name. */
  label: string;
  data: readonly { value: Value; label: string }[];
  /** Selected value; a value not in the data selects none. */
  value: string;
  onChange: (value: Value) => void;
}

/** A choice between a few options, side by side. */
export function Segments<Value extends string>({ label, data, value, onChange }: SegmentsProps<Value>) {
  const name = useId();
  return (
    <div role="radiogroup" aria-label={label} className={styles['segments']}>
      {data.map((one) => (
        <label key={one.value} className={styles['segment']}>
          <input type="radio" name={name} value={one.value} checked={one.value === value}
            onChange={() => onChange(one.value)} />
          <span>{one.label}</span>
        </label>
      ))}
    </div>
  );
}
