import { useCallback } from 'react';
import type { Normalize, ProfileInfo } from '../../../server/api/contract.ts';
import { useDiffFlame, useDiffTop } from '../../api/queries.ts';
import { csvHref, useProfileView } from '../../api/profileViews.ts';
import type { ProfileSubject } from '../../api/profileViews.ts';
import { CopyCommand } from '../../charts/CopyCommand.tsx';
import { flameMinRatio } from '../../charts/flameVisible.ts';
import { FlameFilters } from '../../charts/FlameFilters.tsx';
import { FlameLabels } from '../../charts/FlameLabels.tsx';
import { FlameRollup } from '../../charts/FlameRollup.tsx';
import { FlameRollupBar } from '../../charts/FlameRollupBar.tsx';
import { labelViews, rollupRows } from '../../charts/flameViews.ts';
import { diffCommand } from '../../charts/pprofCommand.ts';
import { FindingHeadline } from '../../ui/FindingHeadline.tsx';
import { PanelFrame } from '../../ui/PanelFrame.tsx';
import type { UrlState, Zone } from '../../urlState.ts';
import { ComparabilityBanner } from './ComparabilityBanner.tsx';
import { DiffControls, SidePicker, SwapButton } from './DiffHeader.tsx';
import { DiffPicture } from './DiffPicture.tsx';
import { DiffTable } from './DiffTable.tsx';
import { findingContext } from './diffView.ts';
import styles from './FlameDiff.module.css';
import { FunctionCard } from './FunctionCard.tsx';
import { TakeAway } from './TakeAway.tsx';

export type DiffChoice = Pick<UrlState,
  'before' | 'after' | 'sampleType' | 'normalize' | 'filters' | 'search' | 'selectedFunction' | 'functionTab' | 'hideNoise' | 'widthBy' | 'colourBy' | 'label'>;

interface DiffPanelProps {
  profiles: readonly ProfileInfo[];
  zone: Zone;
  choice: DiffChoice;
  onChange: (change: Partial<DiffChoice>, how: 'push' | 'replace') => void;
}

const MAX_ROWS = 1_000;

