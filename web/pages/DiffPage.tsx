export default function DiffPage() {
  return null;
}
