export default function ProfilesPage() {
  return null;
}
