export default function ScrapesPage() {
  return null;
}
