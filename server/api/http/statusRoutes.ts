import { Router } from 'express';
import type { ServerStatus } from '../../../core/contract/contract.ts';
import type { ApiDeps } from './deps.ts';
import { sendData } from './errors.ts';
import { serve } from './route.ts';

export function statusRoutes(deps: ApiDeps): Router {
  const router = Router();
  serve(router, 'GET /status', async (_, res) => {
    const status: ServerStatus = {
      version: deps.version,
      startTime: deps.startTimeMs / 1000,
      demo: deps.demo(),
      storage: await deps.data.status(),
    };
    sendData(res, status);
  });
  return router;
}

/** tsdbscope's own health and metrics, in the shapes its targets use. */
export function ownRoutes(deps: ApiDeps): Router {
  const router = Router();
  serve(router, 'GET /healthz', (_, res) => {
    res.type('text/plain').send('tsdbscope is healthy.\n');
  });
  serve(router, 'GET /readyz', async (_, res) => {
    const { state, reason } = await deps.data.status();
    res.status(state === 'recording' ? 200 : 503).type('text/plain');
    res.send(state === 'recording' ? 'tsdbscope is ready.\n' : `Recording is stopped: ${reason ?? 'unknown'}\n`);
  });
  serve(router, 'GET /metrics', async (_, res) => {
    res.type('text/plain; version=0.0.4; charset=utf-8').send(await ownMetrics(deps));
  });
  return router;
}

async function ownMetrics(deps: ApiDeps): Promise<string> {
  const storage = await deps.data.status();
  const targets = await deps.targets.list();
  const usage = process.cpuUsage();
  const escape = (text: string): string => text.replace(/\\/g, '\\\\').replace(/"/g, '\\"').replace(/\n/g, '\\n');
  return [
    metric('tsdbscope_build_info', 'gauge', 'Version of tsdbscope.', [[`{version="${escape(deps.version)}"}`, 1]]),
    metric('process_start_time_seconds', 'gauge', 'Start time of the process since the epoch.', [['', deps.startTimeMs / 1000]]),
    metric('process_cpu_seconds_total', 'counter', 'User and system CPU time.', [['', (usage.user + usage.system) / 1e6]]),
    metric('process_resident_memory_bytes', 'gauge', 'Resident memory.', [['', process.memoryUsage.rss()]]),
    metric('tsdbscope_storage_bytes', 'gauge', 'Bytes of samples on disk.', [['', storage.bytes]]),
    metric('tsdbscope_storage_recording', 'gauge', '1 while samples are stored, 0 while storage is stopped.', [['', storage.state === 'recording' ? 1 : 0]]),
    metric('tsdbscope_embeds', 'gauge', 'Embeds that can be opened.', [['', deps.embeds.store.list().length]]),
    metric('tsdbscope_embed_kept_bytes', 'gauge', 'Bytes of the answers kept with embeds.', [['', deps.embeds.store.allBytes()]]),
    metric('tsdbscope_embed_streams', 'gauge', 'Pages that follow embeds.', [['', deps.embeds.counts.streams]]),
    metric('tsdbscope_embed_requests_total', 'counter', 'Requests of embeds by what was asked for and how it was answered.', deps.embeds.counts.rows()
      .map(({ route, status, count }) => [`{route="${route}",code="${status}"}`, count])),
    metric('tsdbscope_target_up', 'gauge', '1 when the target is up.', targets
      .filter((target) => target.state !== 'recorded')
      .map((target) => [`{target="${escape(target.name)}",state="${target.state}"}`, target.state === 'up' ? 1 : 0])),
  ].join('');
}

function metric(name: string, type: string, help: string, rows: [string, number][]): string {
  return `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${rows.map(([labels, value]) => `${name}${labels} ${value}\n`).join('')}`;
}
