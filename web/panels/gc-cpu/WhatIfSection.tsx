import { useId } from 'react';
import type { GcCpuPanel, GcWhatIf, GcWhatIfRow } from '../../../core/contract/contract.ts';
import { formatBytes, formatSeconds } from '../../../core/text/format.ts';
import {
  atGogc, atLimit, gogcSlider, limitSlider, limitText, whatIfFacts, whatIfNow, type SliderRange, type WhatIfResult,
} from '../../../core/views/gc-cpu/whatIfView.ts';
import { useOpenPart } from '../../url/useOpenPart.ts';
import { useUrlState } from '../../url/useUrlState.ts';
import panelStyles from '../shared/panel.module.css';
import styles from './gcCpu.module.css';

const sources = {
  metrics: 'exported by the target', api: 'from the target’s API',
  default: 'the default, consistent with the heap', goal: 'inferred from heap goal over live heap',
};

interface SettingSliderProps {
  name: string;
  range: SliderRange;
  now: GcWhatIfRow;
  text: (value: number) => string;
  resultAt: (value: number) => WhatIfResult | null;
  /** Value set by the reader; null if not moved. */
  moved: number | null;
  onMove: (value: number) => void;
}

/** A slider for one setting, with its costs and savings; supports the keyboard. */
function SettingSlider({ name, range, now, text, resultAt, moved, onMove }: SettingSliderProps) {
  const id = useId();
  const { min, max, step, current } = range;
  const value = Math.min(max, Math.max(min, moved ?? current));
  const result = resultAt(value);
  const facts = result === null ? [] : whatIfFacts(result, now);
  const words = facts.map((fact) => `${fact.name} ${fact.value} ${fact.change}`.trim()).join(', ');
  return (
    <div className={styles['setting']}>
      <label htmlFor={id}>{name} <b>{text(value)}</b>{value === current && <small> now</small>}</label>
      <input id={id} type="range" {...{ min, max, step, value }} aria-valuetext={`${text(value)}: ${words}`}
        onChange={(event) => onMove(Number(event.currentTarget.value))} />
      <dl className={styles['outcome']}>
        {facts.map((fact) => (
          <div key={fact.name}><dt>{fact.name}</dt><dd>{fact.value} <small>{fact.change}</small></dd></div>
        ))}
      </dl>
    </div>
  );
}

function Sliders({ whatIf, now }: { whatIf: GcWhatIf; now: GcWhatIfRow }) {
  const [gogc, limit] = [gogcSlider(whatIf), limitSlider(whatIf)];
  const { state: { whatIf: moved }, set } = useUrlState();
  const move = (to: Partial<typeof moved>): void => set({ whatIf: { ...moved, ...to } }, 'replace');
  return (
    <>
      {gogc !== null && <SettingSlider name="GOGC" range={gogc} now={now} text={String}
        moved={moved.gogcPercent} onMove={(gogcPercent) => move({ gogcPercent })}
        resultAt={(value) => atGogc(whatIf, value)} />}
      {limit !== null && <SettingSlider name="GOMEMLIMIT" range={limit} now={now}
        moved={moved.memoryLimitBytes} onMove={(memoryLimitBytes) => move({ memoryLimitBytes })}
        text={(value) => limitText(whatIf, value, limit)} resultAt={(value) => atLimit(whatIf, value, limit)} />}
    </>
  );
}

/** GC CPU and memory for other settings of Go's collector; or one line on why they cannot be estimated. */
export function WhatIfSection({ whatIf, whatIfNote }: Pick<GcCpuPanel, 'whatIf' | 'whatIfNote'>) {
  const now = whatIf === null ? null : whatIfNow(whatIf);
  const { details } = useOpenPart('assumptions');
  return (
    <section className={panelStyles['section']} aria-label="What-if">
      <h2>What if: GOGC and GOMEMLIMIT</h2>
      {whatIf === null || now === null ? <p className={panelStyles['note']}>{whatIfNote}</p> : (
        <>
          <Sliders whatIf={whatIf} now={now} />
          <details {...details} className={styles['assumptions']}>
            <summary>GOGC {whatIf.gogcPercent} now ({sources[whatIf.gogcSource]}). Assumptions of the model</summary>
            <p>Live heap {formatBytes(whatIf.liveHeapBytes)}; allocation
              rate {formatBytes(whatIf.allocBytesPerSecond)}/s; {formatSeconds(whatIf.coreSecondsPerCycle)} of CPU per
              cycle.</p>
            <ul>{whatIf.assumptions.map((text) => <li key={text}>{text}</li>)}</ul>
          </details>
        </>
      )}
    </section>
  );
}
