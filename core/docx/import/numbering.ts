import type { XmlElement } from '#core/ofd/xml/read-xml.ts';
import { child, childrenNamed } from '#core/ofd/xml/walk-xml.ts';
import { letters, roman } from '#core/template/fill/item-labels.ts';
import { chineseNumber } from '#core/typeset/numbering.ts';
import type { Docx } from '../open-docx.ts';
import { readBeside } from './styles.ts';

/** Numbering of a paragraph in Word. */
export interface NumberedParagraph {
  /** The list that it belongs to; lists with the same value share a counter. */
  list: string;
  /** The list's own name, if it has one. */
  name: string;
  /** From 0. */
  level: number;
  bullet: boolean;
  /** Its number on its level. */
  count: number;
  /** The label as Word shows it; for a bullet its sign. */
  label: string;
  chinese: boolean;
}

interface Level {
  start: number;
  format: string;
  text: string;
  style: string | undefined;
}
interface Numbering {
  lists: Map<string, { name: string; levels: Level[] }>;
  numbers: Map<string, { list: string; starts: Map<number, number>; levels: Map<number, Level> }>;
}

const LEVELS = 9;

/** Counts the numbered paragraphs of a file in the order of its text, as Word does (ISO/IEC 29500-1, 17.9). */
export function makeCounter(docx: Docx) {
  const numbering = readNumbering(docx);
  const counts = new Map<string, (number | undefined)[]>();
  const started = new Set<string>();
  return (numId: string, wanted: number | undefined, style: string): NumberedParagraph | undefined => {
    const number = numbering.numbers.get(numId);
    const list = number && numbering.lists.get(number.list);
    if (!number || !list) return undefined;
    const byStyle = list.levels.findIndex((level) => level.style === style);
    const at = Math.min(LEVELS - 1, Math.max(0, wanted ?? Math.max(0, byStyle)));
    const levelOf = (index: number) => number.levels.get(index) ?? list.levels[index];
    const level = levelOf(at);
    if (!level) return undefined;
    const state = counts.get(number.list) ?? [];
    counts.set(number.list, state);
    if (!started.has(numId)) {
      started.add(numId);
      for (const [index, start] of number.starts) state[index] = start - 1;
    }
    for (let above = 0; above < at; above++) state[above] ??= levelOf(above)?.start ?? 1;
    state[at] = (state[at] ?? level.start - 1) + 1;
    state.length = at + 1;
    const label = level.text.replace(/%(\d)/g, (_, digit: string) => {
      const index = Number(digit) - 1;
      return formatNumber(levelOf(index)?.format ?? 'decimal', state[index] ?? levelOf(index)?.start ?? 1);
    });
    return {
      list: number.list,
      name: list.name,
      level: at,
      bullet: level.format === 'bullet' || level.format === 'none',
      count: state[at],
      label,
      chinese: /chinese|ideograph|taiwanese|japanese/i.test(level.format),
    };
  };
}

function readNumbering(docx: Docx): Numbering {
  const root = readBeside(docx, 'numbering');
  const lists: Numbering['lists'] = new Map();
  for (const element of childrenNamed(root, 'abstractNum')) {
    const levels: Level[] = [];
    for (const level of childrenNamed(element, 'lvl'))
      levels[Number(level.attributes.ilvl)] = readLevel(level);
    const name = child(element, 'name')?.attributes.val ?? '';
    lists.set(element.attributes.abstractNumId ?? '', { name, levels });
  }
  const numbers: Numbering['numbers'] = new Map();
  for (const element of childrenNamed(root, 'num')) {
    const starts = new Map<number, number>();
    const levels = new Map<number, Level>();
    for (const override of childrenNamed(element, 'lvlOverride')) {
      const at = Number(override.attributes.ilvl);
      const start = child(override, 'startOverride')?.attributes.val;
      if (start !== undefined) starts.set(at, Number(start));
      const level = child(override, 'lvl');
      if (level) levels.set(at, readLevel(level));
    }
    const list = child(element, 'abstractNumId')?.attributes.val ?? '';
    numbers.set(element.attributes.numId ?? '', { list, starts, levels });
  }
  return { lists, numbers };
}

const readLevel = (level: XmlElement): Level => ({
  start: Number(child(level, 'start')?.attributes.val ?? 1),
  format: child(level, 'numFmt')?.attributes.val ?? 'decimal',
  text: child(level, 'lvlText')?.attributes.val ?? '',
  style: child(level, 'pStyle')?.attributes.val,
});

function formatNumber(format: string, value: number): string {
  switch (format) {
    case 'lowerLetter':
      return letters(value);
    case 'upperLetter':
      return letters(value).toUpperCase();
    case 'lowerRoman':
      return roman(value);
    case 'upperRoman':
      return roman(value).toUpperCase();
    case 'decimalZero':
      return String(value).padStart(2, '0');
    case 'decimalEnclosedCircle':
    case 'decimalEnclosedCircleChinese':
      return value >= 1 && value <= 20 ? String.fromCodePoint(0x2460 + value - 1) : String(value);
    default:
      return /chinese|ideograph|taiwanese|japanese/i.test(format) ? chineseNumber(value) : String(value);
  }
}
