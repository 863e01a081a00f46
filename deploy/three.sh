#!/bin/sh
# Three tsdbscopes that share targets, a VictoriaMetrics for samples and an S3 server for leases and profiles, all on
# this machine, until it is interrupted. Needs Node, Go and victoria-metrics on the PATH; installs and builds the rest.
#
#   sh deploy/three.sh FOLDER TARGETS.yml     TARGETS.yml: `targets`, `file_sd_configs` and so on, as of --config
#
# Pages: http://127.0.0.1:9797, :9798 and :9799. FOLDER keeps the data and FOLDER/N.pid the process ids.
set -eu
[ $# -eq 2 ] || { sed -n '2,8p' "$0" >&2; exit 2; }
here=$(cd "$(dirname "$0")/.." && pwd)
mkdir -p "$1"/objects/scope "$1"/metadata
folder=$(cd "$1" && pwd)
export ROOT_ACCESS_KEY=three ROOT_SECRET_KEY="${ROOT_SECRET_KEY:-change-this-key}"
(cd "$here" && node -e "import('./scripts/freshness.mjs').then((it) => { it.ensureInstalled(); it.ensureBuilt(); })")
gateway=$(cd "$here" && node scripts/versitygw.mjs)
pids=
trap 'kill $pids 2>/dev/null; wait' EXIT
trap 'exit 0' INT TERM

keep() {
  name=$1
  shift
  "$@" > "$folder/$name.log" 2>&1 &
  echo $! > "$folder/$name.pid"
  pids="$pids $!"
}

keep engine victoria-metrics -storageDataPath="$folder/engine" -httpListenAddr=127.0.0.1:8428 -search.latencyOffset=0s
keep objects "$gateway" --port 127.0.0.1:7070 --quiet --health /health posix --sidecar "$folder/metadata" \
  "$folder/objects"
for address in 127.0.0.1:8428 127.0.0.1:7070; do
  until node -e "fetch('http://$address/health').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"; do
    sleep 1
  done
done
for shard in 1 2 3; do
  cat - "$2" > "$folder/$shard.yml" <<END
storage:
  remote_write: [{name: engine, url: 'http://127.0.0.1:8428/api/v1/write'}]
  query_url: http://127.0.0.1:8428
profiles:
  s3:
    {endpoint: "http://127.0.0.1:7070", bucket: scope, access_key_id: "$ROOT_ACCESS_KEY",
    secret_access_key: "$ROOT_SECRET_KEY"}
END
  chmod 600 "$folder/$shard.yml"
  keep "$shard" node --max-semi-space-size=2 "$here/dist/server/main.js" \
    --config "$folder/$shard.yml" --data "$folder/data-$shard" \
    --listen "127.0.0.1:$((9796 + shard))" --shard "$shard/3"
done
echo 'tsdbscope is at http://127.0.0.1:9797, http://127.0.0.1:9798 and http://127.0.0.1:9799'
wait
