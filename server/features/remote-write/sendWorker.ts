/** Entry point of the thread that sends the remote write buffer to all engines in parallel. */
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { workerData } from 'node:worker_threads';
import { systemClock } from '../../../core/time/clock.ts';
import type { RemoteWriteSettings } from '../../kernel/config/configTypes.ts';
import { isMissing } from '../../kernel/files/wholeFile.ts';
import { bufferFile, bufferFiles } from '../../data/store/outbox/outboxFolder.ts';
import { ok, type Result } from '../../../core/result.ts';
import { ownMemory, type PartMemory } from '../../kernel/threads/calls.ts';
import { serve } from '../../kernel/threads/serve.ts';
import { cursorName } from './cursorFile.ts';
import { Sender } from './sender.ts';

export type SendWorkerOptions = Pick<RemoteWriteSettings, 'engines' | 'externalLabels'> & { folder: string };

/** Methods of the sender thread; its news messages are SenderStatus[]. */
export interface SendWorkerMethods {
  /** Resolves when everything is sent, or after `withinMs`. */
  finish(withinMs: number): Promise<void>;
  memory(): Promise<Result<PartMemory>>;
}

const STATUS_MS = 1000;

// The options come from remoteWrite.ts of the same build.
const { folder, engines, externalLabels } = workerData as SendWorkerOptions;
const senders = engines.map((config) => new Sender({ config, folder, externalLabels, clock: systemClock }));
await forgetOthers();
const running = Promise.all(senders.map((sender) => sender.run()));
const tell = serve<SendWorkerMethods>({
  finish: async (withinMs) => {
    for (const sender of senders) sender.finish(withinMs);
    await running;
    await report();
  },
  memory: () => Promise.resolve(ok(ownMemory())),
});
const endReports = systemClock.every(STATUS_MS, () => { void report(); });
await running;
endReports();

async function report(): Promise<void> {
  tell(await Promise.all(senders.map((sender) => sender.status())));
  // Keeps the newest file, which states what was sent before it.
  const needed = Math.min(...senders.map(({ neededFile }) => neededFile));
  for (const file of (await bufferFiles(folder)).slice(0, -1))
    if (file < needed) await rm(bufferFile(folder, file), { force: true });
}

/** Deletes cursors of engines no longer configured: an engine that returns starts with the buffer at that time. */
async function forgetOthers(): Promise<void> {
  const own = engines.map(({ name }) => cursorName(name));
  const names = await readdir(folder).catch((error: unknown) => {
    if (isMissing(error)) return [];
    throw error;
  });
  for (const name of names)
    if (name.startsWith('sent-') && !own.includes(name)) await rm(join(folder, name), { force: true });
}
