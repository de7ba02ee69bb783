import { describe, expect, it } from 'vitest';
import { growsAt } from './growth.ts';
import { hostileTexts, type Pattern, patternsOfReaders, tryPattern } from './hostile-patterns.ts';

const { patterns, made } = patternsOfReaders();

/**
 * Patterns that grow with the square of what they read, with what they read: it is short. A new one is a finding; read
 * the text without a regular expression, or say here who limits it.
 */
const SHORT: Readonly<Record<string, string>> = {
  'core/approval/contract-amounts.ts: /[千万萬亿億]+(?=元|圆|圓)/': 'the name of a field has 40 characters',
  'core/file-name.ts: /[.\\s]+$/u': 'a name that was cut to 220 bytes before',
  'core/identity/describe-device.ts: /Version\\/.*Safari\\//':
    'a user agent of which 500 characters are kept',
  'core/locales/message-text.ts: /\\B(?=(\\d{3})+$)/g': 'a number of the product itself',
  'core/pdf/write/serialize.ts: /\\.?0+$/': 'a number that the engine itself writes with six decimals',
  'core/pki/der/write-der.ts: /0+$/': 'the milliseconds of a time that the product writes',
  'edge/identity/devices.ts: /\\d+$/': 'an address of four numbers, judged before',
  'edge/kernel/providers/ask-provider.ts: /\\/+$/': 'a setting of whoever runs the product',
};

/** Patterns that are put together from strings, by their file, as they are with one of these. */
const MADE: Readonly<Record<string, RegExp>> = {
  'core/approval/amount.ts':
    /^([零壹贰拾佰万亿]+)(?:[元圆圓][零〇]?(?:([壹贰])角)?[零〇]?(?:([壹贰])分)?[整正]?)?$|^(?:([壹贰])角)?[零〇]?(?:([壹贰])分)?[整正]?$/,
  'core/pki/certificate/pem.ts': /-----BEGIN CERTIFICATE-----([^-]*)-----END CERTIFICATE-----/g,
  'edge/identity/devices.ts': /(?:^|;\s*)signet_device=([\w-]+)\.([0-9a-f]+)/,
  'core/pdf/read/conformance.ts': /<pdfaid:part>\s*([^<\s]+)\s*<|\spdfaid:part\s*=\s*["']([^"']+)["']/,
  'core/invitation/code.ts': /^[0-9a-z]{26}$/,
  'core/validate/read-day.ts':
    /^(中?[华華]?民[国國])?([\d〇零○一二三四五六七八九十百]+)年([\d〇零○一二三四五六七八九十百]+)月([\d〇零○一二三四五六七八九十百]+)[日号號]?$/u,
};

/** A hostile text on which the pattern's work grows with the square of its length. */
function slowText({ regex }: Pick<Pattern, 'regex'>): string | undefined {
  for (const text of hostileTexts(regex))
    if (growsAt((size) => tryPattern(regex, text(size))) !== undefined) return text(3);
  return undefined;
}

describe('regular expressions over what comes from outside', () => {
  it('take time in proportion to the text, whatever of 100,000 units it consists of', () => {
    expect(patterns.length).toBeGreaterThan(50);
    const all = [...patterns, ...Object.entries(MADE).map(([name, regex]) => ({ name, regex }))];
    const seen = new Map(all.map((pattern) => [`${pattern.regex}`, pattern]));
    const slow = [...seen.values()].flatMap((pattern) => {
      const text = slowText(pattern);
      return text === undefined || pattern.name in SHORT ? [] : [[pattern.name, text]];
    });
    expect(slow).toEqual([]);
  });

  it('are written down, or listed here where they are built from strings, so each is tried', () => {
    expect(made.toSorted()).toEqual(Object.keys(MADE).toSorted());
  });

  it('that are exempt are still there', () => {
    const names = new Set(patterns.map(({ name }) => name));
    expect(Object.keys(SHORT).filter((name) => !names.has(name))).toEqual([]);
  });

  it('would be found if they sought an end from each beginning, as those that stopped us did', () => {
    const former = [
      /<w:style\b[^>]*>.*?<\/w:style>/gs,
      /<w:(?:pStyle|rStyle|tblStyle)\b[^>]*\bw:val="([^"]*)"/g,
      /\s*\/?>$/,
      /([^/]*)$/,
      /<(?:\w+:)?sheetData[\s>][\s\S]*<\/(?:\w+:)?sheetData/,
      /<(?:\w+:)?mergeCell\s[^>]*?\bref\s*=\s*["']([A-Z0-9:]+)["']/g,
    ];
    expect(former.filter((regex) => slowText({ regex }) === undefined)).toEqual([]);
  });
});
