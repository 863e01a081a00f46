/** Tests what containers show otherwise than the file that starts them. */
import { describe, expect, it } from 'vitest';
import { containerPlaces } from './containerPlaces.ts';

const compose = (image: string, ...mounts: string[]): string => [
  'services:', '  web:', '    image: nginx:1.25', '    volumes:', '      - ./web:/usr/share', '  db:',
  `    image: ${image}`, '    restart: always', ...mounts.length === 0 ? [] : ['    volumes:'],
  ...mounts.map((mount) => `      - ${mount}`), '    ports:', '      - "8086:8086"', '',
].join('\n');
const folder = (path: string): string =>
  `influxdb | ts=2026-01-02T03:04:05Z lvl=info msg="Using data dir" service=store path=${path}`;
const OUTSIDE = 'InfluxDB keeps its data in /root/.influxdb/data, which none of its volumes covers (/var/lib/influxdb'
  + '): they are lost with the container.';

describe('the folder of the data', () => {
  it.each([
    ['compose', compose('influxdb:1.8', './data:/var/lib/influxdb   # data'), OUTSIDE],
    ['compose with quotes', compose('"influxdb:1.8"', '"db-data:/var/lib/influxdb:rw"'), OUTSIDE],
    ['docker run', 'docker run -d -p 8086:8086 \\\n  -v $PWD/d:/var/lib/influxdb influxdb:1.8\n', OUTSIDE],
  ])('is outside the volumes: %s', (_, start, told) => {
    expect(containerPlaces(`${start}\n${folder('/root/.influxdb/data')}`)).toBe(told);
  });

  it.each([
    ['the volume of the image', compose('influxdb:1.8', './c:/etc/influxdb'), '/var/lib/influxdb/data'],
    ['covered', compose('influxdb:1.8', './r:/root'), '/root/.influxdb/data'],
    ['no volume named', compose('influxdb:1.8'), '/root/.influxdb/data'],
    ['another program', compose('postgres:15', './d:/var/lib/postgresql'), '/root/.influxdb/data'],
  ])('says nothing: %s', (_, start, path) => { expect(containerPlaces(`${start}\n${folder(path)}`)).toBeNull(); });

  it('says nothing of two instances', () => {
    const start = compose('influxdb:1.8', './d:/var/lib/influxdb');
    expect(containerPlaces(`${start}\n${folder('/a/data')}\n${folder('/b/data')}`)).toBeNull();
  });
});

describe('the tag that runs', () => {
  const ps = (image: string): string => 'CONTAINER ID   IMAGE   COMMAND   CREATED   STATUS   PORTS   NAMES\n'
    + `0e6c22af1252   ${image}   "/entrypoint.sh infl…"   8 minutes ago   Up About a minute   8086/tcp   db\n`;

  it('is not the one of the file', () => {
    expect(containerPlaces(`${compose('influxdb:1.8.9')}\n${ps('influxdb:1.8.6')}`))
      .toBe('influxdb:1.8.6 runs, where the file names influxdb:1.8.9.');
  });

  it.each([['influxdb:1.8.9', 'influxdb:1.8.9'], ['influxdb', 'influxdb:1.8.6'], ['influxdb:1.8', 'telegraf:1.27']])(
    'is: %s, %s', (named, running) => { expect(containerPlaces(`${compose(named)}\n${ps(running)}`)).toBeNull(); }
  );
});
