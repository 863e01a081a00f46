import { Button, NativeSelect } from '@mantine/core';
import { useCallback } from 'react';
import type { ProfileInfo } from '../../../server/api/contract.ts';
import { csvHref, useProfileView } from '../../api/profileViews.ts';
import type { ProfileSubject } from '../../api/profileViews.ts';
import { useProfileFlame, useProfileTop } from '../../api/queries.ts';
import { CopyCommand } from '../../charts/CopyCommand.tsx';
import { flameMinRatio } from '../../charts/flameVisible.ts';
import { FlameFilters } from '../../charts/FlameFilters.tsx';
import { middleCut } from '../../charts/flameNames.ts';
import { FlameLabels } from '../../charts/FlameLabels.tsx';
import { FlameRollup } from '../../charts/FlameRollup.tsx';
import { FlameRollupBar } from '../../charts/FlameRollupBar.tsx';
import { labelViews, rollupRows } from '../../charts/flameViews.ts';
import { topCommand } from '../../charts/pprofCommand.ts';
import { formatBytes, formatDateTime, formatSeconds, formatValue } from '../../format.ts';
import { FindingHeadline } from '../../ui/FindingHeadline.tsx';
import { PanelFrame } from '../../ui/PanelFrame.tsx';
import type { UrlState, Zone } from '../../urlState.ts';
import { FunctionCard } from './FunctionCard.tsx';
import styles from './Profiles.module.css';
import { SingleFlame } from './SingleFlame.tsx';
import { TopTable } from './TopTable.tsx';
import { profileFinding } from './topView.ts';

export type ProfileChoice = Pick<UrlState, 'sampleType' | 'filters' | 'search' | 'selectedFunction' | 'functionTab' | 'label'>;

interface ProfileViewProps {
  info: ProfileInfo;
  zone: Zone;
  choice: ProfileChoice;
  onChange: (change: Partial<ProfileChoice>, how: 'push' | 'replace') => void;
}

const MAX_ROWS = 1_000;

/** One profile: its finding, flame graph and top table, linked by the selected function. */
export function ProfileView({ info, zone, choice, onChange }: ProfileViewProps) {
  const selectedName = choice.selectedFunction;
  // The flame graph is drawn anew when this changes, so it must not change with every render.
  const select = useCallback((next: string | null) => onChange({ selectedFunction: next }, 'replace'), [onChange]);
  const search = (text: string): void => onChange({ search: text }, 'replace');
  const params = { ...choice.filters, sampleType: choice.sampleType };
  const minRatio = flameMinRatio(info.samples);
  // First: questions about one profile are answered in turn, and the picture is what one waits for.
  const flame = useProfileFlame(info.id, { ...params, minRatio });
  const top = useProfileTop(info.id, { ...params, limit: MAX_ROWS });
  const subject: ProfileSubject = { kind: 'profile', id: info.id, params };
  const subsystems = useProfileView('subsystems', subject, {}, { enabled: top.data !== undefined, keepPrevious: true });
  const tags = useProfileView('tags', subject, {}, { enabled: top.data !== undefined, keepPrevious: true });
  const gcRow = subsystems.data && rollupRows(subsystems.data).find((row) => row.id === 'gc');
  const gcRatio = gcRow?.share.after ?? null;
  const sampleType = choice.sampleType ?? info.defaultSampleType;
  const name = middleCut(info.name, 60);
  return (
    <>
      <div className={styles.tools}>
        <NativeSelect size="xs" label="sample type" value={sampleType} data={info.sampleTypes.map(({ type, unit }) => ({ value: type, label: `${type} (${unit})` }))}
          onChange={(event) => onChange({ sampleType: event.currentTarget.value === info.defaultSampleType ? null : event.currentTarget.value }, 'push')} />
        <FlameFilters filters={choice.filters} onChange={(filters) => onChange({ filters }, 'push')} />
        <CopyCommand command={topCommand({ origin: window.location.origin, sampleType, filters: choice.filters }, info.id)} />
        <Button component="a" size="xs" variant="default" href={`/api/v1/profiles/${encodeURIComponent(info.id)}/download`} download>Download</Button>
      </div>
      <FindingHeadline finding={top.data ? profileFinding(top.data, info, Object.keys(choice.filters).length > 0, gcRatio) : { severity: null, sentence: '…' }} title={name} context={contextOf(info, zone)} />
      <div className={styles.split}>
        <div className={styles.main}>
          <FlameRollupBar query={subsystems} bars={1} />
          <PanelFrame title="Flame graph" query={flame} waitingFor="laying out the stacks" height={440} headingLevel={2}>
            {(answer) => <SingleFlame answer={answer} subject={subject} minRatio={minRatio} search={choice.search} onSearch={search} selectedName={selectedName} />}
          </PanelFrame>
          {top.data && (selectedName === null
            ? subsystems.data && <FlameRollup rows={rollupRows(subsystems.data)} unit={subsystems.data.unit} search={choice.search} onSearch={search} onSelect={select} csvHref={csvHref(subject, 'subsystems')} />
            : <FunctionCard name={selectedName} top={top.data} subject={subject} tab={choice.functionTab} onTab={(functionTab) => onChange({ functionTab }, 'replace')} onSelect={select} />)}
          {tags.data && (
            <FlameLabels labels={labelViews(tags.data)} chosen={choice.label} onChoose={(label) => onChange({ label }, 'replace')} unit={tags.data.unit}
              onFilter={(tagfocus) => onChange({ filters: { ...choice.filters, tagfocus } }, 'push')} csvHref={csvHref(subject, 'tags')} />
          )}
        </div>
        <PanelFrame title="Top functions" query={top} waitingFor="adding up the functions" height={440} headingLevel={2}>
          {(table) => <TopTable top={table} selectedName={selectedName} onSelect={select} csvHref={csvHref(subject, 'top', { limit: MAX_ROWS })} />}
        </PanelFrame>
      </div>
    </>
  );
}

function contextOf(info: ProfileInfo, zone: Zone): string {
  return [
    info.kind, info.time === null ? 'time not recorded' : formatDateTime(info.time, zone), info.durationSeconds ? formatSeconds(info.durationSeconds) : null,
    `${formatValue(info.samples, 'count')} samples`, formatBytes(info.sizeBytes), ...info.comments.slice(0, 3).map((comment) => middleCut(comment, 80)),
  ].filter((part) => part !== null).join(' · ');
}
