import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, startKept, waitFor, type KeptProcess } from './childProcess.ts';

export interface ListedAlert {
  labels: Record<string, string>;
  annotations: Record<string, string>;
  startsAt: string;
  endsAt: string;
  generatorURL: string;
}

export interface AlertmanagerLab {
  /** host:port. */
  address: string;
  start(): Promise<void>;
  kill9(): Promise<void>;
  /** Those that fire. */
  alerts(): Promise<ListedAlert[]>;
  /** Ends it and removes the folder. */
  stop(): Promise<void>;
}

/** A real Alertmanager on a free loopback port that notifies nobody, started. */
export async function startAlertmanager(): Promise<AlertmanagerLab> {
  const folder = mkdtempSync(join(tmpdir(), 'tsdbscope-alertmanager-'));
  const address = `127.0.0.1:${await freePort()}`;
  writeFileSync(join(folder, 'am.yml'), 'route: {receiver: none}\nreceivers: [{name: none}]\n');
  let process_: KeptProcess | null = null;
  const lab: AlertmanagerLab = {
    address,
    start: async () => {
      process_ = await startKept([
        'prometheus-alertmanager', '--config.file=am.yml', '--storage.path=data', `--web.listen-address=${address}`,
        '--cluster.listen-address=',
      ], { logFile: join(folder, 'am.log'), cwd: folder });
      await waitFor('Alertmanager answers', 60_000, () => (
        fetch(`http://${address}/-/ready`).then((answer) => answer.ok, () => false)
      ));
    },
    kill9: async () => { await process_?.kill(); },
    alerts: async () => (await fetch(`http://${address}/api/v2/alerts`)).json() as Promise<ListedAlert[]>,
    stop: async () => {
      await process_?.kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
  await lab.start();
  return lab;
}
