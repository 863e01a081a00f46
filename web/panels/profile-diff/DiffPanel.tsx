import { Button, NativeSelect } from '@mantine/core';
import { useCallback, useMemo } from 'react';
import type { ReactNode } from 'react';
import type { DiffTopTable, Normalize, ProfileFilters, ProfileInfo } from '../../../core/contract/contract.ts';
import { windowOf } from '../../../core/profileSpan.ts';
import { compileSearch } from '../../../core/views/profile/viewSearch.ts';
import type { Match } from '../../../core/views/profile/viewSearch.ts';
import { isDiff } from '../../../core/views/profile/flameViews.ts';
import { apiPath } from '../../api/client.ts';
import { normalizeOfChoice, normalizeOfIds } from '../../api/profileKinds.ts';
import { useViewQueries, viewHref } from '../../api/profileViews.ts';
import type { ProfileSubject } from '../../api/profileViews.ts';
import { useComparability, useDiffFlame, useDiffTop, useRenames } from '../../api/queries.ts';
import { FilterChips, FlameFilters } from '../profile-views/FlameFilters.tsx';
import { flameMinRatio } from '../../../core/views/flame/flameVisible.ts';
import { useFrameMenu } from '../profile-views/FrameMenu.tsx';
import { OptionsMenu } from '../profile-views/OptionsMenu.tsx';
import pageStyles from '../profile-views/ProfilePage.module.css';
import { ProfileHeadline } from '../profile-views/ProfileHeadline.tsx';
import { ShareMenu } from '../profile-views/ShareMenu.tsx';
import { SubsystemStrip } from '../profile-views/SubsystemStrip.tsx';
import { viewExports } from '../../../core/views/profile/viewExports.ts';
import { caveatWords } from '../../../core/views/profile/comparabilityView.ts';
import { GrowChoice } from '../../charts/flame/GrowChoice.tsx';
import { UnitChoice } from '../profile-views/UnitChoice.tsx';
import { ViewArea } from '../profile-views/ViewArea.tsx';
import { pathPrefix } from '../../url/pathPrefix.ts';
import { embedQuery } from '../../runbook/embedForm.ts';
import { onPage, renderAnswer } from '../../../core/text/parts.ts';
import { PanelFrame } from '../../ui/PanelFrame.tsx';
import type { UrlState } from '../../../core/url/urlState.ts';
import type { Zone } from '../../../core/text/zone.ts';
import { ComparabilityBanner } from './ComparabilityBanner.tsx';
import { DiffHalf } from './DiffHalf.tsx';
import { DiffControls } from './DiffControls.tsx';
import { SidePicker, SwapButton } from './SidePicker.tsx';
import { SideWindows } from './SideWindows.tsx';
import { DiffPicture } from './DiffPicture.tsx';
import { DiffSteps } from './DiffSteps.tsx';
import { DiffTable } from './DiffTable.tsx';
import {
  earlyTable, findingContext, shareDisagrees, sharedTypes, sureWords,
} from '../../../core/views/profile/diffView.ts';
import { withSeries } from '../../../core/views/profile/said/seriesClaims.ts';
import { normalizeOf } from '../../../core/views/profile/sides/unitChoice.ts';
import styles from './FlameDiff.module.css';
import { KindTabs } from './KindTabs.tsx';
import { NormalizeControl } from './NormalizeControl.tsx';
import { RenameOffer } from './RenameOffer.tsx';
import { ReferenceButton } from './ReferenceButton.tsx';

export type DiffChoice = Pick<UrlState,
  'before' | 'after' | 'sampleType' | 'normalize' | 'asRecorded' | 'per' | 'percentOf' | 'filters' | 'search'
    | 'selectedFunction' | 'functionTab' | 'hideNoise' | 'widthBy' | 'colourBy' | 'label' | 'profileView' | 'sort'
    | 'grow'>;

interface DiffPanelProps {
  /** The page's own controls at the end of the toolbar. */
  how: ReactNode;
  profiles: readonly ProfileInfo[];
  zone: Zone;
  choice: DiffChoice;
  onChange: (change: Partial<DiffChoice>, how: 'push' | 'replace') => void;
}

