import { foldText } from '#core/fold-text.ts';
/**
 * Possible readings of each character, without tones: `曾` as `ceng` and `zeng`. Other characters are read as
 * themselves.
 */
export type Readings = readonly (readonly string[])[];

/**
 * Whether the typed text matches the reading of a name from any character on: complete syllables, their initials, or a
 * mix, such as `zhangsan`, `zs`, `zhangs` and `zsan` for 张三. `typed` is in lower case without spaces.
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
    // the typed text may end within a syllable
    if (reading.startsWith(typed)) return true;
    if (typed.startsWith(reading) && beginsAt(readings, at + 1, typed.slice(reading.length))) return true;
    if (beginsAt(readings, at + 1, typed.slice(1))) return true;
  }
  return false;
}

/** Normalizes a search text for matching: lower case, no spaces, no full-width letters. */
export const typedKey = (text: string): string => foldText(text);

/**
 * Whether a mobile number that may be masked (`138****0001`) contains the typed digits. Hidden digits only match a
 * complete number.
 */
export function matchesNumber(shown: string, typed: string): boolean {
  if (!/^\d+$/.test(typed)) return false;
  if (!shown.includes('*')) return shown.replace(/\D/g, '').includes(typed);
  if (typed.length === shown.length)
    return [...shown].every((character, at) => character === '*' || character === typed[at]);
  return shown.split(/\*+/).some((part) => part.includes(typed));
}
