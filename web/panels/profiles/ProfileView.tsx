import { NativeSelect } from '@mantine/core';
import { useCallback, useMemo } from 'react';
import type { ReactNode } from 'react';
import type { ProfileInfo, TopTable as TopAnswer } from '../../../core/contract/contract.ts';
import { apiPath } from '../../api/client.ts';
import { useViewQueries, viewHref } from '../../api/profileViews.ts';
import type { ProfileSubject } from '../../api/profileViews.ts';
import { useProfileFlame, useProfiles, useProfileTop } from '../../api/queries.ts';
import { FilterChips, FlameFilters } from '../profile-views/FlameFilters.tsx';
import { profileName } from '../../../core/views/charts/spanWords.ts';
import { middleCut } from '../../../core/views/flame/flameNames.ts';
import { flameMinRatio } from '../../../core/views/flame/flameVisible.ts';
import { pathPrefix } from '../../url/pathPrefix.ts';
import { isDiff, rollupRows } from '../../../core/views/profile/flameViews.ts';
import { GrowChoice } from '../../charts/flame/GrowChoice.tsx';
import { UnitChoice } from '../profile-views/UnitChoice.tsx';
import { ViewArea } from '../profile-views/ViewArea.tsx';
import { formatBytes, formatDateTime, formatSeconds, formatValue } from '../../../core/text/format.ts';
import { embedQuery } from '../../runbook/embedForm.ts';
import { useFrameMenu } from '../profile-views/FrameMenu.tsx';
import { OptionsMenu } from '../profile-views/OptionsMenu.tsx';
import { ProfileHeadline } from '../profile-views/ProfileHeadline.tsx';
import pageStyles from '../profile-views/ProfilePage.module.css';
import { ShareMenu } from '../profile-views/ShareMenu.tsx';
import { SubsystemStrip } from '../profile-views/SubsystemStrip.tsx';
import { compileSearch, type Match } from '../../../core/views/profile/viewSearch.ts';
import { viewExports } from '../../../core/views/profile/viewExports.ts';
import { onPage, renderAnswer } from '../../../core/text/parts.ts';
import { PanelFrame } from '../../ui/PanelFrame.tsx';
import type { UrlState } from '../../../core/url/urlState.ts';
import type { Zone } from '../../../core/text/zone.ts';
import { AssemblyView } from './AssemblyView.tsx';
import { CompareSpan } from './CompareSpan.tsx';
import { ProfileHalf } from './ProfileHalf.tsx';
import { TimelineView } from './TimelineView.tsx';
import { SingleFlame } from './SingleFlame.tsx';
import styles from './Profiles.module.css';
import { TopTable } from './TopTable.tsx';
import { needsSubsystems, profileFinding, totalFinding } from '../../../core/views/profile/profileFinding.ts';
import { leadingFacts } from '../../../core/views/profile/said/fileClaims.ts';
import { SeriesLine } from './SeriesLine.tsx';
import { seriesNote } from '../../../core/views/profile/said/seriesClaims.ts';

export type ProfileChoice = Pick<UrlState,
  'sampleType' | 'per' | 'timeWindow' | 'filters' | 'search' | 'selectedFunction' | 'functionTab' | 'label'
    | 'profileView' | 'sort' | 'grow'>;

interface ProfileViewProps {
  info: ProfileInfo;
  zone: Zone;
  choice: ProfileChoice;
  /** The page's own controls: at the start and at the end of the toolbar. */
  back: ReactNode;
  how: ReactNode;
  onChange: (change: Partial<ProfileChoice>, how: 'push' | 'replace') => void;
}

const MAX_ROWS = 1_000;
const NO_ROWS: readonly never[] = [];
const FLAME_PX = 620;
/** Rows below the flame graph; a button shows the others. */
const BELOW_ROWS = 8;

