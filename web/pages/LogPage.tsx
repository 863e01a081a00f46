import { Button, FileButton } from '@mantine/core';
import { lazy, Suspense } from 'react';
import type { LogErrors, MeasuredReplay, OpenedLog } from '../../core/contract/contract.ts';
import { cutMiddle, formatBytes, formatZonedWindow } from '../../core/text/format.ts';
import { render } from '../../core/text/parts.ts';
import { withShortRange } from '../../core/views/log/sameDay.ts';
import { logParagraphs } from '../../core/views/log/logParagraphs.ts';
import { useJoinLog, useLogErrors, useOpenedLog, useOpenFile } from '../api/open/openQueries.ts';
import { useCurrentTarget } from '../api/useCurrentTarget.ts';
import { FindingHeadline } from '../ui/FindingHeadline.tsx';
import { EmptyState, PanelFrame } from '../ui/PanelFrame.tsx';
import { useUrlState } from '../url/useUrlState.ts';
import { LogResult } from '../panels/compaction/LogSection.tsx';
import { LogErrorLanes } from '../panels/log/LogErrorLanes.tsx';
import panelStyles from '../panels/shared/panel.module.css';
import styles from './LogPage.module.css';

const ReplayTimeline = lazy(async () => ({
  default: (await import('../panels/wal-replay/ReplayTimeline.tsx')).ReplayTimeline,
}));

const QueryLogResult = lazy(async () => ({
  default: (await import('../panels/queries/QueryLogResult.tsx')).QueryLogResult,
}));

const MAX_STARTS = 6;
const MAX_SENTENCE = 800;
const MAX_PARAGRAPH = 1500;

/** An opened log: its own claim, its starts and compactions. Not part of any target until joined. */
export default function LogPage() {
  const { state } = useUrlState();
  const query = useOpenedLog(state.log);
  if (state.log === null) return <EmptyState headingLevel={1} what="No log is open" action={<OpenLog />}
    why={<p>Open the log of a server, drop it anywhere on the page, or paste its lines.</p>} />;
  return (
    <PanelFrame title="Log" query={query} waitingFor="Reading the log">
      {(log) => <LogContent log={log} />}
    </PanelFrame>
  );
}

/** Opens a log by a file dialog; the answer names what another kind of file is. */
function OpenLog() {
  const { set } = useUrlState();
  const open = useOpenFile();
  const take = (file: File | null): void => {
    if (file !== null) open.mutate(file, { onSuccess: ({ log }) => { if (log !== null) set({ log }); } });
  };
  const words = open.error?.message ?? (open.data?.log === null ? open.data.sentence : null);
  return (
    <>
      <FileButton onChange={take} inputProps={{ 'aria-label': 'Log file' }}>
        {(props) => <Button {...props} size="xs" variant="default" loading={open.isPending}>Open a log …</Button>}
      </FileButton>
      {words !== null && <p className={panelStyles['note']} role="status">{cutMiddle(words, 400)}</p>}
    </>
  );
}

function LogContent({ log }: { log: OpenedLog }) {
  const { state } = useUrlState();
  const { starts, compactions, queries } = log;
  const read = starts ?? compactions ?? queries;
  const errors = useLogErrors(log.id);
  // Evidence that is a sentence of the page is not listed again.
  const shown = new Set([log.step, ...log.sentences]);
  const claim = {
    ...log.finding, sentence: withShortRange(log.finding.sentence),
    evidence: log.finding.evidence.filter((one) => !shown.has(render(one))),
  };
  return (
    <>
      <FindingHeadline title="Log" finding={claim} context={<>
        <span className="mono">{cutMiddle(log.name, 60)}</span> · {log.what.name} · {formatBytes(log.sizeBytes)}
        {read !== null && ` · ${formatZonedWindow(read.start, read.end, state.zone, read.end)}`}
      </>} actions={<JoinLog log={log} />} />
      {log.step !== null && <p className={styles['step']} data-testid="next-step"><b>What to do</b>{
        ` ${cutMiddle(withShortRange(log.step), MAX_SENTENCE)}`}</p>}
      {/* Nothing moves when the picture comes: what is below it comes with it. */}
      {errors.error !== null && <p className={panelStyles['note']} role="alert">
        Errors over time are not available: {cutMiddle(errors.error.message, 300)}</p>}
      {!errors.isPending && <LogDetails log={log} errors={errors.data ?? null} />}
    </>
  );
}

