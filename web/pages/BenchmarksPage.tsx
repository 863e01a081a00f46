import { BenchmarksPanel } from '../panels/benchmarks/BenchmarksPanel.tsx';

/** Compares outputs of `go test -bench` or GNU time. */
export default function BenchmarksPage() {
  return <BenchmarksPanel />;
}
