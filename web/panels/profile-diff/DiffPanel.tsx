import { Button } from '@mantine/core';
import { useCallback, useMemo, useState } from 'react';
import type { DiffTopTable, Normalize, ProfileInfo } from '../../../core/contract/contract.ts';
import { csvHref, useViewQueries, viewHref } from '../../api/profileViews.ts';
import type { ProfileSubject } from '../../api/profileViews.ts';
import { useComparability, useDiffFlame, useDiffTop } from '../../api/queries.ts';
import { FilterChips, FlameFilters } from '../profile-views/FlameFilters.tsx';
import { flameMinRatio } from '../../../core/views/flame/flameVisible.ts';
import { FlameRollup } from '../profile-views/FlameRollup.tsx';
import { FlameRollupBar } from '../profile-views/FlameRollupBar.tsx';
import { rollupRows } from '../../../core/views/profile/flameViews.ts';
import { GrowChoice } from '../../charts/flame/GrowChoice.tsx';
import { ViewArea } from '../profile-views/ViewArea.tsx';
import type { Match } from '../../../core/views/profile/viewSearch.ts';
import { pathPrefix } from '../../url/pathPrefix.ts';
import { AddToRunbook } from '../../runbook/AddToRunbook.tsx';
import { embedQuery } from '../../runbook/embedForm.ts';
import { FindingHeadline } from '../../ui/FindingHeadline.tsx';
import { ProfileHow } from '../profile-views/ProfileHow.tsx';
import { PanelFrame } from '../../ui/PanelFrame.tsx';
import type { UrlState } from '../../../core/url/urlState.ts';
import type { Zone } from '../../../core/text/zone.ts';
import { ComparabilityBanner } from './ComparabilityBanner.tsx';
import { DiffHalf } from './DiffHalf.tsx';
import { DiffControls, SidePicker, SwapButton } from './DiffHeader.tsx';
import { DiffPicture } from './DiffPicture.tsx';
import { DiffTable } from './DiffTable.tsx';
import { earlyTable, findingContext, sharedTypes } from '../../../core/views/profile/diffView.ts';
import styles from './FlameDiff.module.css';
import { OtherKinds } from './OtherKinds.tsx';
import { FunctionCard, ReferenceButton } from './FunctionCard.tsx';
import { DiffDownloads } from './DiffExport.tsx';

export type DiffChoice = Pick<UrlState,
  'before' | 'after' | 'sampleType' | 'normalize' | 'percentOf' | 'filters' | 'search' | 'selectedFunction'
    | 'functionTab' | 'hideNoise' | 'widthBy' | 'colourBy' | 'label' | 'profileView' | 'sort' | 'grow'>;

interface DiffPanelProps {
  profiles: readonly ProfileInfo[];
  zone: Zone;
  choice: DiffChoice;
  onChange: (change: Partial<DiffChoice>, how: 'push' | 'replace') => void;
}

const MAX_ROWS = 1_000;
/** Approximate height of the content, so that nothing moves when it loads. */
const PAGE_PX = 1_100;
const FLAME_PX = 620;

