/** The rows that promtool tsdb list prints, and their times. Pure. */

/** A row with times in milliseconds, or as dates with -r. Prometheus before 2.21 prints no duration. */
export const LIST_ROW = new RegExp([
  String.raw`^[0-9A-HJKMNP-TV-Z]{26}\s+(\d{9,16}|\S+ \S+ \S+ \S+)\s+(\d{9,16}|\S+ \S+ \S+ \S+)\s+`,
  String.raw`(?:\d[\d.hmsµn]{0,30}[hms]\s+)?(\d+)\s+\d+\s+(\d+)`,
  String.raw`(?:[ \t]{1,20}((?:\d{1,12}(?:[KMGT]i?B|B)){1,5}|\d{4,18}))?`,
].join(''), 'gm');

/** Parses `2020-10-30 16:00:00 +0000 UTC` or milliseconds; NaN if invalid. */
export const listTime = (text = ''): number =>
  (/^\d+$/.test(text) ? Number(text) : Date.parse(`${text.slice(0, 10)}T${text.slice(11, 19)}Z`));
