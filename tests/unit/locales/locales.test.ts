import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { createI18n } from '#app/i18n/create-i18n.ts';
import { ERROR_CODES } from '#core/errors.ts';
import { fillText } from '#core/locales/fill-text.ts';
import { LANGUAGES, type Language } from '#core/locales/languages.ts';
import { filesBelow, patternOf, readSource, readTexts, type Source, type Texts } from './texts.ts';

const sources: Source[] = filesBelow('app')
  .filter((file) => /\.tsx?$/.test(file) && !file.includes('/locales/') && !file.endsWith('.d.ts'))
  .map(readSource);
let texts: Map<string, Map<Language, Texts>>;

beforeAll(async () => {
  texts = await readTexts();
});

const keysOf = (ns: string): Texts => texts.get(ns)?.get('zh-CN') ?? new Map();
const has = (ns: string, key: string) =>
  keysOf(ns).has(key) || keysOf(ns).has(`${key}_one`) || keysOf(ns).has(`${key}_other`);
const parametersOf = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort();
const place = ({ file }: Source, line: number) => `${file}:${line}`;

describe('[0.1d] texts in Simplified Chinese, Traditional Chinese and English', () => {
  it('every namespace and key exists in all three languages', () => {
    const problems: string[] = [];
    for (const [ns, byLanguage] of texts) {
      const all = new Set([...byLanguage.values()].flatMap((one) => [...one.keys()]));
      for (const lang of LANGUAGES)
        for (const key of all)
          if (!byLanguage.get(lang)?.has(key)) problems.push(`${lang} lacks ${ns}:${key}`);
    }
    expect(problems).toEqual([]);
  });

  it('a text takes the same parameters in all three languages, and none is empty', () => {
    const problems: string[] = [];
    for (const [ns, byLanguage] of texts)
      for (const [key, text] of keysOf(ns))
        for (const lang of LANGUAGES) {
          const other = byLanguage.get(lang)?.get(key) ?? '';
          if (other.trim() === '') problems.push(`${lang} ${ns}:${key} is empty`);
          if (parametersOf(other).join() !== parametersOf(text).join())
            problems.push(`${lang} ${ns}:${key} takes others`);
        }
    expect(problems).toEqual([]);
  });

  it('Traditional Chinese is written in its own characters', () => {
    // simplified forms of characters that screens are full of, none of which is also a traditional one
    const simplified =
      /[签约确认设为发进错误请输选择单页时间证书审关闭开启户码应业资种类与这边处两们从众记规则习务经济总结话语报数据环网络级统给线图头转动]/;
    const problems: string[] = [];
    for (const [ns, byLanguage] of texts)
      for (const [key, text] of byLanguage.get('zh-TW') ?? [])
        if (simplified.test(text)) problems.push(`${ns}:${key} ${text}`);
    expect(problems).toEqual([]);
  });

  it('every error says in each language what happened', () => {
    for (const lang of LANGUAGES)
      expect([...(texts.get('error')?.get(lang)?.keys() ?? [])].sort()).toEqual(
        Object.keys(ERROR_CODES).sort(),
      );
  });
});

describe('English counts', () => {
  /** Parameters that are numbers of something. */
  const COUNTS = new Set(
    'count n max min most days minutes hours rows total pages places signers files length times children people wanted left wrong known megabytes more others parties'.split(
      ' ',
    ),
  );
  /** Words with an s that are no plurals. */
  const SINGULAR = new Set(['is', 'was', 'has', 'this', 'its', 'as', 'less', 'across', 'already', 's', 'ms']);
  const VERBS = new Set(['are', 'were', 'have', 'need', 'wait']);

  it('every text with a count has a form for one', () => {
    const problems: string[] = [];
    for (const [ns, byLanguage] of texts)
      for (const [key, text] of byLanguage.get('en-US') ?? [])
        for (const [, name = '', after = ''] of text.matchAll(/\{(\w+)\}((?: [a-z]+){1,3})/g)) {
          if (!COUNTS.has(name)) continue;
          const words = after.trim().split(' ');
          const plural = words.find(
            (word) => VERBS.has(word) || word === 'people' || (word.endsWith('s') && !SINGULAR.has(word)),
          );
          if (plural) problems.push(`${ns}:${key} “${plural}” in: ${text}`);
        }
    expect(problems).toEqual([]);
  });

  it('the form for one and that for several are shown, in the app and in messages', async () => {
    const { t } = await createI18n('en-US', ['contact']);
    expect(t('contact:count', { count: 1 })).toBe('1 contact');
    expect(t('contact:count', { count: 85 })).toBe('85 contacts');
    expect(fillText('{minutes} {minutes|minute|minutes}, {other}', { minutes: '1' })).toBe(
      '1 minute, {other}',
    );
    expect(fillText('{minutes} {minutes|minute|minutes}', { minutes: '5' })).toBe('5 minutes');
  });
});

