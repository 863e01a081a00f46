export default function GcCpuPage() {
  return null;
}
