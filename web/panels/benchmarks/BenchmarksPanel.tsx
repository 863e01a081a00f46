import { Button, FileButton } from '@mantine/core';
import { useState } from 'react';
import type { BenchmarkRequest } from '../../../server/api/contract.ts';
import { useCompareBenchmarks } from '../../api/benchmarks.ts';
import { useProfiles } from '../../api/queries.ts';
import { FindingHeadline } from '../../ui/FindingHeadline.tsx';
import { Link } from '../../ui/Link.tsx';
import { useUrlState } from '../../useUrlState.ts';
import shared from '../panel.module.css';
import { BenchmarkReportView } from './BenchmarkReportView.tsx';
import styles from './Benchmarks.module.css';

const INVITATION = 'Paste or drop two outputs of go test -bench, or two of GNU time: what changed, and whether it is real.';
type NamedText = NonNullable<BenchmarkRequest['files']>[number];

/** Two boxes to paste into, files by dialog or drop (up to eight, the first the base), and the comparison. */
export function BenchmarksPanel() {
  const [files, setFiles] = useState<NamedText[]>([{ name: 'before', text: '' }, { name: 'after', text: '' }]);
  const compare = useCompareBenchmarks();
  const write = (at: number, text: string): void => setFiles(files.map((file, i) => (i === at ? { ...file, text } : file)));
  const take = (chosen: readonly File[]): void => {
    void Promise.all(chosen.slice(0, 8).map(async (file) => ({ name: file.name, text: await file.text() }))).then((read) => {
      const [first] = read;
      if (first === undefined) return;
      // Names such as old.txt and new.txt say which is the base; a single file fills the first empty box.
      const sorted = [...read].sort((a, b) => Number(/new|after/i.test(a.name)) - Number(/new|after/i.test(b.name)));
      const empty = files.findIndex(({ text }) => text === '');
      const next = sorted.length > 1 ? sorted : files.map((file, i) => (i === Math.max(0, empty) ? first : file));
      setFiles(next);
      if (next.every(({ text }) => text !== '')) compare.mutate({ files: next });
    });
  };
  return (
    <div className={styles['report']} onDragOver={(event) => event.preventDefault()} onDrop={(event) => { event.preventDefault(); take([...event.dataTransfer.files]); }}>
      {compare.data === undefined && <FindingHeadline title="Benchmarks" finding={{ sentence: INVITATION, severity: null }} />}
      {compare.data !== undefined && <BenchmarkReportView report={compare.data} texts={pairOf(compare.variables.files)} onIgnore={(ignore) => compare.mutate({ files, ignore })} />}
      {compare.error !== null && <p role="alert" className={styles['error']}>{compare.error.message}</p>}
      <div className={styles['inputs']}>
        {files.map((file, at) => (
          <label key={at}>{file.name}{at === 0 ? ' (base)' : ''}
            <textarea value={file.text} spellCheck={false} placeholder="go test -run '^$' -bench . -benchmem -count 10" onChange={(event) => write(at, event.currentTarget.value)} />
          </label>
        ))}
      </div>
      <div className={shared['action']}>
        <Button size="xs" disabled={files.some(({ text }) => text.trim() === '')} loading={compare.isPending} onClick={() => compare.mutate({ files })}>Compare</Button>
        <FileButton multiple onChange={take} inputProps={{ 'aria-label': 'Benchmark files' }}>{(props) => <Button {...props} size="xs" variant="default">Choose files …</Button>}</FileButton>
        <span className={shared['note']}>or drop files here; nothing is kept on the server</span>
      </div>
      <ProfilePairs />
    </div>
  );
}

/** An embed compares two. */
function pairOf(files: readonly NamedText[] = []): { before: string; after: string } | null {
  const [before, after] = files;
  return before === undefined || after === undefined || files.length > 2 ? null : { before: before.text, after: after.text };
}

/** The profiles that go with the runs: a pair in hand leads to its diff. */
function ProfilePairs() {
  const { href } = useUrlState();
  const profiles = useProfiles().data ?? [];
  const pairs = profiles.flatMap((before) => {
    const label = before.pair?.side === 'before' ? before.pair.label : undefined;
    const after = profiles.find(({ pair }) => pair?.side === 'after' && pair.label === label);
    return label === undefined || after === undefined ? [] : [{ label, before: before.id, after: after.id }];
  });
  if (pairs.length === 0) return null;
  return (
    <p className={shared['note']}>Profiles of the runs: {pairs.slice(0, 8).map(({ label, before, after }, i) => (
      <span key={before}>{i > 0 && ', '}<Link href={href({ page: 'diff', before: [before], after: [after] })}>{label}</Link></span>
    ))}</p>
  );
}