/** One profile: its finding and all its views, linked by the selected function. */
export function ProfileView({ info, zone, back, how, choice, onChange }: ProfileViewProps) {
  const { profileView: view, selectedFunction: selectedName, filters, search } = choice;
  const select = useCallback((next: string | null) => onChange({ selectedFunction: next }, 'replace'), [onChange]);
  const sortBy = useCallback((sort: ProfileChoice['sort']) => onChange({ sort }, 'replace'), [onChange]);
  const params = useMemo(
    () => ({ ...filters, sampleType: choice.sampleType, per: choice.per }), [filters, choice.sampleType, choice.per]
  );
  const subject = useMemo<ProfileSubject>(() => ({ kind: 'profile', id: info.id, params }), [info.id, params]);
  const minRatio = flameMinRatio(info.samples);
  // The flame graph comes first; the table is requested once it is loaded.
  const flame = useProfileFlame(view === 'flame' ? info.id : null, { ...params, minRatio });
  const top = useProfileTop(view !== 'flame' || flame.isFetched ? info.id : null, { ...params, limit: MAX_ROWS });
  const data = useViewQueries(
    subject, { view, function: selectedName, tab: choice.functionTab, enabled: top.data !== undefined }
  );
  const rollup = data.subsystems.data;
  const strip = rollup?.rows ?? NO_ROWS;
  const gcRatio = rollup ? rollupRows(rollup).find((row) => row.id === 'gc')?.share.after ?? null : null;
  const sampleType = choice.sampleType ?? info.defaultSampleType;
  const name = middleCut(profileName(info, zone), 60);
  const isFiltered = Object.keys(filters).length > 0;
  const finding = useMemo(() => {
    const told = leadingFacts(info, { sampleType, isFiltered });
    // Waits for the roll-up if that changes the claim.
    const isKnown = top.data !== undefined && (rollup !== undefined || filters.subsystem !== undefined
      || data.subsystems.error !== null || !needsSubsystems(top.data));
    // The roll-up must cover all subsystems, so it is not used with a subsystem filter.
    const subsystems = rollup !== undefined && !isDiff(rollup) && filters.subsystem === undefined ? rollup : null;
    const found = told ?? (isKnown ? profileFinding(top.data, { info, isFiltered, gcRatio, subsystems })
      : flame.data === undefined ? null : totalFinding(flame.data));
    return found === null ? null : renderAnswer(found, onPage(zone));
  }, [
    top.data, flame.data, info, sampleType, isFiltered, gcRatio, zone, rollup, filters.subsystem, data.subsystems.error,
  ]);
  const { data: stored } = useProfiles();
  const note = seriesNote(info, stored ?? null);
  const { open, menu } = useFrameMenu({
    filters, onFilters: (next) => onChange({ filters: next }, 'push'),
    onOpen: (function_, functionTab) => onChange({ selectedFunction: function_, functionTab }, 'push'),
  });
  const tableOf = (table: TopAnswer, match: Match, rows?: number): ReactNode => (
    <TopTable top={table} selectedName={selectedName} onSelect={select} match={match} sort={choice.sort}
      onSort={sortBy} {...(rows === undefined ? {} : { rows })} />
  );
  const links = viewExports(view, selectedName !== null, (source, format) => viewHref(
    subject, source, source === 'graph' ? null : format,
    source === 'callers' || source === 'lines' ? { function: selectedName } : source === 'top' ? { limit: 0 }
      : view === 'time' ? { order: 'time' } : {}
  ));
  const reports = [{
    label: 'pprof', href: apiPath('/profiles/{id}/download', { path: { id: info.id } }),
    file: middleCut(info.name, 120),
  }];
  return (
    <>
      <ViewArea
        view={view} tab={choice.functionTab} search={search} selectedName={selectedName} onChange={onChange}
        top={top} data={data} label={choice.label} onLabel={(label) => onChange({ label }, 'replace')}
        onTagFocus={(tagfocus) => onChange({ filters: { ...filters, tagfocus } }, 'push')}
        subject={
          <>
            {back}
            <strong className={pageStyles.name} title={middleCut(info.name, 400)}>{name}</strong>
          </>
        }
        measure={
          <>
            <NativeSelect size="xs" aria-label="sample type" className={pageStyles.select} value={sampleType}
              data={info.sampleTypes.map(({ type }) => type)}
              onChange={({ currentTarget: { value } }) => onChange(
                { sampleType: value === info.defaultSampleType ? null : value }, 'push'
              )} />
            <CompareSpan id={info.id} />
          </>
        }
        tools={
          <>
            <FlameFilters filters={filters} onChange={(next) => onChange({ filters: next }, 'push')} />
            <OptionsMenu>
              <GrowChoice grow={choice.grow} onGrow={(grow) => onChange({ grow }, 'push')} />
              <UnitChoice per={choice.per} sides={[{ side: '', ids: [info.id] }]} sampleType={sampleType}
                onPer={(per) => onChange({ per }, 'push')} />
            </OptionsMenu>
          </>
        }
        end={
          <>
            <ShareMenu reports={reports} links={links} view={view} tab={choice.functionTab}
              runbook={{
                panel: 'flamegraph', title: name,
                profile: { ids: [info.id], query: embedQuery({ ...params, per: null }) },
              }}
              question={{
                origin: window.location.origin + pathPrefix, sampleType, filters,
                subject: { kind: 'profile', id: info.id }, function: selectedName,
              }} />
            {how}
          </>
        }
        head={
          <>
            <FilterChips filters={filters} onChange={(next) => onChange({ filters: next }, 'push')}
              subsystems={data.subsystems.data} />
            <ProfileHeadline title={name} finding={finding} context={contextOf(info, zone)}
              note={note === null ? null : <SeriesLine note={note} />} />
            <SubsystemStrip query={data.subsystems} bars={1} filters={filters}
              onFilters={(next) => onChange({ filters: next }, 'push')} />
          </>
        }
        flame={
          <>
            <PanelFrame title="Flame graph" query={flame} waitingFor="Laying out stacks" height={FLAME_PX}
              headingLevel={2}>
              {(answer) => <SingleFlame answer={answer} subject={subject} minRatio={minRatio} search={search}
                selectedName={selectedName} strip={strip} onMenu={open} />}
            </PanelFrame>
            <section className={styles.below} aria-label="Largest functions">
              {top.data && tableOf(top.data, compileSearch(search), BELOW_ROWS)}
            </section>
          </>
        }
        time={view === 'time' ? <TimelineView id={info.id} params={params} window={choice.timeWindow} zone={zone}
          match={compileSearch(search)} strip={strip}
          onWindow={(timeWindow) => onChange({ timeWindow }, 'push')} /> : null}
        assembly={(name) => <AssemblyView id={info.id} params={params} name={name} />}
        table={(table, match) => !isDiff(table) && tableOf(table, match)}
        drawHalf={(half) => half.kind === 'profile' && <ProfileHalf half={half} strip={strip} />}
      />
      {menu}
    </>
  );
}

function contextOf(info: ProfileInfo, zone: Zone): string {
  return [
    info.kind, info.time === null ? 'time unknown'
      : formatDateTime(info.time, zone), info.durationSeconds ? formatSeconds(info.durationSeconds) : null,
    `${formatValue(info.samples, 'count')} samples`, formatBytes(info.sizeBytes),
    ...info.comments.slice(0, 3).map((comment) => middleCut(comment, 80)),
  ].filter((part) => part !== null).join(' · ');
}
