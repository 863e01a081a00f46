/** Tests what the description of a pod adds to the end of its container. */
import { describe, expect, it } from 'vitest';
import { podData } from './podData.ts';

const KILLED = 'The container tsdb was killed because it exceeded its memory limit of 1Gi (OOMKilled).';
const described = (type: string, path = '/tsdb'): string => [
  'Containers:', '  tsdb:', '    Args:', `      --storage.tsdb.path=${path}`, '      --storage.tsdb.retention.time=30d',
  '    Mounts:', '      /etc/a from config (ro)', '      /tsdb from db-volume (rw)', '      /tmp from scratch (rw)',
  'Volumes:', '  db-volume:', `    Type:       ${type}`, '    Medium:', '  scratch:', '    Type:     EmptyDir (a)',
].join('\n');

describe('an OOM kill', () => {
  it('has a step, of Prometheus with what takes the memory', () => {
    expect(podData(KILLED, '', null)).toBe('Raise the memory limit, or find what takes the memory.');
    expect(podData(KILLED, '', 'Prometheus')).toContain('prometheus_tsdb_head_series');
    expect(podData(`${KILLED} Raise the limit, or find what takes the memory.`, '', 'Prometheus')).toBeNull();
  });

  it('explains 503 of probes by the replay', () => {
    const facts = 'It ended. The replay before that end took 41 s, as the end of its log says. The startup probe '
      + 'failed 3 times ("HTTP probe failed with statuscode: 503").';
    expect(podData(facts, '', 'Prometheus')).toContain('503 until its replay ends');
    expect(podData(facts, '', 'Thanos')).toBeNull();
  });
});

describe('the folder of the data', () => {
  it('in an emptyDir goes with the pod', () => {
    const facts = 'It ended.';
    const lost = 'Its data folder /tsdb is an emptyDir, so the data go when the pod is deleted or moved, whatever the '
      + 'retention of 30d allows: give it a persistent volume.';
    expect(podData(facts, described('EmptyDir (a temporary directory)'), 'Prometheus')).toBe(lost);
    expect(podData(facts, described('EmptyDir (a directory)', '/tsdb/data'), null)).toContain('/tsdb/data is');
  });

  it.each([
    ['a claim', described('PersistentVolumeClaim (a reference)')],
    ['another mount', described('EmptyDir (a temporary directory)', '/tsdb-old')], ['no description', 'It ended.'],
  ])('says nothing of %s', (_, text) => { expect(podData('It ended.', text, 'Prometheus')).toBeNull(); });
});
