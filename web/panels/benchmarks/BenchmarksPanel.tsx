import { Button, FileButton } from '@mantine/core';
import { useState } from 'react';
import { readTexts, sortBenchmarks, type NamedText } from '../../api/files/benchmarkFiles.ts';
import { plainFiles } from '../../api/files/droppedFiles.ts';
import { sortDropped } from '../../api/files/recordingFiles.ts';
import { FindingHeadline } from '../../ui/FindingHeadline.tsx';
import { usePageDrop } from '../../ui/drop/usePageDrop.ts';
import shared from '../shared/panel.module.css';
import { BenchmarksHow } from './howComputed.tsx';
import { MAX_OUTPUTS, swapped, withFiles } from './benchmarkDraft.ts';
import { BenchmarkProfiles } from './BenchmarkProfiles.tsx';
import { BenchmarkReportView } from './BenchmarkReportView.tsx';
import styles from './Benchmarks.module.css';
import { ShareOutputs } from './ShareOutputs.tsx';
import { useComparison } from './useComparison.ts';
import { useRunProfiles } from './useRunProfiles.ts';

/** Files that are text by name, so that an error refers to a benchmark output. */
const TEXT_NAME = /\.(txt|bench|log|out|md)$/i;
const INVITATION =
  'Paste or drop two or more outputs of go test -bench, or two of time, to see what changed significantly.';

/** Text boxes, files by dialog or drop (two to eight, the first is the base), and their comparison. */
export function BenchmarksPanel() {
  const [isOpen, setIsOpen] = useState(true);
  const [ignoredFiles, setIgnoredFiles] = useState(0);
  const { files, shown, error, isComparing, isOpening, change, run, sharing } = useComparison(() => setIsOpen(false));
  const write = (at: number, text: string): void =>
    change(files.map((file, i) => (i === at ? { ...file, text } : file)));
  const uploads = useRunProfiles();
  const take = async (chosen: readonly File[]): Promise<void> => {
    const texts = await readTexts(chosen.slice(0, MAX_OUTPUTS));
    const next = withFiles(files, texts);
    setIgnoredFiles(Math.max(0, chosen.length - MAX_OUTPUTS));
    change(next);
    if (next.every(({ text }) => text !== '')) run(next);
  };
  const takeDrop = async (dropped: readonly File[]): Promise<void> => {
    const { benchmarks, others } = await sortBenchmarks(dropped);
    const [texts, profiles] = [
      [...benchmarks, ...others.filter(({ name }) => TEXT_NAME.test(name))],
      others.filter(({ name }) => !TEXT_NAME.test(name)),
    ];
    if (texts.length > 0) await take(texts);
    if (profiles.length > 0) await uploads.add(profiles);
  };
  const isOver = usePageDrop((dropped) => void takeDrop(sortDropped(plainFiles(dropped)).profiles));
  const { files: compared = [], ignore = [], exact = [], col, row, subtractDrift = false } = shown?.asked ?? {};
  return (
    <div className={styles['report']} aria-busy={isOpening}>
      {shown === null && <FindingHeadline title="Benchmarks" finding={{ sentence: INVITATION, severity: null }}
        actions={<BenchmarksHow />} />}
      {[error, sharing.error].map((one, i) => one !== null
        && <p key={i} role="alert" className={styles['error']}>{one.message}</p>)}
      {shown !== null && <BenchmarkReportView report={shown.report}
        texts={col === undefined && row === undefined ? pairOf(compared) : null}
        options={{
          ignore, exact, subtractDrift, ...(col === undefined ? {} : { col }), ...(row === undefined ? {} : { row }),
        }}
        onCompare={(options) => run(compared, options)} share={<ShareOutputs sharing={sharing} />} />}
      {shown !== null && <BenchmarkProfiles />}
      <details className={styles['outputs']} open={isOpen} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
        <summary>Outputs to compare: {files.map(({ name }) => name).join(', ')}</summary>
        <div className={styles['inputs']}>
          {files.map((file, at) => (
            <label key={at}>{file.name}{at === 0 ? ' (base)' : ''}
              <textarea value={file.text} spellCheck={false}
                placeholder="go test -run '^$' -bench . -benchmem -count 10"
                onChange={(event) => write(at, event.currentTarget.value)} />
            </label>
          ))}
        </div>
        <div className={shared['action']}>
          <Button size="xs" disabled={files.every(({ text }) => text.trim() === '')} loading={isComparing}
            onClick={() => run(files)}>Compare</Button>
          <FileButton multiple onChange={(chosen) => void take(chosen)}
            inputProps={{ 'aria-label': 'Benchmark files' }}>
            {(props) => <Button {...props} size="xs" variant="default">Choose files …</Button>}</FileButton>
          {files.length < MAX_OUTPUTS && <Button size="xs" variant="default"
            onClick={() => change([...files, { name: `output ${files.length + 1}`, text: '' }])}>Add output</Button>}
          {files.length > 2 && <Button size="xs" variant="default"
            onClick={() => change(files.slice(0, -1))}>Remove {files.at(-1)?.name}</Button>}
          {files.length === 2 && <Button size="xs" variant="default"
            onClick={() => change(swapped(files))}>Swap</Button>}
          <span className={shared['note']}>or drop files on the page, including profiles of the runs.
            {sharing.isShared ? ' The server stores these outputs: the address of this page opens them.'
              : ' The server stores outputs only when you copy a link to them.'}</span>
          {ignoredFiles > 0 && <span role="status">
            {ignoredFiles === 1 ? '1 file is' : `${ignoredFiles} files are`} ignored: at most {MAX_OUTPUTS} outputs
            are compared. Put all runs of one side into one file.</span>}
        </div>
      </details>
      {isOver && <div className={styles['veil']}><p>Drop outputs of go test -bench or time to compare them, and
        profiles of the runs</p></div>}
      {/* Until there is a comparison, its inputs come first. */}
      {shown === null && <BenchmarkProfiles />}
    </div>
  );
}

/** Returns the two texts of an embed; null for another number. */
function pairOf(files: readonly NamedText[]): { before: string; after: string } | null {
  const [before, after] = files;
  return before === undefined || after === undefined || files.length > 2 ? null
    : { before: before.text, after: after.text };
}
