import { Button, NativeSelect } from '@mantine/core';
import { useCallback, useMemo } from 'react';
import type { FlameGraph as FlameAnswer, ProfileInfo, TopTable as TopAnswer } from '../../../core/contract/contract.ts';
import { apiPath } from '../../api/client.ts';
import { csvHref, useViewQueries, viewHref } from '../../api/profileViews.ts';
import type { ProfileSubject } from '../../api/profileViews.ts';
import { useProfileFlame, useProfileTop } from '../../api/queries.ts';
import { FilterChips, FlameFilters } from '../profile-views/FlameFilters.tsx';
import { middleCut } from '../../../core/views/flame/flameNames.ts';
import { flameMinRatio } from '../../../core/views/flame/flameVisible.ts';
import { FlameRollup } from '../profile-views/FlameRollup.tsx';
import { FlameRollupBar } from '../profile-views/FlameRollupBar.tsx';
import { pathPrefix } from '../../url/pathPrefix.ts';
import { rollupRows } from '../../../core/views/profile/flameViews.ts';
import { GrowChoice } from '../../charts/flame/GrowChoice.tsx';
import { ViewArea } from '../profile-views/ViewArea.tsx';
import { formatBytes, formatDateTime, formatSeconds, formatValue } from '../../../core/text/format.ts';
import { AddToRunbook } from '../../runbook/AddToRunbook.tsx';
import { embedQuery } from '../../runbook/embedForm.ts';
import { FindingHeadline } from '../../ui/FindingHeadline.tsx';
import { ProfileHow } from '../profile-views/ProfileHow.tsx';
import { PanelFrame } from '../../ui/PanelFrame.tsx';
import type { UrlState } from '../../../core/url/urlState.ts';
import type { Zone } from '../../../core/text/zone.ts';
import { FunctionCard } from './FunctionCard.tsx';
import { ProfileHalf } from './ProfileHalf.tsx';
import styles from './Profiles.module.css';
import { SingleFlame } from './SingleFlame.tsx';
import { TopTable } from './TopTable.tsx';
import { profileFinding, totalFinding } from '../../../core/views/profile/profileFinding.ts';

export type ProfileChoice = Pick<UrlState,
  'sampleType' | 'filters' | 'search' | 'selectedFunction' | 'functionTab' | 'label' | 'profileView' | 'sort' | 'grow'>;

interface ProfileViewProps {
  info: ProfileInfo;
  zone: Zone;
  choice: ProfileChoice;
  onChange: (change: Partial<ProfileChoice>, how: 'push' | 'replace') => void;
}

const MAX_ROWS = 1_000;
/** Approximate height of the content, so that nothing moves when it loads. */
const PAGE_PX = 1_100;
const FLAME_PX = 620;

