/**
 * All features; nothing else lists them. Optional ones are loaded on demand. `program.ts` opens them, each with the
 * results of those before it.
 */
import { accessFeature } from '../features/access/feature.ts';
import { addTargetsFeature } from '../features/add-targets/feature.ts';
import { benchmarksFeature } from '../features/benchmarks/feature.ts';
import { embedsFeature } from '../features/embeds/feature.ts';
import { handoverFeature } from '../features/handover/feature.ts';
import { logsFeature } from '../features/logs/feature.ts';
import { notesFeature } from '../features/notes/feature.ts';
import { picturesFeature } from '../features/pictures/feature.ts';
import { postmortemFeature } from '../features/postmortem/feature.ts';
import { profilesFeature } from '../features/profiles/feature.ts';
import { scrapingFeature } from '../features/scraping/feature.ts';
import { targetsFeature } from '../features/targets/feature.ts';

export const FEATURES = {
  remoteWrite: async () => (await import('../features/remote-write/feature.ts')).remoteWriteFeature,
  objectStore: async () => (await import('../features/object-store/feature.ts')).objectStoreFeature,
  profiles: profilesFeature,
  access: accessFeature,
  pictures: picturesFeature,
  benchmarks: benchmarksFeature,
  notes: notesFeature,
  logs: logsFeature,
  embeds: embedsFeature,
  targets: targetsFeature,
  postmortem: postmortemFeature,
  handover: handoverFeature,
  addTargets: addTargetsFeature,
  shards: async () => (await import('../features/shards/feature.ts')).shardsFeature,
  scraping: scrapingFeature,
  discovery: async () => (await import('../features/discovery/feature.ts')).discoveryFeature,
  alerting: async () => (await import('../features/alerting/feature.ts')).alertingFeature,
};