/** Two profiles, or two groups: finding, significance, and every view of the diff. */
export function DiffPanel({ profiles, zone, choice, onChange }: DiffPanelProps) {
  const {
    before, after, normalize, percentOf, filters, search, sampleType: chosenType, selectedFunction, widthBy, colourBy,
    profileView: view,
  } = choice;
  const select = useCallback((name: string | null) => onChange({ selectedFunction: name }, 'replace'), [onChange]);
  const searchFor = useCallback((text: string) => onChange({ search: text }, 'replace'), [onChange]);
  const sortBy = useCallback((sort: DiffChoice['sort']) => onChange({ sort }, 'replace'), [onChange]);
  const normalizeBy = (next: Normalize): void => onChange({ normalize: next }, 'push');
  const { drop_negative: dropNegative, ...stackFilters } = filters;
  const stackKey = JSON.stringify(stackFilters);
  // drop_negative only removes rows, as in pprof: stacks stay complete.
  const params = useMemo(
    () => ({ before, after, normalize, ...(JSON.parse(stackKey) as typeof stackFilters), sampleType: chosenType }),
    [before, after, normalize, stackKey, chosenType]
  );
  const rowParams = {
    ...(dropNegative === true ? { drop_negative: true } : {}),
    ...(percentOf === 'changed' ? { base: 'base' as const } : {}),
  };
  const subject = useMemo<ProfileSubject>(() => ({ kind: 'diff', params }), [params]);
  const [isFolded, setFolded] = useState(true);
  const isComplete = before.length > 0 && after.length > 0;
  const minRatio = flameMinRatio(
    profiles.reduce((sum, { id, samples }) => sum + (before.includes(id) || after.includes(id) ? samples : 0), 0)
  );
  const flame = useDiffFlame({ ...params, ...(view === 'flame' ? {} : { before: [] }), minRatio });
  // The flame graph comes first: the table is requested once the flame graph is there.
  const top = useDiffTop(
    { ...params, ...rowParams, ...(view !== 'flame' || flame.isFetched ? {} : { before: [] }), limit: MAX_ROWS }
  );
  const unlike = useComparability({ ...params, ...(view === 'flame' ? {} : { before: [] }) });
  const early = view === 'flame' && top.data === undefined && top.error === null && flame.data !== undefined
    && !unlike.isPending ? earlyTable(flame.data, unlike.data ?? { differences: [] }) : null;
  const data = useViewQueries(
    subject,
    {
      view, function: selectedFunction, cardShowsLines: choice.functionTab === 'lines', graphExtra: rowParams,
      enabled: isComplete && top.data !== undefined,
    }
  );
  const rollup = data.subsystems.data;
  const shared = sharedTypes(profiles, before, after);
  const sampleType = chosenType ?? top.data?.sampleType ?? shared[0]?.value ?? '';
  const known = top.data ?? early;
  const totalOf = (side: 'before' | 'after') => (known ? { value: known.totals[side], unit: known.unit } : null);

  const diffTable = (table: DiffTopTable, match: Match, isAlone: boolean) => (
    <DiffTable top={table} selectedName={selectedFunction} onSelect={select} hideNoise={choice.hideNoise}
      onHideNoise={(hideNoise) => onChange({ hideNoise }, 'push')}
      match={match} sort={choice.sort} onSort={sortBy} isAlone={isAlone} />
  );
  const rowOf = (table: DiffTopTable) => table.rows.find((row) => row.function === selectedFunction);
  const flameView = (table: DiffTopTable) => (
    <PanelFrame title="Flame graph" query={flame} waitingFor="Laying out stacks" height={FLAME_PX} headingLevel={2}>
      {(answer) => (
        <div className={styles.flameView}>
          <DiffPicture answer={answer} subject={subject} minRatio={minRatio} widthBy={widthBy} colourBy={colourBy}
            search={search} onSearch={searchFor} selectedName={selectedFunction}
            aside={selectedFunction === null
              ? rollup && <FlameRollup rows={rollupRows(rollup)} unit={rollup.unit} search={search} onSearch={searchFor}
                onSelect={select} csvHref={csvHref(subject, 'subsystems')} />
              : early === null && (
                <FunctionCard name={selectedFunction} row={rowOf(table)} top={table} subject={subject} data={data}
                  tab={choice.functionTab} onTab={(functionTab) => onChange({ functionTab }, 'replace')}
                  onSelect={select} onClose={() => select(null)} onNormalize={normalizeBy}
                    onSandwich={() => onChange({ profileView: 'sandwich' }, 'push')} />
              )}
          />
          <PanelFrame title="Functions" query={top} waitingFor="Summing functions" height={FLAME_PX}
            headingLevel={2}>
            {(rows) => diffTable(rows, { state: 'none' }, false)}
          </PanelFrame>
        </div>
      )}
    </PanelFrame>
  );

  return (
    <div className={styles.diff}>
      <div className={styles.sides}>
        <SidePicker side="before" ids={before} profiles={profiles} total={totalOf('before')} zone={zone}
          onPick={(ids) => onChange({ before: ids }, 'push')} />
        <SwapButton disabled={!isComplete} onSwap={() => onChange({ before: after, after: before }, 'push')} />
        <SidePicker side="after" ids={after} profiles={profiles} total={totalOf('after')} zone={zone}
          onPick={(ids) => onChange({ after: ids }, 'push')} />
      </div>
      {isComplete && (
        <>
          <OtherKinds profiles={profiles} before={before} after={after} onCompare={
            (sides) => onChange(
              {
                ...sides, sampleType: null, search: '', selectedFunction: null, label: null,
                normalize: normalize.startsWith('function:') ? 'none' : normalize,
              },
              'push'
            )
          } />
          <Button size="xs" variant="default" className={styles.fold} aria-expanded={!isFolded}
            aria-controls="diff-tools" onClick={() => setFolded((was) => !was)}>
            {isFolded ? 'Normalize, filter, download …' : 'Hide controls'}</Button>
          <div id="diff-tools" className={styles.tools} data-folded={isFolded || undefined}>
            <DiffControls
              sampleTypes={shared} sampleType={sampleType}
                onSampleType={(type) => onChange({ sampleType: type }, 'push')} normalize={normalize}
                onNormalize={normalizeBy} percentOf={percentOf}
                onPercentOf={(of) => onChange({ percentOf: of }, 'push')} top={top.data}
              drawing={
                view === 'flame' || view === 'sandwich' ? {
                  widthBy, onWidthBy: (by) => onChange({ widthBy: by }, 'push'), colourBy,
                  onColourBy: (by) => onChange({ colourBy: by }, 'push'),
                } : null
              }
            />
            {view === 'flame' && <GrowChoice grow={choice.grow} onGrow={(grow) => onChange({ grow }, 'push')} />}
            <FlameFilters filters={filters} onChange={(next) => onChange({ filters: next }, 'push')} isDiff />
            <DiffDownloads params={params} />
          </div>
          <FilterChips filters={filters} onChange={(next) => onChange({ filters: next }, 'push')} />
          {top.error !== null && normalize !== 'none' && <Button size="xs" className={styles.reference}
            onClick={() => normalizeBy('none')}>Compare without normalization</Button>}
          <PanelFrame title="Profile diff" query={early === null ? top : { ...top, data: early }}
            waitingFor="Comparing profiles" height={PAGE_PX}>
            {(table) => (
              <>
                <div className={styles.finding}><FindingHeadline finding={table.finding} title="Profile diff"
                  context={findingContext(table, normalize)} actions={
                  <>
                    <AddToRunbook source={
                      {
                        panel: 'diff',
                        diff: {
                          before, after, query: embedQuery({ normalize, ...stackFilters, sampleType: chosenType }),
                        },
                      }
                    } />
                    <ProfileHow ofDiff />
                  </>
                } /></div>
                <ComparabilityBanner comparability={table.comparability} normalize={normalize}
                  onNormalize={normalizeBy} />
                <FlameRollupBar query={data.subsystems} bars={2} />
                <ViewArea
                  view={view} onView={(next) => onChange({ profileView: next }, 'push')} search={search}
                    onSearch={searchFor} table={table} selectedName={selectedFunction} onSelect={select}
                  data={data} question={
                    {
                      origin: window.location.origin + pathPrefix, sampleType, filters,
                      subject: { kind: 'diff', before, after, normalize, percentOf }, function: selectedFunction,
                    }
                  }
                  exportHref={
                    (source, format) => viewHref(
                      subject, source, source === 'graph' ? null : format,
                      {
                        ...(source === 'top' || source === 'callers' || source === 'graph' ? rowParams : {}),
                        ...(source === 'callers' || source === 'lines' ? { function: selectedFunction }
                          : source === 'top' ? { limit: 0 } : {}),
                      }
                    )
                  }
                  label={choice.label} onLabel={(label) => onChange({ label }, 'replace')}
                    onTagFocus={(tagfocus) => onChange({ filters: { ...filters, tagfocus } }, 'push')}
                  flame={flameView(table)} top={(match) => diffTable(table, match, true)} drawHalf={
                    (half) => half.kind === 'diff' && <DiffHalf half={half} colourBy={colourBy} widthBy={widthBy} />
                  }
                  functionActions={
                    selectedFunction !== null && <ReferenceButton name={selectedFunction} row={rowOf(table)}
                      onNormalize={normalizeBy} />
                  }
                />
              </>
            )}
          </PanelFrame>
        </>
      )}
    </div>
  );
}
