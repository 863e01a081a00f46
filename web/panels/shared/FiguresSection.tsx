import { Button } from '@mantine/core';
import type { Figure, PanelName, Target, PanelRange } from '../../../core/contract/contract.ts';
import { usePanel } from '../../api/queries.ts';
import { formatBand, formatRatio, formatValue, formatWindow } from '../../../core/text/format.ts';
import { DataTable, type Column } from '../../ui/DataTable.tsx';
import { FiguresTable } from '../../ui/FiguresTable.tsx';
import { onPage, renderAnswer } from '../../../core/text/parts.ts';
import { MenuButton, Popup } from '../../ui/overlay/Popup.tsx';
import { useNow } from '../../ui/useNow.ts';
import type { Versus } from '../../../core/url/urlState.ts';
import type { Zone } from '../../../core/text/zone.ts';
import { useCurrentTarget } from '../../api/useCurrentTarget.ts';
import { useUrlState } from '../../url/useUrlState.ts';
import {
  compareFigures, comparisonSentence, type ComparedFigure, type RangeVerdict,
} from '../../../core/views/charts/compareFigures.ts';
import { FIGURES } from './figuresPart.ts';
import styles from './panel.module.css';

const verdictWords: Record<RangeVerdict, string> = {
  apart: 'ranges do not overlap', meet: 'ranges overlap', none: 'no range',
};

function signed(ratio: number): string {
  return `${ratio > 0 ? '+' : ''}${formatRatio(ratio)}`;
}

function withBand(figure: Figure | null, zone: Zone) {
  if (figure === null) return '–';
  const hasBand = (figure.low ?? null) !== null && (figure.high ?? null) !== null && figure.unit !== 'timestamp';
  return <>{formatValue(figure.value, figure.unit, zone)}
    {hasBand && <small className={styles['band']}>{formatBand(figure.low, figure.high, figure.unit, zone)}</small>}</>;
}

interface FiguresSectionProps { panel: PanelName; figures: Figure[]; range: PanelRange; zone: Zone }

/** The figures of a panel, optionally compared with another window or target. */
export function FiguresSection({ panel, figures, range, zone }: FiguresSectionProps) {
  const { state, set } = useUrlState();
  const { target, targets } = useCurrentTarget();
  const { versus } = state;
  if (target === null) return null;
  return (
    <section className={styles['section']}>
      <div className={styles['action']}>
        {versus === null
          ? <VersusMenu range={range} target={target} targets={targets ?? []} />
          : <Button size="compact-xs" variant="subtle"
            onClick={() => set({ versus: null, open: [...new Set([...state.open, FIGURES])] })}>Stop comparing</Button>}
      </div>
      {versus === null ? <FiguresTable figures={figures} zone={zone} />
        : <Compared panel={panel} figures={figures} range={range} versus={versus} zone={zone} />}
    </section>
  );
}

function VersusMenu({ range, target, targets }: { range: PanelRange; target: Target; targets: readonly Target[] }) {
  const { set } = useUrlState();
  const { start, end } = range;
  const against = (versus: Versus): void => set({ versus });
  const others = targets.filter(({ name }) => name !== target.name);
  return (
    <Popup role="menu" label="Compare with" trigger={(opens) => (
      <Button size="compact-xs" variant="default" {...opens}>Compare with …</Button>
    )}>
      {() => (
        <>
          <MenuButton onClick={() => against({ target: null, start: start - (end - start), end: start })}>Previous
            window</MenuButton>
          <MenuButton onClick={() => against({ target: null, start: start - 86_400, end: end - 86_400 })}>Same time the
            day before</MenuButton>
          <MenuButton onClick={() => against({ target: null, start, end })}>This window (then choose another
            above)</MenuButton>
          {others.slice(0, 20).map(({ name, state, recorded }) => (
            <MenuButton key={name} onClick={() => against(
              state === 'recorded' && recorded !== null ? { target: name, start: recorded.start, end: recorded.end + 1 }
                : { target: name, start, end }
            )}>{name}{state === 'recorded' ? ', all of it' : ', same window'}</MenuButton>
          ))}
        </>
      )}
    </Popup>
  );
}

function Compared({ panel, figures, range, versus, zone }: FiguresSectionProps & { versus: Versus }) {
  const { target, targets } = useCurrentTarget();
  const other = versus.target === null ? target : (targets?.find(({ name }) => name === versus.target) ?? null);
  const query = usePanel(panel, other, { kind: 'absolute', start: versus.start, end: versus.end });
  const now = useNow(60_000);
  const windowText = formatWindow(versus.start, versus.end, zone, now);
  const baseHead = versus.target === null ? windowText : `${versus.target}, ${windowText}`;
  if (other === null && targets !== undefined) return <p className={styles['note']}>This server has no
    target {versus.target}. Stop comparing, or choose another.</p>;
  if (query.error !== null) return <p className={styles['note']} role="alert">The other window could not be
    loaded: {query.error.message}</p>;
  if (query.data === undefined) return <p className={styles['note']} aria-busy="true">Loading {baseHead} …</p>;
  const rows = compareFigures(renderAnswer(query.data.figures, onPage(zone)), figures);
  const columns: Column<ComparedFigure>[] = [
    { key: 'name', head: 'figure', render: (row) => row.name },
    { key: 'base', head: 'other window', hint: baseHead, align: 'right', render: (row) => withBand(row.base, zone) },
    {
      key: 'here', head: 'this window', hint: formatWindow(range.start, range.end, zone, now), align: 'right',
      render: (row) => <b>{withBand(row.here, zone)}</b>,
    },
    {
      key: 'change', head: 'change', align: 'right',
      sortValue: (row) => (row.deltaRatio === null ? null : Math.abs(row.deltaRatio)),
      render: (row) => (row.deltaRatio === null ? '' : signed(row.deltaRatio)),
    },
    {
      key: 'verdict', head: 'ranges', sortValue: (row) => ['none', 'meet', 'apart'].indexOf(row.verdict),
      render: (row) => (row.verdict === 'apart' ? <b>{verdictWords.apart}</b> : verdictWords[row.verdict]),
    },
  ];
  return (
    <>
      <p className={styles['note']}>
        {formatWindow(range.start, range.end, zone, now)} vs {baseHead}. {comparisonSentence(rows, signed)}</p>
      <DataTable caption={`Figures of this window and of ${baseHead}`} columns={columns} rows={rows}
        rowKey={(row) => `${row.unit} ${row.name}`} empty="Neither window has figures." />
    </>
  );
}
