import { useEffect, useRef, useState } from 'react';
import type { BenchmarkReport } from '../../../core/contract/contract.ts';
import type { BenchmarkRequest } from '../../../core/contract/questions/benchmarkBody.ts';
import { useCompareBenchmarks, useStoredOutputs, useStoreOutputs } from '../../api/benchmarks.ts';
import type { NamedText } from '../../api/files/benchmarkFiles.ts';
import { withOwnFacts } from '../../../core/views/benchmarks/ownFacts.ts';
import type { ComparedOutputs } from '../../../core/url/panelChoices.ts';
import { useUrlState } from '../../url/useUrlState.ts';
import { boxesOf, readDraft, writeDraft } from './benchmarkDraft.ts';
import type { CompareOptions } from './BenchmarkReportView.tsx';

export interface Comparison {
  /** The boxes, filled or not. */
  files: NamedText[];
  /** Newest comparison, which stays while the next one runs; null before the first. */
  shown: { report: BenchmarkReport; asked: BenchmarkRequest } | null;
  /** Last error: of the comparison, or of the link's outputs. */
  error: Error | null;
  isComparing: boolean;
  /** Whether the outputs in the address are loading. */
  isOpening: boolean;
  change: (next: NamedText[]) => void;
  run: (next: readonly NamedText[], options?: CompareOptions) => void;
  sharing: Sharing;
}

export interface Sharing {
  /** Whether the address names the outputs. */
  isShared: boolean;
  isStoring: boolean;
  error: Error | null;
  /** Stores the compared outputs and puts their ids into the address; then calls `done`. */
  share: (done: () => void) => void;
}

/**
 * Returns the boxes and their comparison. Boxes come from the address, else from this tab; changing one removes the ids
 * from the address. The options of the comparison are also in the address.
 */
export function useComparison(onCompared: () => void): Comparison {
  const { state: { compared }, set } = useUrlState();
  const key = compared.outputs.join(',');
  const [files, setFiles] = useState<NamedText[]>(() => (key === '' ? readDraft(window.sessionStorage) : boxesOf([])));
  const [shown, setShown] = useState<Comparison['shown']>(null);
  const compare = useCompareBenchmarks();
  const store = useStoreOutputs();
  const stored = useStoredOutputs(compared.outputs);
  /** Ids of the outputs in the boxes. */
  const held = useRef('');
  const name = (next: Partial<ComparedOutputs>): void => {
    if (next.outputs !== undefined) held.current = next.outputs.join(',');
    set((now) => ({ compared: { ...now.compared, ...next } }), 'replace');
  };
  const fill = (next: NamedText[]): void => {
    setFiles(next);
    writeDraft(window.sessionStorage, next);
  };
  const run = (
    next: readonly NamedText[], { ignore = [], exact = [], col, row, subtractDrift = false }: CompareOptions = {},
    facts?: readonly string[]
  ): void => {
    name({ ignore, exact, col: col ?? null, row: row ?? null, subtractDrift });
    const keys = { ...(col === undefined ? {} : { col }), ...(row === undefined ? {} : { row }) };
    const given = next.filter(({ text }) => text.trim() !== '');
    compare.mutate({ files: given, ignore, exact, subtractDrift, ...keys }, {
      onSuccess: (report, asked) => {
        setShown({ report: withOwnFacts(report, facts), asked });
        onCompared();
      },
    });
  };
  const began = useRef(false);
  useEffect(() => {
    const isFirst = !began.current;
    began.current = true;
    const { ignore, exact, col, row, subtractDrift } = compared;
    const options = {
      ignore, exact, subtractDrift, ...(col === null ? {} : { col }), ...(row === null ? {} : { row }),
    };
    if (key === '') {
      // Outputs dropped on another page, or kept from before, are compared without a click.
      if (isFirst && files.every(({ text }) => text.trim() !== '')) run(files, options);
      return;
    }
    if (stored.data === undefined || held.current === key) return;
    held.current = key;
    const texts = stored.data.map((one) => ({ name: one.name, text: one.text }));
    fill(boxesOf(texts));
    const [only, another] = stored.data;
    run(texts, options, another === undefined ? only?.facts : undefined);
  });
  const share = (done: () => void): void => {
    const asked = shown?.asked.files ?? [];
    store.mutate(asked, {
      onSuccess: (outputs) => {
        name({ outputs });
        done();
      },
    });
  };
  return {
    files, shown, run, error: compare.error ?? stored.error, isComparing: compare.isPending,
    isOpening: key !== '' && stored.isLoading,
    change: (next) => {
      fill(next);
      if (key !== '') name({ outputs: [] });
    },
    sharing: { isShared: key !== '', isStoring: store.isPending, error: store.error, share },
  };
}
