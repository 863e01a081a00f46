export default function WalReplayPage() {
  return null;
}