/** The picture of a log, what else it says, and its starts, queries and compactions. */
function LogDetails({ log, errors }: { log: OpenedLog; errors: LogErrors | null }) {
  const { state } = useUrlState();
  const { starts, compactions, queries } = log;
  const startCount = starts?.replays.length ?? 0;
  return (
    <>
      {errors !== null && <LogErrorLanes errors={errors} />}
      <Sentences log={log} />
      {startCount > MAX_STARTS && <p className={panelStyles['note']}>
        The newest {MAX_STARTS} of {startCount.toLocaleString('en-US')} starts:</p>}
      <Suspense fallback={null}>
        {starts?.replays.slice(-MAX_STARTS).toReversed().map((start) => (
          <ReplayTimeline key={start.key} replay={asReplay(start, log)} zone={state.zone}
            said={log.finding.sentence} />
        ))}
      </Suspense>
      {queries !== null && <Suspense fallback={null}><QueryLogResult log={queries} zone={state.zone} /></Suspense>}
      {compactions !== null && [compactions, ...compactions.others].map((server) => (
        <LogResult key={server.source} log={server} name={log.name} zone={state.zone} said={log.finding.sentence} />
      ))}
      <Whose log={log} />
    </>
  );
}

/** What else the log says; a part of the text that is something else begins a paragraph. */
function Sentences({ log: { sentences, step, next } }: { log: OpenedLog }) {
  const paragraphs = logParagraphs(sentences.map(withShortRange));
  // What to open instead is of no use beside a step.
  if (next !== null && step === null) paragraphs.push(next);
  if (paragraphs.length === 0) return null;
  return (
    <section className={panelStyles['section']} aria-label="What the text says">
      {paragraphs.map((text) => <p key={text} className={panelStyles['text']}>{cutMiddle(text, MAX_PARAGRAPH)}</p>)}
    </section>
  );
}

/** Returns a start in the form of the timeline; it is in no target's history. */
function asReplay({ key, ...start }: MeasuredReplay, { name, target }: OpenedLog) {
  return { ...start, id: key, source: 'log' as const, target, name, profiles: [], alsoIn: [] };
}

function partsWords({ starts, compactions, queries }: OpenedLog): string {
  const words = [
    starts === null ? '' : 'starts', compactions === null ? '' : 'compactions', queries === null ? '' : 'CPU spikes',
  ].filter((word) => word !== '');
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1) ?? ''}`;
}

/** Assigns the log to the current target; nothing if it has a target, or nothing to join. */
function JoinLog({ log }: { log: OpenedLog }) {
  const { target } = useCurrentTarget();
  const join = useJoinLog(log.id);
  const hasParts = log.starts !== null || log.compactions !== null || log.queries !== null;
  if (log.target !== null || target === null || !hasParts) return null;
  return (
    <>
      <Button size="compact-xs" variant="default" loading={join.isPending} onClick={() => join.mutate(target.name)}>
        It is the log of {cutMiddle(target.name, 40)}</Button>
      {join.error !== null && <span role="alert">{cutMiddle(join.error.message, 400)}</span>}
    </>
  );
}

/** The target assigned to the log, or that it has none. */
function Whose({ log }: { log: OpenedLog }) {
  return (
    <p className={panelStyles['note']}>
      {log.target !== null ? `Joined with the ${partsWords(log)} of ${cutMiddle(log.target, 60)}.`
        : 'The log names no target, so this page says nothing about the state of one.'}
    </p>
  );
}
