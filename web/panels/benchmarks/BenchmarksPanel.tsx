import { Button, FileButton } from '@mantine/core';
import { useState } from 'react';
import type { BenchmarkReport, BenchmarkRequest } from '../../../server/api/contract.ts';
import { useCompareBenchmarks } from '../../api/benchmarks.ts';
import { FindingHeadline } from '../../ui/FindingHeadline.tsx';
import shared from '../panel.module.css';
import { inOrder, MOST_OUTPUTS, readDraft, writeDraft, type NamedText } from './benchmarkDraft.ts';
import { BenchmarkProfiles } from './BenchmarkProfiles.tsx';
import { BenchmarkReportView, type CompareOptions } from './BenchmarkReportView.tsx';
import styles from './Benchmarks.module.css';

const INVITATION = 'Paste or drop two or more outputs of go test -bench, or two of time: what changed, and whether it is real.';

/** Boxes to paste into, files by dialog or drop (two to eight, the first the base), and the comparison. */
export function BenchmarksPanel() {
  const [files, setFiles] = useState<NamedText[]>(() => readDraft(window.sessionStorage));
  const [isOpen, setIsOpen] = useState(true);
  const compare = useCompareBenchmarks();
  // Stays while the next comparison is under way.
  const [shown, setShown] = useState<{ report: BenchmarkReport; asked: BenchmarkRequest } | null>(null);
  const change = (next: NamedText[]): void => {
    setFiles(next);
    writeDraft(window.sessionStorage, next);
  };
  const run = (next: readonly NamedText[], options: CompareOptions = {}): void => {
    compare.mutate({ files: [...next], ...options }, { onSuccess: (report, asked) => {
      setShown({ report, asked });
      setIsOpen(false);
    } });
  };
  const write = (at: number, text: string): void => change(files.map((file, i) => (i === at ? { ...file, text } : file)));
  const take = (chosen: readonly File[]): void => {
    void Promise.all(chosen.slice(0, MOST_OUTPUTS).map(async (file) => ({ name: file.name, text: await file.text() }))).then((read) => {
      const [first] = read;
      if (first === undefined) return;
      // A single file fills the first empty box, or takes the base's place.
      const empty = files.findIndex(({ text }) => text === '');
      const next = read.length > 1 ? inOrder(read) : files.map((file, i) => (i === Math.max(0, empty) ? first : file));
      change(next);
      if (next.every(({ text }) => text !== '')) run(next);
    });
  };
  const { files: compared = [], ignore = [], exact = [] } = shown?.asked ?? {};
  return (
    <div className={styles['report']} onDragOver={(event) => event.preventDefault()} onDrop={(event) => { event.preventDefault(); take([...event.dataTransfer.files]); }}>
      {shown === null && <FindingHeadline title="Benchmarks" finding={{ sentence: INVITATION, severity: null }} />}
      {compare.error !== null && <p role="alert" className={styles['error']}>{compare.error.message}</p>}
      {shown !== null && <BenchmarkReportView report={shown.report} texts={pairOf(compared)} options={{ ignore, exact }} onCompare={(options) => run(compared, options)} />}
      <BenchmarkProfiles />
      <details className={styles['outputs']} open={isOpen} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
        <summary>Outputs to compare: {files.map(({ name }) => name).join(', ')}</summary>
        <div className={styles['inputs']}>
          {files.map((file, at) => (
            <label key={at}>{file.name}{at === 0 ? ' (base)' : ''}
              <textarea value={file.text} spellCheck={false} placeholder="go test -run '^$' -bench . -benchmem -count 10" onChange={(event) => write(at, event.currentTarget.value)} />
            </label>
          ))}
        </div>
        <div className={shared['action']}>
          <Button size="xs" disabled={files.some(({ text }) => text.trim() === '')} loading={compare.isPending} onClick={() => run(files)}>Compare</Button>
          <FileButton multiple onChange={take} inputProps={{ 'aria-label': 'Benchmark files' }}>{(props) => <Button {...props} size="xs" variant="default">Choose files …</Button>}</FileButton>
          {files.length < MOST_OUTPUTS && <Button size="xs" variant="default" onClick={() => change([...files, { name: `output ${files.length + 1}`, text: '' }])}>One more output</Button>}
          {files.length > 2 && <Button size="xs" variant="default" onClick={() => change(files.slice(0, -1))}>Leave out {files.at(-1)?.name}</Button>}
          {files.length === 2 && <Button size="xs" variant="default" onClick={() => change(files.toReversed())}>Swap</Button>}
          <span className={shared['note']}>or drop files here; nothing is kept on the server</span>
        </div>
      </details>
    </div>
  );
}

/** An embed compares two. */
function pairOf(files: readonly NamedText[]): { before: string; after: string } | null {
  const [before, after] = files;
  return before === undefined || after === undefined || files.length > 2 ? null : { before: before.text, after: after.text };
}
