import { cutMiddle, formatValue } from '../../../core/text/format.ts';
import styles from './ChartLegend.module.css';
import {
  restingIndex, type ChartFill, type ChartLine, type ChartMark, type ChartModel, type ChartSpan,
} from '../../../core/views/charts/chartModel.ts';
import { FILL_HATCHES, FILL_OUTLINE } from '../../../core/views/charts/spikeFills.ts';

/**
 * Maximum name length; a line can be named after a target, and names are cut in the middle because replicas differ at
 * the end.
 */
const longestName = 56;

const points = [[4, 8], [10, 4], [15, 7]] as const;

function LineSwatch({ line }: { line: ChartLine }) {
  const stroke = line.style === 'thin' ? 'var(--line-strong)' : `var(--mark-${line.colour})`;
  return (
    <svg viewBox="0 0 18 12" aria-hidden="true">
      {line.high !== undefined && <rect x="0" y="1" width="18" height="10" fill={`var(--fill-${line.colour})`} />}
      {line.style === 'points' ? points.map(([cx, cy]) => <circle key={cx} cx={cx} cy={cy} r="2" fill={stroke} />) : (
        <path d="M0 6H18" stroke={stroke} strokeWidth="2"
          strokeDasharray={line.style === 'dash' ? '5 3' : undefined} />
      )}
    </svg>
  );
}

function MarkSwatch({ mark }: { mark: ChartMark }) {
  const colour = `var(--mark-${mark.colour})`;
  return (
    <svg viewBox="0 0 12 12" aria-hidden="true" data-narrow="">
      {mark.shape === 'tick' && <path d="M6 0V6M6 4.5 9 8 6 11.5 3 8Z" fill={colour} stroke={colour} />}
      {mark.shape === 'rule' && <path d="M6 0V12" stroke={colour} strokeWidth="2" strokeDasharray="3 2" />}
      {mark.shape === 'flag' && <path d="M3 12V1H10L8 4 10 7H3" fill="none" stroke={colour} strokeWidth="1.5" />}
      {mark.shape === 'cross' && <path d="M2 2 10 10M10 2 2 10" stroke={colour} strokeWidth="2" />}
      {mark.shape === 'dot' && <circle cx="6" cy="6" r="3.5" fill={colour} />}
      {mark.shape === 'lane' && <path d="M1 3.5H11V8.5H1Z" fill={colour} />}
      {mark.shape === 'open-lane' && <path d="M1 3.5H11V8.5H1Z" fill="none" stroke={colour} />}
    </svg>
  );
}

function SpanSwatch({ span }: { span: ChartSpan }) {
  const colour = `var(--mark-${span.colour})`;
  return (
    <svg viewBox="0 0 18 12" aria-hidden="true">
      <rect width="18" height="12" fill={`var(--fill-${span.colour})`} />
      {span.fill === 'band' ? <rect width="18" height="3" fill={colour} />
        : <path d="M0 12 12 0M6 12 18 0M-6 12 6 0M12 12 24 0" stroke={colour} />}
    </svg>
  );
}

/** The colour and pattern of an area. */
export function FillSwatch({ fill: { colour, pattern } }: { fill: Pick<ChartFill, 'colour' | 'pattern'> }) {
  const mark = `var(--mark-${colour})`;
  const hatch = FILL_HATCHES[pattern];
  return (
    <svg viewBox="0 0 18 12" aria-hidden="true">
      <path d={FILL_OUTLINE} fill={pattern === 'solid' ? mark : `var(--fill-${colour})`} stroke={mark} />
      {hatch !== null && <path d={hatch} stroke={mark} strokeWidth="1.5" />}
    </svg>
  );
}

interface ChartLegendProps {
  model: ChartModel;
  cursorIndex: number | null;
  /** Whether the last value is shown without a cursor. */
  hasLast: boolean;
  /** A strip, whose events arrive after its line. */
  isLane: boolean;
}

/** Lines with the value at the cursor, or the last one; labels of marks and spans. */
export function ChartLegend({ model, cursorIndex, hasLast, isLane }: ChartLegendProps) {
  const spans = [...new Map(
    model.spans.filter(({ silent }) => silent !== true).map((span) => [span.label, span])
  ).values()];
  return (
    <ul className={styles['legend']} data-lane={isLane || undefined} aria-label="Legend">
      {model.lines.filter((line) => line.silent !== true).map((line) => {
        const value = line.values[cursorIndex ?? restingIndex(model, line)] ?? null;
        // The last value is meaningful only for time charts; for a fold or a lag profile it is not.
        const isShown = line.style !== 'thin' && line.isOffAxis !== true
          && (cursorIndex !== null || (hasLast && model.x.kind === 'time'));
        return (
          <li key={line.key} title={line.label.length > longestName ? line.label : undefined}>
            <LineSwatch line={line} /><span className={styles['name']}>{cutMiddle(line.label, longestName)}
              {line.bandLabel !== undefined && `, ${line.bandLabel}`}</span>
            {isShown && <b>{formatValue(value, model.unit)}</b>}
          </li>
        );
      })}
      {model.marks.filter((mark) => mark.times.length > 0)
        .map((mark) => <li key={mark.key}><MarkSwatch mark={mark} />{mark.label}</li>)}
      {model.fills?.filter(({ silent }) => silent !== true)
        .map((fill) => <li key={fill.key}><FillSwatch fill={fill} />{fill.label}</li>)}
      {spans.map((span) => <li key={span.label}><SpanSwatch span={span} />{span.label}</li>)}
    </ul>
  );
}