describe('texts and the app agree', () => {
  it('every key that the app uses exists', () => {
    const problems: string[] = [];
    for (const source of sources)
      for (const { key, line } of source.asked) {
        const [ns, rest] = key.includes(':') ? key.split(':', 2) : [undefined, key];
        // a function that is handed `t` speaks in its caller's namespace
        const where = ns ? [ns] : source.namespaces.length > 0 ? source.namespaces : [...texts.keys()];
        if (!where.some((one) => has(one, rest ?? ''))) problems.push(`${place(source, line)} ${key}`);
      }
    expect(problems).toEqual([]);
  });

  it('every key with its namespace, anywhere in the app, exists', () => {
    const problems: string[] = [];
    for (const source of sources)
      for (const { text, line } of source.literals) {
        const [, ns = '', key = ''] = /^([a-z]\w*):([\w.-]+)$/.exec(text) ?? [];
        if (texts.has(ns) && !has(ns, key)) problems.push(`${place(source, line)} ${text}`);
      }
    expect(problems).toEqual([]);
  });

  it('a key that is put together has a fixed beginning, under which there are texts', () => {
    const problems: string[] = [];
    for (const source of sources)
      for (const { parts, line, asked } of source.templates) {
        if (!asked) continue;
        const pattern = patternOf(parts);
        const names = [...texts.keys()].flatMap((ns) =>
          [...keysOf(ns).keys()].flatMap((key) => [key, `${ns}:${key}`]),
        );
        if (!pattern || !names.some((name) => pattern.test(name)))
          problems.push(`${place(source, line)} ${parts.join('…')}`);
      }
    expect(problems).toEqual([]);
  });

  it('every text of the app is used', () => {
    // a rule in core may name its own text, always with its namespace
    const ofRules = filesBelow('core')
      .filter((file) => file.endsWith('.ts'))
      .flatMap((file) => readFileSync(file, 'utf8').match(/(?<=')[a-z]+:rule\.\w+(?=')/g) ?? []);
    const literals = new Set([
      ...ofRules,
      ...sources.flatMap((source) => source.literals.map(({ text }) => text)),
    ]);
    const patterns = sources
      .flatMap((source) => source.templates.map(({ parts }) => patternOf(parts)))
      .filter((p) => p !== undefined);
    const isUsed = (name: string) => literals.has(name) || patterns.some((pattern) => pattern.test(name));
    const problems: string[] = [];
    for (const ns of texts.keys()) {
      // those of core are used by code of other rooms, errors by their code
      if (!isOfApp(ns)) continue;
      for (const key of keysOf(ns).keys()) {
        const name = key.replace(/_(zero|one|two|few|many|other)$/, '');
        if (!isUsed(name) && !isUsed(`${ns}:${name}`)) problems.push(`${ns}:${key}`);
      }
    }
    expect(problems).toEqual([]);
  });

  it('the code contains no texts: all come from the locale files', () => {
    const problems: string[] = [];
    for (const source of sources) {
      if (source.file === 'app/i18n/languages.ts') continue;
      for (const { text, line } of [...source.literals, ...source.jsxTexts])
        if (/[\u3400-\u9fff]/.test(text)) problems.push(`${place(source, line)} ${text}`);
      for (const { text, line } of source.jsxTexts)
        if (/[A-Za-z]{3}/.test(text)) problems.push(`${place(source, line)} ${text}`);
    }
    expect(problems).toEqual([]);
  });
});

const isOfApp = (ns: string) => filesBelow('app/locales/zh-CN').includes(`app/locales/zh-CN/${ns}.ts`);
