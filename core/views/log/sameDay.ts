/** Shortens the times of a sentence. Pure. */

const TIME = /(\d{4}-\d\d-\d\d)T(\d\d:\d\d:\d\d)(?:\.\d{1,9})?Z/.source;
const RANGE = new RegExp(`\\bfrom ${TIME} to ${TIME}`, 'g');

/** Returns the sentence with `from 2026-01-09 20:12:54 to 20:46:54 UTC` in place of two times in full. */
export const withShortRange = (sentence: string): string => sentence.replace(
  RANGE, (_, day: string, from: string, otherDay: string, to: string) =>
    `from ${day} ${from} to ${otherDay === day ? '' : `${otherDay} `}${to} UTC`
);