const MAX_ROWS = 1_000;
const FLAME_PX = 620;
/** Rows of the table below the flame graph, until all are requested. */
const BELOW_ROWS = 8;
const BELOW_PX = 258;

/** Two profiles, or two groups: finding, significance, and every view of the diff. */
export function DiffPanel({ profiles, zone, how, choice, onChange }: DiffPanelProps) {
  const {
    before, after, per, percentOf, filters, search, sampleType: chosenType, selectedFunction, widthBy, colourBy,
    profileView: view,
  } = choice;
  const select = useCallback((name: string | null) => onChange({ selectedFunction: name }, 'replace'), [onChange]);
  const sortBy = useCallback((sort: DiffChoice['sort']) => onChange({ sort }, 'replace'), [onChange]);
  const normalize = normalizeOf(per, normalizeOfChoice(profiles, choice));
  const normalizeBy = (next: Normalize): void =>
    onChange({ normalize: next, asRecorded: next === 'none', per: null }, 'push');
  const { plain, params, rowParams, stackFilters } = useDiffQuestion({ ...choice, normalize });
  const subject = useMemo<ProfileSubject>(() => ({ kind: 'diff', params }), [params]);
  const isComplete = before.length > 0 && after.length > 0;
  const minRatio = flameMinRatio(
    profiles.reduce((sum, { id, samples }) => sum + (before.includes(id) || after.includes(id) ? samples : 0), 0)
  );
  const flame = useDiffFlame({ ...params, ...(view === 'flame' ? {} : { before: [] }), minRatio });
  // The flame graph comes first; the table is requested once it is loaded.
  const top = useDiffTop(
    { ...params, ...rowParams, ...(view !== 'flame' || flame.isFetched ? {} : { before: [] }), limit: MAX_ROWS }
  );
  const unlike = useComparability({ ...plain, ...(view === 'flame' ? {} : { before: [] }) });
  const early = view === 'flame' && top.data === undefined && top.error === null && flame.data !== undefined
    && !unlike.isPending ? earlyTable(flame.data, unlike.data ?? { differences: [] }) : null;
  const data = useViewQueries(
    subject,
    {
      view, function: selectedFunction, tab: choice.functionTab, graphExtra: rowParams,
      enabled: isComplete && top.data !== undefined,
    }
  );
  const renames = useRenames(plain, top.data !== undefined);
  const shared = sharedTypes(profiles, before, after);
  const sampleType = chosenType ?? top.data?.sampleType
    ?? profiles.find(({ id }) => id === before[0])?.defaultSampleType ?? '';
  const known = useMemo(() => {
    const table = top.data ?? early;
    return table === null ? null : renderAnswer(table, onPage(zone));
  }, [top.data, early, zone]);
  // What a series of profiles does leads on the page of its first and its last, as in the answer that opened them.
  const isPlain = Object.keys(filters).length === 0 && chosenType === null && per === null;
  const finding = withSeries(known === null ? null : known.finding, profiles, { before, after, isPlain });
  const totalOf = (side: 'before' | 'after') => (known ? { value: known.totals[side], unit: known.unit } : null);
  const row = selectedFunction === null ? undefined
    : top.data?.rows.find((one) => one.function === selectedFunction);
  const { open, menu } = useFrameMenu({
    filters, onFilters: (next) => onChange({ filters: next }, 'push'),
    onOpen: (name, functionTab) => onChange({ selectedFunction: name, functionTab }, 'push'),
  });
  const question = {
    origin: window.location.origin + pathPrefix, sampleType, filters, function: selectedFunction,
    subject: { kind: 'diff' as const, before, after, normalize, percentOf },
  };
  const links = viewExports(view, selectedFunction !== null, (source, format) => viewHref(
    subject, source, source === 'graph' ? null : format,
    {
      ...(source === 'top' || source === 'callers' || source === 'graph' ? rowParams : {}),
      ...(source === 'callers' || source === 'lines' ? { function: selectedFunction }
        : source === 'top' ? { limit: 0 } : {}),
    }
  ));
  const reports = [
    { label: 'Markdown, for a pull request', href: apiPath('/diff/report.md', { query: plain }), file: 'diff.md' },
    { label: 'HTML, one file', href: apiPath('/diff/report.html', { query: plain }), file: 'diff.html' },
    {
      label: 'pprof: after minus before', href: apiPath('/diff/download', { query: plain }),
      file: 'after-minus-before.pb.gz',
    },
  ];
  const words = known && caveatWords(known.comparability.differences);
  const caveat = known && words !== null ? {
    words,
    details: <ComparabilityBanner comparability={known.comparability} normalize={normalize}
      onNormalize={normalizeBy} />,
  } : null;
  const pick = (picked: Pick<DiffChoice, 'before' | 'after'>): void =>
    onChange(
      normalizeOf(per, choice.normalize) === 'none' && areCpuWindows(picked) ? { ...picked, normalize: 'duration' }
        : picked, 'push'
    );
  const sides = (
    <>
      <SidePicker side="before" ids={before} profiles={profiles} total={totalOf('before')} zone={zone}
        others={after} onPick={(ids) => pick({ before: ids, after })} />
      {isComplete && <SwapButton onSwap={() => onChange({ before: after, after: before }, 'push')} />}
      <SidePicker side="after" ids={after} profiles={profiles} total={totalOf('after')} zone={zone}
        others={before} onPick={(ids) => pick({ before, after: ids })} />
    </>
  );
  const tableOf = (table: DiffTopTable, match: Match, rows?: number): ReactNode => (
    <>
      <DiffTable top={table} selectedName={selectedFunction} onSelect={select} hideNoise={choice.hideNoise}
        onHideNoise={(hideNoise) => onChange({ hideNoise }, 'push')} match={match} sort={choice.sort} onSort={sortBy}
        {...(rows === undefined ? {} : { rows })} />
      {/* Below the table: it comes later, and must not move what is being read. */}
      <RenameOffer found={renames.data} rename={filters.rename}
        onRename={(rename) => onChange({ filters: { ...filters, rename } }, 'push')} />
    </>
  );
  if (!isComplete) return <div className={pageStyles.bar}>{sides}<span className={pageStyles.end}>{how}</span></div>;
  const notes = row === undefined ? '' : [
    `Change of flat: ${sureWords(row)}, of cum: ${sureWords({ sure: row.cumSure, qValue: row.cumQValue })}.`,
    known && shareDisagrees(row.cum, known.totals)
      ? 'Value and share of total changed in opposite directions: the total changed more than this function.' : '',
  ].join(' ');

  return (
    <>
      <ViewArea
        view={view} tab={choice.functionTab} search={search} selectedName={selectedFunction} onChange={onChange}
        top={top} data={data} label={choice.label} onLabel={(label) => onChange({ label }, 'replace')}
        onTagFocus={(tagfocus) => onChange({ filters: { ...filters, tagfocus } }, 'push')}
        subject={sides}
        measure={
          <>
            <NativeSelect size="xs" aria-label="sample type" className={pageStyles.select} value={sampleType}
              data={shared.map(({ value }) => value)}
              onChange={(event) => onChange({ sampleType: event.currentTarget.value }, 'push')} />
            <NormalizeControl normalize={normalize} onNormalize={normalizeBy} top={top.data} />
          </>
        }
        tools={
          <>
            <FlameFilters filters={filters} onChange={(next) => onChange({ filters: next }, 'push')} isDiff />
            <OptionsMenu>
              <DiffControls percentOf={percentOf} widthBy={widthBy} colourBy={colourBy} onChange={onChange} />
              <GrowChoice grow={choice.grow} onGrow={(grow) => onChange({ grow }, 'push')} />
              <UnitChoice per={per} sides={[{ side: 'before', ids: before }, { side: 'after', ids: after }]}
                sampleType={sampleType} onPer={(next) => onChange({ per: next }, 'push')} />
            </OptionsMenu>
          </>
        }
        end={
          <>
            <ShareMenu reports={reports} links={links} view={view} tab={choice.functionTab} question={question}
              runbook={{
                panel: 'diff',
                diff: { before, after, query: embedQuery({ normalize, ...stackFilters, sampleType: chosenType }) },
              }} />
            {how}
          </>
        }
        head={
          <>
            <KindTabs profiles={profiles} before={before} after={after} onCompare={
              (next) => onChange(
                {
                  ...next, sampleType: null, search: '', selectedFunction: null, label: null,
                  // Other kinds lack the function, and most of them a duration.
                  normalize: normalize.startsWith('function:') || normalize === normalizeOfIds(profiles, before, after)
                    ? 'none' : choice.normalize,
                },
                'push'
              )
            } />
            <FilterChips filters={filters} onChange={(next) => onChange({ filters: next }, 'push')}
              subsystems={data.subsystems.data} />
            {top.error !== null && normalize !== 'none' && <Button size="xs" className={styles.reference}
              onClick={() => normalizeBy('none')}>Compare without normalization</Button>}
            <ProfileHeadline title="Profile diff" caveat={caveat} isOfDiff
              finding={finding} context={known ? findingContext(known, normalize) : ''} />
            <SideWindows before={before} after={after} zone={zone} />
            <SubsystemStrip query={data.subsystems} bars={2} filters={filters}
              onFilters={(next) => onChange({ filters: next }, 'push')} />
          </>
        }
        flame={
          <>
            <PanelFrame title="Flame graph" query={flame} waitingFor="Laying out stacks" height={FLAME_PX}
              headingLevel={2} progress={<DiffSteps of="flame graph" before={before} after={after} />}>
              {(answer) => <DiffPicture answer={answer} subject={subject} minRatio={minRatio} widthBy={widthBy}
                colourBy={colourBy} search={search} selectedName={selectedFunction} onMenu={open} />}
            </PanelFrame>
            <div className={styles.below}>
              {flame.data !== undefined && (
                <PanelFrame title="What changed" query={top} waitingFor="Summing functions" height={BELOW_PX}
                  headingLevel={2} progress={<DiffSteps of="table" before={before} after={after} />}>
                  {(table) => tableOf(table, compileSearch(search), BELOW_ROWS)}
                </PanelFrame>
              )}
            </div>
          </>
        }
        table={(table, match) => isDiff(table) && tableOf(table, match)}
        drawHalf={(half) => half.kind === 'diff' && <DiffHalf half={half} colourBy={colourBy} widthBy={widthBy} />}
        functionActions={
          selectedFunction !== null && <ReferenceButton name={selectedFunction} row={row} onNormalize={normalizeBy} />
        }
        functionNotes={notes}
      />
      {menu}
    </>
  );
}

/** Returns whether both sides are CPU windows; they are compared per second, because coverage can differ. */
function areCpuWindows({ before, after }: Pick<DiffChoice, 'before' | 'after'>): boolean {
  return [before, after].every((ids) => ids.length === 1 && windowOf(ids[0] ?? '')?.kind === 'cpu');
}

/** Returns the parameters of stack and row requests. drop_negative only removes rows, as in pprof. */
function useDiffQuestion({ before, after, normalize: chosen, per, filters, sampleType, percentOf }: DiffChoice) {
  const { drop_negative: dropNegative, ...stackFilters } = filters;
  const stackKey = JSON.stringify(stackFilters);
  const normalize = normalizeOf(per, chosen);
  const plain = useMemo(
    () => ({ before, after, normalize, ...(JSON.parse(stackKey) as ProfileFilters), sampleType }),
    [before, after, normalize, stackKey, sampleType]
  );
  const params = useMemo(() => ({ ...plain, per }), [plain, per]);
  const rowParams = {
    ...(dropNegative === true ? { drop_negative: true } : {}),
    ...(percentOf === 'changed' ? { base: 'base' as const } : {}),
  };
  return { plain, params, rowParams, stackFilters };
}
