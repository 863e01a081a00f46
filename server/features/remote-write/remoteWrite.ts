/** The main thread's side of remote write: starts the sender thread, restarts it, and reports its state. */
import type { Clock } from '../../../core/time/clock.ts';
import type { RemoteWriteStatus } from '../../../core/contract/contract.ts';
import { formatBytes, formatNumber } from '../../../core/text/format.ts';
import type { RemoteWriteSettings } from '../../kernel/config/configTypes.ts';
import type { Faults } from '../../kernel/files/faults.ts';
import { log } from '../../kernel/logging/log.ts';
import { outboxFolder } from '../../data/store/outbox/outboxFolder.ts';
import { callsTo } from '../../kernel/threads/calls.ts';
import { RemoteThread } from '../../kernel/threads/remoteThread.ts';
import { RestartDelay } from '../../kernel/threads/restartDelay.ts';
import type { SenderStatus } from './sender.ts';
import type { SendWorkerMethods, SendWorkerOptions } from './sendWorker.ts';

export interface RemoteWriteOptions {
  settings: RemoteWriteSettings;
  dataDir: string;
  workerUrl: URL;
  faults: Faults;
  clock: Clock;
}

const HEAP_MB = 256;
const YOUNG_MB = 6;
/** Shorter troubles are not a fault, such as a restart of the engine. */
const TROUBLE_MS = 15_000;
/** Time to send the rest of the buffer when tsdbscope stops. */
const FINISH_MS = 1500;

export class RemoteWrite {
  private thread: RemoteThread<SenderStatus[]>;
  private last: SenderStatus[] = [];
  private readonly delay = new RestartDelay();
  /** Losses already reported for the current thread, by engine. */
  private readonly reported = new Map<string, { overflowed: number; damaged: number }>();
  private readonly refusing = new Set<string>();
  private isClosing = false;

  constructor(private readonly options: RemoteWriteOptions) {
    this.thread = this.start();
  }

  status(): RemoteWriteStatus[] {
    const nowMs = this.options.clock.nowMs();
    return this.last.map((one) => ({
      name: one.name, address: one.where,
      version: one.protocol === null ? null : one.protocol === 1 ? '1.0' : '2.0',
      sentSamples: one.storedSamples, refusedSamples: one.refused.samples, droppedSamples: one.overflowedSamples,
      pendingBytes: one.pendingBytes,
      delaySeconds: one.oldestMs === null ? 0 : Math.max(0, nowMs - one.oldestMs) / 1000,
      failure: one.trouble?.reason ?? null,
    }));
  }

  /** Sends the buffer as far as time allows; the rest is sent after the next start. */
  async close(): Promise<void> {
    this.isClosing = true;
    await callsTo<SendWorkerMethods>((method, args) => this.thread.call(method, args)).finish(FINISH_MS)
      // The thread ended by itself; nothing is lost, as the buffer has everything.
      .catch(() => undefined);
    await this.thread.end();
  }

  private start(): RemoteThread<SenderStatus[]> {
    const { settings: { engines, externalLabels }, dataDir, workerUrl, clock } = this.options;
    const workerData: SendWorkerOptions = { engines, externalLabels, folder: outboxFolder(dataDir) };
    const startedMs = clock.steadyMs();
    // A new thread counts from 0.
    this.reported.clear();
    return new RemoteThread<SenderStatus[]>({
      workerUrl, workerData, heapMb: HEAP_MB, youngMb: YOUNG_MB,
      onNews: (statuses) => { this.take(statuses); },
      onEnd: ({ message }) => {
        if (this.isClosing) return;
        log.error(`The part of tsdbscope that sends to engines ended and is started again (${message}).`);
        clock.background.after(this.delay.after(clock.steadyMs() - startedMs), () => {
          if (!this.isClosing) this.thread = this.start();
        });
      },
    });
  }

  private take(statuses: SenderStatus[]): void {
    this.last = statuses;
    for (const status of statuses) this.tell(status);
  }

  private tell({ name, where, trouble, pendingBytes, refused, overflowedSamples, damagedFiles }: SenderStatus): void {
    const { faults, settings, clock } = this.options;
    const reported = this.reported.get(name) ?? { overflowed: 0, damaged: 0 };
    const size = formatBytes(settings.bufferBytes);
    const missing = overflowedSamples - reported.overflowed;
    if (trouble !== null && (missing > 0 || clock.nowMs() - trouble.sinceMs > TROUBLE_MS)) {
      const lost = missing > 0 ? ` It is full: ${formatNumber(missing)} samples are dropped so far.` : '';
      faults.set(
        `remote-write:${name}`, `Samples do not reach the engine ${name} at ${where}: ${trouble.reason} `
          + `${formatBytes(pendingBytes)} wait in the buffer (at most ${size}).${lost}`
      );
    }
    if (trouble !== null) return;
    faults.mended(`remote-write:${name}`);
    if (missing > 0) faults.notice(
      `The buffer of remote write (${size}) was full: ${formatNumber(missing)} samples were dropped and are not in `
        + `${name}; increase storage.buffer.`
    );
    if (damagedFiles > reported.damaged)
      faults.notice(`A damaged file of the buffer of remote write was passed over: its rest is not in ${name}.`);
    this.reported.set(name, { overflowed: overflowedSamples, damaged: damagedFiles });
    if (refused.last === null || this.refusing.has(name)) return;
    this.refusing.add(name);
    faults.notice(
      `The engine ${name} refuses samples of ${refused.last.series} (${refused.last.reason}). They are dropped, others `
        + 'are sent; further refusals are only counted in /status.'
    );
  }
}
