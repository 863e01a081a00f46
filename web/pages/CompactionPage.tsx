export default function CompactionPage() {
  return null;
}