/** Two profiles side by side: who they are, what changed, where, and how sure that is. */
export function DiffPanel({ profiles, zone, choice, onChange }: DiffPanelProps) {
  const { before, after, normalize, filters, sampleType: chosenType, selectedFunction, widthBy, colourBy } = choice;
  // The flame graph is drawn anew when this changes, so it must not change with every render.
  const select = useCallback((name: string | null) => onChange({ selectedFunction: name }, 'replace'), [onChange]);
  const search = (text: string): void => onChange({ search: text }, 'replace');
  const normalizeBy = (next: Normalize): void => onChange({ normalize: next }, 'push');
  const params = { before, after, normalize, ...filters, sampleType: chosenType };
  const minRatio = flameMinRatio(samplesOf(profiles, [...before, ...after]));
  const flame = useDiffFlame({ ...params, minRatio });
  const top = useDiffTop({ ...params, limit: MAX_ROWS });
  const subject: ProfileSubject = { kind: 'diff', params };
  const subsystems = useProfileView('subsystems', subject, {}, { enabled: top.data !== undefined, keepPrevious: true });
  const tags = useProfileView('tags', subject, {}, { enabled: top.data !== undefined, keepPrevious: true });
  const shared = sharedTypes(profiles, before, after);
  const sampleType = chosenType ?? top.data?.sampleType ?? shared[0]?.value ?? '';
  const isComplete = before.length > 0 && after.length > 0;
  const totalOf = (side: 'before' | 'after') => (top.data ? { value: top.data.totals[side], unit: top.data.unit } : null);
  return (
    <div className={styles.diff}>
      <div className={styles.sides}>
        <SidePicker side="before" ids={before} profiles={profiles} total={totalOf('before')} zone={zone} onPick={(ids) => onChange({ before: ids }, 'push')} />
        <SwapButton disabled={!isComplete} onSwap={() => onChange({ before: after, after: before }, 'push')} />
        <SidePicker side="after" ids={after} profiles={profiles} total={totalOf('after')} zone={zone} onPick={(ids) => onChange({ after: ids }, 'push')} />
      </div>
      {isComplete && (
        <>
          <div className={styles.tools}>
            <DiffControls
              sampleTypes={shared} sampleType={sampleType} onSampleType={(type) => onChange({ sampleType: type }, 'push')} normalize={normalize} onNormalize={normalizeBy}
              selectedName={selectedFunction} widthBy={widthBy} onWidthBy={(by) => onChange({ widthBy: by }, 'push')} colourBy={colourBy} onColourBy={(by) => onChange({ colourBy: by }, 'push')}
            />
            <FlameFilters filters={filters} onChange={(next) => onChange({ filters: next }, 'push')} />
            <CopyCommand command={diffCommand({ origin: window.location.origin, sampleType, filters }, before, after, normalize)} />
            <TakeAway params={params} />
          </div>
          <PanelFrame title="Profile diff" query={top} waitingFor="comparing the two profiles" height={480}>
            {(table) => (
              <>
                <FindingHeadline finding={table.finding} title="Profile diff" context={findingContext(table, normalize)} />
                <ComparabilityBanner comparability={table.comparability} normalize={normalize} onNormalize={normalizeBy} />
                <FlameRollupBar query={subsystems} bars={2} />
                <PanelFrame title="Flame graph" query={flame} waitingFor="laying out the stacks" height={440} headingLevel={2}>
                  {(answer) => (
                    <DiffPicture answer={answer} subject={subject} minRatio={minRatio} widthBy={widthBy} colourBy={colourBy} search={choice.search} onSearch={search} selectedName={selectedFunction}
                      beside={selectedFunction === null
                        ? subsystems.data && <FlameRollup rows={rollupRows(subsystems.data)} unit={subsystems.data.unit} search={choice.search} onSearch={search} onSelect={select} csvHref={csvHref(subject, 'subsystems')} />
                        : (
                          <FunctionCard name={selectedFunction} row={table.rows.find((row) => row.function === selectedFunction)} top={table} subject={subject} tab={choice.functionTab}
                            onTab={(functionTab) => onChange({ functionTab }, 'replace')} onSelect={select} onClose={() => select(null)} onNormalize={normalizeBy} />
                        )}
                    />
                  )}
                </PanelFrame>
                {tags.data && (
                  <FlameLabels labels={labelViews(tags.data)} chosen={choice.label} onChoose={(label) => onChange({ label }, 'replace')} unit={tags.data.unit}
                    onFilter={(tagfocus) => onChange({ filters: { ...filters, tagfocus } }, 'push')} csvHref={csvHref(subject, 'tags')} />
                )}
                <DiffTable
                  top={table} selectedName={selectedFunction} onSelect={select} hideNoise={choice.hideNoise} onHideNoise={(hideNoise) => onChange({ hideNoise }, 'push')}
                  csvHref={csvHref(subject, 'top', { limit: MAX_ROWS })}
                />
              </>
            )}
          </PanelFrame>
        </>
      )}
    </div>
  );
}

/** Sample types that every chosen profile has, in the order of the first. */
function sharedTypes(profiles: readonly ProfileInfo[], before: readonly string[], after: readonly string[]): { value: string; label: string }[] {
  const chosen = [...before, ...after].flatMap((id) => profiles.filter((info) => info.id === id));
  return (chosen[0]?.sampleTypes ?? [])
    .filter(({ type }) => chosen.every((info) => info.sampleTypes.some((other) => other.type === type)))
    .map(({ type, unit }) => ({ value: type, label: `${type} (${unit})` }));
}

function samplesOf(profiles: readonly ProfileInfo[], ids: readonly string[]): number {
  return profiles.reduce((sum, info) => sum + (ids.includes(info.id) ? info.samples : 0), 0);
}
