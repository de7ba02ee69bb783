/** How each character of a name may be read, without tones: `曾` as `ceng` and `zeng`. Others are read as themselves. */
export type Readings = readonly (readonly string[])[];

/**
 * Whether what was typed begins somewhere in a name, read aloud: whole syllables, their first letters, or both mixed, such
 * as `zhangsan`, `zs`, `zhangs` and `zsan` for 张三. `typed` in lower case, without blanks.
 */
export function matchesReadings(readings: Readings, typed: string): boolean {
  for (let from = 0; from < readings.length; from += 1) if (beginsAt(readings, from, typed)) return true;
  return false;
}

function beginsAt(readings: Readings, at: number, typed: string): boolean {
  if (typed === '') return true;
  const here = readings[at];
  if (!here) return false;
  for (const reading of here) {
    if (reading === '' || reading[0] !== typed[0]) continue;
    // the end of what was typed may be the beginning of a syllable
    if (reading.startsWith(typed)) return true;
    if (typed.startsWith(reading) && beginsAt(readings, at + 1, typed.slice(reading.length))) return true;
    if (beginsAt(readings, at + 1, typed.slice(1))) return true;
  }
  return false;
}

/** What is typed into a search, made ready to be matched: lower case, no blanks, no full-width letters. */
export const typedKey = (text: string): string => text.normalize('NFKC').replace(/\s+/gu, '').toLowerCase();

/** A part of a mobile number that may be masked (`138****0001`): what is hidden matches nothing but the whole number. */
export function matchesNumber(shown: string, typed: string): boolean {
  if (!/^\d+$/.test(typed)) return false;
  if (!shown.includes('*')) return shown.replace(/\D/g, '').includes(typed);
  if (typed.length === shown.length)
    return [...shown].every((character, at) => character === '*' || character === typed[at]);
  return shown.split(/\*+/).some((part) => part.includes(typed));
}