/** One profile: its finding and all its views, linked by the selected function. */
export function ProfileView({ info, zone, choice, onChange }: ProfileViewProps) {
  const { profileView: view, selectedFunction: selectedName, filters, search } = choice;
  const select = useCallback((next: string | null) => onChange({ selectedFunction: next }, 'replace'), [onChange]);
  const searchFor = useCallback((text: string) => onChange({ search: text }, 'replace'), [onChange]);
  const sortBy = useCallback((sort: ProfileChoice['sort']) => onChange({ sort }, 'replace'), [onChange]);
  const params = useMemo(() => ({ ...filters, sampleType: choice.sampleType }), [filters, choice.sampleType]);
  const subject = useMemo<ProfileSubject>(() => ({ kind: 'profile', id: info.id, params }), [info.id, params]);
  const minRatio = flameMinRatio(info.samples);
  // The flame graph comes first: the table is requested once the flame graph is there.
  const flame = useProfileFlame(view === 'flame' ? info.id : null, { ...params, minRatio });
  const top = useProfileTop(view !== 'flame' || flame.isFetched ? info.id : null, { ...params, limit: MAX_ROWS });
  const early = view === 'flame' && top.data === undefined && top.error === null && flame.data !== undefined
    ? flame.data : null;
  const data = useViewQueries(
    subject,
    { view, function: selectedName, cardShowsLines: choice.functionTab === 'lines', enabled: top.data !== undefined }
  );
  const rollup = data.subsystems.data;
  const gcRatio = rollup ? rollupRows(rollup).find((row) => row.id === 'gc')?.share.after ?? null : null;
  const sampleType = choice.sampleType ?? info.defaultSampleType;
  const name = middleCut(info.name, 60);

  const flameView = (table: TopAnswer | null) => (
    <PanelFrame title="Flame graph" query={flame} waitingFor="Laying out stacks" height={FLAME_PX} headingLevel={2}>
      {(answer) => (
        <div className={styles.split}>
          <div className={styles.main}>
            <SingleFlame answer={answer} subject={subject} minRatio={minRatio} search={search} onSearch={searchFor}
              selectedName={selectedName} />
            {selectedName === null
              ? rollup && <FlameRollup rows={rollupRows(rollup)} unit={rollup.unit} search={search} onSearch={searchFor}
                onSelect={select} csvHref={csvHref(subject, 'subsystems')} />
              : table && (
                <FunctionCard name={selectedName} top={table} subject={subject} data={data} tab={choice.functionTab}
                  onTab={(functionTab) => onChange({ functionTab }, 'replace')}
                  onSelect={select} onSandwich={() => onChange({ profileView: 'sandwich' }, 'push')} />
              )}
          </div>
          <PanelFrame title="Top functions" query={top} waitingFor="Summing functions" height={FLAME_PX}
            headingLevel={2}>
            {(rows) => <TopTable top={rows} selectedName={selectedName} onSelect={select} match={{ state: 'none' }}
              sort={choice.sort} onSort={sortBy} isWide={false} />}
          </PanelFrame>
        </div>
      )}
    </PanelFrame>
  );

  return (
    <>
      <div className={styles.tools}>
        <NativeSelect size="xs" label="sample type" value={sampleType}
          data={info.sampleTypes.map(({ type, unit }) => ({ value: type, label: `${type} (${unit})` }))}
          onChange={
            (event) => onChange(
              { sampleType: event.currentTarget.value === info.defaultSampleType ? null : event.currentTarget.value },
              'push'
            )
          } />
        {view === 'flame' && <GrowChoice grow={choice.grow} onGrow={(grow) => onChange({ grow }, 'push')} />}
        <FlameFilters filters={filters} onChange={(next) => onChange({ filters: next }, 'push')} />
        <Button component="a" size="xs" variant="default" className={styles.last}
          href={apiPath('/profiles/{id}/download', { path: { id: info.id } })} download>Download pprof</Button>
      </div>
      <FilterChips filters={filters} onChange={(next) => onChange({ filters: next }, 'push')} />
      <PanelFrame title={name} query={early === null ? top : { ...top, data: withoutRows(early) }}
        waitingFor="Decoding the profile" height={PAGE_PX}>
        {(table) => (
          <>
            <div className={styles.finding}><FindingHeadline finding={
              early === null ? profileFinding(table, { info, isFiltered: Object.keys(filters).length > 0, gcRatio })
                : totalFinding(early)
            } title={name} context={contextOf(info, zone)} actions={
              <>
                <AddToRunbook source={
                  { panel: 'flamegraph', title: name, profile: { ids: [info.id], query: embedQuery(params) } }
                } />
                <ProfileHow ofDiff={false} />
              </>
            } /></div>
            <FlameRollupBar query={data.subsystems} bars={1} />
            <ViewArea
              view={view} onView={(next) => onChange({ profileView: next }, 'push')} search={search}
                onSearch={searchFor} table={table} selectedName={selectedName} onSelect={select}
              data={data} question={
                {
                  origin: window.location.origin + pathPrefix, sampleType, filters,
                  subject: { kind: 'profile', id: info.id }, function: selectedName,
                }
              }
              exportHref={
                (source, format) => viewHref(
                  subject, source, source === 'graph' ? null : format,
                  source === 'callers' || source === 'lines' ? { function: selectedName }
                    : source === 'top' ? { limit: 0 } : {}
                )
              }
              label={choice.label} onLabel={(label) => onChange({ label }, 'replace')}
                onTagFocus={(tagfocus) => onChange({ filters: { ...filters, tagfocus } }, 'push')}
              flame={flameView(early === null ? table : null)}
                drawHalf={(half) => half.kind === 'profile' && <ProfileHalf half={half} />}
              top={
                (match) => <TopTable top={table} selectedName={selectedName} onSelect={select} match={match}
                  sort={choice.sort} onSort={sortBy} isWide />
              }
            />
          </>
        )}
      </PanelFrame>
    </>
  );
}

function withoutRows({ unit, sampleType, total }: FlameAnswer): TopAnswer {
  return { unit, sampleType, total, rows: [], rowsLeftOut: 0 };
}

function contextOf(info: ProfileInfo, zone: Zone): string {
  return [
    info.kind, info.time === null ? 'time unknown'
      : formatDateTime(info.time, zone), info.durationSeconds ? formatSeconds(info.durationSeconds) : null,
    `${formatValue(info.samples, 'count')} samples`, formatBytes(info.sizeBytes),
    ...info.comments.slice(0, 3).map((comment) => middleCut(comment, 80)),
  ].filter((part) => part !== null).join(' · ');
}
