import { BenchmarksPanel } from '../panels/benchmarks/BenchmarksPanel.tsx';

/** Outputs of go test -bench, or of GNU time, compared. */
export default function BenchmarksPage() {
  return <BenchmarksPanel />;
}
