import type { ReactNode } from 'react';
import type { SelfDropped, SelfPart, SelfQueue, SelfStatus } from '../../../core/contract/contract.ts';
import { formatBytes, formatNumber, formatSeconds, formatValue } from '../../../core/text/format.ts';
import { lostOf, partText, queueText, selfHeadline } from '../../../core/views/self/selfView.ts';
import { useSelf } from '../../api/selfQuery.ts';
import { DataTable, type Column } from '../../ui/DataTable.tsx';
import { FindingHeadline } from '../../ui/FindingHeadline.tsx';
import { PanelFrame } from '../../ui/PanelFrame.tsx';
import { useAtMostPx } from '../../ui/useAtMostPx.ts';
import { SelfHow } from './howComputed.tsx';
import styles from './SelfPanel.module.css';

/** Resource usage of tsdbscope itself, its queues, and what it dropped and why. */
export function SelfPanel() {
  return (
    <PanelFrame title="tsdbscope itself" query={useSelf()} waitingFor="Measuring tsdbscope" height={420}>
      {(self) => <SelfView self={self} />}
    </PanelFrame>
  );
}

function SelfView({ self }: { self: SelfStatus }) {
  const { version, nodeVersion, time, startTime, measuredSeconds, storage } = self;
  const ran = formatSeconds(Math.round(time - startTime));
  const context = `Version ${version} on Node ${nodeVersion}, running for ${ran}`;
  return (
    <>
      <FindingHeadline title="tsdbscope itself" finding={selfHeadline(self)} context={context}
        actions={<SelfHow />} />
      <Facts self={self} />
      <Section title="Threads and processes">
        <Parts parts={self.parts} />
        <p className={styles['note']}>{measuredSeconds === 0 ? 'CPU is measured 10 s after the start.'
          : `CPU is the mean of the last ${formatSeconds(Math.round(measuredSeconds))}. The CPU and resident memory of `
            + 'the process include its threads.'}</p>
      </Section>
      <Section title="Queues"><Queues queues={self.queues} /></Section>
      <Section title="Dropped since the start"><Dropped dropped={lostOf(self)} /></Section>
      <Section title="Faults and notices">
        {storage.faults.length + storage.notices.length === 0
          ? <p className={styles['note']}>No faults, and nothing was lost or repaired.</p>
          : (
            <ul className={styles['list']}>
              {storage.faults.map(({ message }) => <li key={message}><strong>Fault: </strong>{message}</li>)}
              {storage.notices.map((notice) => <li key={notice}>{notice}</li>)}
            </ul>
          )}
      </Section>
    </>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return <section className={styles['section']}><h2>{title}</h2>{children}</section>;
}

function Facts({ self: { cpuCores, residentBytes, eventLoop, scrapes, readings, storage } }: { self: SelfStatus }) {
  const { due, late, skipped, maxLateSeconds } = scrapes;
  const facts: [name: string, value: string, more: string][] = [
    ['CPU', formatValue(cpuCores, 'cores'), 'of all its processes'],
    ['Resident memory', formatBytes(residentBytes), 'of all its processes'],
    [
      'Event-loop lag, p99', eventLoop === null ? '–' : formatSeconds(eventLoop.p99Seconds),
      eventLoop === null ? 'not measured yet' : `maximum ${formatSeconds(eventLoop.maxSeconds)}`,
    ],
    [
      'Scrapes 0.5 s late or more', due === 0 ? '–' : formatNumber(late),
      due === 0 ? 'no target is scraped'
        : `of ${formatNumber(due)} since the start; maximum ${formatSeconds(maxLateSeconds)}`,
    ],
    [
      'Skipped scrapes', due === 0 ? '–' : formatNumber(skipped),
      due === 0 ? 'no target is scraped' : 'since the start',
    ],
    [
      'GET requests for rules, targets, queries', formatNumber(readings.requests),
      readings.requests === 0 ? 'no target was asked'
        : `since the start, at most ${readings.mostPerMinute} per minute to one target; `
          + `${formatNumber(readings.failed)} failed`,
    ],
    ['Samples on disk', formatBytes(storage.bytes), `of at most ${formatBytes(storage.retentionBytes)}`],
  ];
  return (
    <dl className={styles['facts']}>
      {facts.map(([name, value, more]) => <div key={name}><dt>{name}</dt><dd>{value}<small>{more}</small></dd></div>)}
    </dl>
  );
}

function Parts({ parts }: { parts: SelfPart[] }) {
  const isNarrow = useAtMostPx(700);
  const columns: Column<SelfPart>[] = [
    { key: 'part', head: 'part', render: ({ part }) => partText(part) },
    { key: 'cpu', head: 'CPU', align: 'right', noWrap: true, render: ({ cpuCores }) => formatValue(cpuCores, 'cores') },
    {
      key: 'rss', head: 'resident', align: 'right', noWrap: true,
      render: ({ residentBytes }) => (residentBytes === null ? '' : formatBytes(residentBytes)),
    },
    { key: 'heap', head: 'heap', align: 'right', noWrap: true, render: ({ heapBytes }) => formatBytes(heapBytes) },
    ...isNarrow ? [] : [{
      key: 'external', head: 'outside the heap', align: 'right', noWrap: true,
      render: ({ externalBytes }) => formatBytes(externalBytes),
    } satisfies Column<SelfPart>],
  ];
  return <DataTable caption="Threads and processes" columns={columns} rows={parts} rowKey={({ part }) => part} />;
}

function Queues({ queues }: { queues: SelfQueue[] }) {
  const columns: Column<SelfQueue>[] = [
    { key: 'queue', head: 'queue', render: ({ queue }) => <bdi>{queueText(queue)}</bdi> },
    { key: 'running', head: 'running', align: 'right', render: ({ running }) => formatNumber(running) },
    { key: 'waiting', head: 'waiting', align: 'right', render: ({ waiting }) => formatNumber(waiting) },
  ];
  return <DataTable caption="Queues" columns={columns} rows={queues} rowKey={({ queue }) => queue} />;
}

function Dropped({ dropped }: { dropped: SelfDropped[] }) {
  if (dropped.length === 0) return <p className={styles['note']}>Nothing was dropped.</p>;
  const columns: Column<SelfDropped>[] = [
    { key: 'what', head: 'what', render: ({ what }) => what },
    { key: 'count', head: 'count', align: 'right', noWrap: true, render: ({ count }) => formatNumber(count) },
    { key: 'why', head: 'why', render: ({ why }) => why },
  ];
  return <DataTable caption="Dropped since the start" columns={columns} rows={dropped}
    rowKey={({ what, why }) => `${what} ${why}`} />;
}
