import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  LIMITS,
  limitsFrom,
  mayBeLimit,
  OPEN_LIMIT_NAMES,
  OPEN_LIMITS,
  STANDARD_LIMITS,
} from '#core/config/limits.ts';
import { ALWAYS_SHOWN, changeMenu, NO_MENU_CHANGE } from '#core/config/menu-changes.ts';
import { STANDARD_OPTION, systemOption } from '#core/config/system-option.ts';
import {
  FONT_SIZES,
  NEW_WATERMARK,
  watermarkCell,
  watermarkSetting,
  watermarkText,
} from '#core/config/watermark.ts';
import type { MenuEntry } from '#core/identity/menu.ts';
import { checkTask } from '#core/task/check-plan.ts';
import type { Plan } from '#core/task/plan.ts';
import { describeChange } from '#edge/config/describe-change.ts';

describe('the watermark', () => {
  const reader = { name: '张三', mobile: '138****0001', account: 'zhang.san' };
  const words = (watermarkType: 1 | 2 | 3) =>
    watermarkText({ watermarkType, watermarkContent: '内部资料' }, reader);

  it('[9.35a] of type 1 is the name and the last four digits of the mobile', () => {
    expect(words(1)).toBe('张三 0001');
    expect(watermarkText({ watermarkType: 1, watermarkContent: '' }, { ...reader, mobile: '' })).toBe('张三');
  });

  it('[9.35b] of type 2 is the account, [9.35c] of type 3 what was configured', () => {
    expect(words(2)).toBe('zhang.san');
    expect(words(3)).toBe('内部资料');
  });

  it('[9.25] begins with font size 12, transparency 10; its cell is drawn at 30, opacity 0.2', () => {
    expect(NEW_WATERMARK).toMatchObject({ fontSize: 12, transparency: 10 });
    const { svg } = watermarkCell('张三', NEW_WATERMARK);
    expect(svg).toContain('font-size="30"');
    expect(svg).toContain('fill-opacity="0.2"');
    const large = watermarkCell('张三', { ...NEW_WATERMARK, fontSize: 24 });
    expect(large.width).toBeCloseTo(watermarkCell('张三', NEW_WATERMARK).width * 2, 0);
  });

  it.each([
    [0, 1],
    [10, 0.9],
    [55, 0.45],
    [100, 0],
  ])('[9.25] at a transparency of %d it is shown with opacity %d', (transparency, opacity) =>
    expect(watermarkCell('a', { ...NEW_WATERMARK, transparency }).opacity).toBe(opacity),
  );

  it('[3.24a] is tilted by its gradient and in its font', () => {
    const { svg } = watermarkCell('a', { ...NEW_WATERMARK, gradient: 45, font: 'KAI' });
    expect(svg).toMatch(/rotate\(-45 /);
    expect(svg).toContain('KaiTi');
  });

  it('[9.35h] is offered in eleven sizes', () => {
    expect([...FONT_SIZES]).toEqual([42, 36, 26, 24, 22, 18, 16, 15, 14, 12, 9]);
    for (const fontSize of FONT_SIZES)
      expect(watermarkSetting.safeParse({ ...NEW_WATERMARK, fontSize }).success).toBe(true);
    expect(watermarkSetting.safeParse({ ...NEW_WATERMARK, fontSize: 13 }).success).toBe(false);
  });

  it('a name is escaped text in it, with any characters', () => {
    const hostile = `</text><script>alert(1)</script>"'&\u0000\u001b`;
    const { svg } = watermarkCell(hostile, NEW_WATERMARK);
    expect(svg).not.toMatch(/\p{Cc}/u);
    expect(svg.match(/<\w+/g)).toEqual(['<svg', '<text']);
  });
});

describe('limits', () => {
  it('in force are the chosen values if they are valid, the defaults otherwise', () => {
    expect(limitsFrom({})).toEqual(STANDARD_LIMITS);
    expect(
      limitsFrom({ deadlineDays: 30, filesPerTask: 51, signersPerTask: '5', paymentMinutes: Number.NaN }),
    ).toEqual({
      ...STANDARD_LIMITS,
      deadlineDays: 30,
    });
  });

  it('each has room on both sides of its standard, and the product is built for the most', () => {
    for (const name of OPEN_LIMIT_NAMES) {
      const { least, most, standard, step } = OPEN_LIMITS[name];
      expect(mayBeLimit(name, standard), name).toBe(true);
      expect(mayBeLimit(name, least - step) || mayBeLimit(name, most + step), name).toBe(false);
      expect(standard, name).toBe(LIMITS[name]);
    }
  });

  it('that were tightened are what a plan is checked against', () => {
    const now = Date.UTC(2026, 10, 20);
    const plan = {
      taskName: '合同',
      businessType: 'OTHER',
      endTime: now + 40 * 86_400_000,
      documents: [{ fileName: 'a.pdf' }, { fileName: 'b.pdf' }],
      attachments: [],
    } as unknown as Plan;
    const problems = (limits = STANDARD_LIMITS) => checkTask(plan, now, limits).map(({ problem }) => problem);
    expect(problems()).toEqual([]);
    expect(problems({ ...STANDARD_LIMITS, deadlineDays: 30, filesPerTask: 1 })).toEqual([
      'endTooFar',
      'tooManyDocuments',
    ]);
  });
});

describe('what the platform can set', () => {
  const sources = globSync('{core,edge,app,sync}/**/*.{ts,tsx}', {
    exclude: (path) => /(^|\/)(config|locales)$/.test(path),
  })
    // Beside the settings, as every call that stores a file asks it.
    .concat('edge/config/upload-quota.ts')
    .map((file) => readFileSync(file, 'utf8'));
  /** Whether one of these names it otherwise than as the standard of all. */
  const reads = (among: readonly string[], name: string) =>
    among.some((source) => new RegExp(`(?<!LIMITS\\.)\\b${name}\\b`).test(source));

  it('is looked at where the product works: no limit and no option is stored and read by nothing', () => {
    const ofLimits = sources.filter((source) => /limitsInForce|useLimits|: Limits\b/.test(source));
    expect(OPEN_LIMIT_NAMES.filter((name) => !reads(ofLimits, name))).toEqual([]);
    expect(Object.keys(STANDARD_OPTION).filter((name) => !reads(sources, name))).toEqual([]);
    expect(reads(ofLimits, 'rowsPerSomething')).toBe(false);
  });
});

describe('[2.13g] the platform’s changes of the menu', () => {
  const entry = (name: string, more: Partial<MenuEntry> = {}): MenuEntry => ({
    name,
    title: [name, name, name],
    path: `/${name}`,
    visit: 'both',
    type: 'MENU',
    ...more,
  });
  const menu = [entry('home'), entry('a', { children: [entry('a1'), entry('a2')] }), entry('b')];
  const names = (entries: readonly MenuEntry[]) => entries.map(({ name }) => name);

  it('leave it unchanged if there are none', () => {
    expect(changeMenu(menu, {})).toEqual(menu);
    expect(changeMenu(menu, { unknown: { ...NO_MENU_CHANGE, hidden: true } })).toEqual(menu);
  });

  it('hide entries, and put those with a place before those without', () => {
    const changed = changeMenu(menu, {
      b: { ...NO_MENU_CHANGE, order: 1 },
      a2: { ...NO_MENU_CHANGE, order: 5, hidden: true },
    });
    expect(names(changed)).toEqual(['b', 'home', 'a']);
    const [a2, a1] = changed[2]?.children ?? [];
    expect([a2?.name, a2?.hidden, a1?.name, a1?.hidden]).toEqual(['a2', true, 'a1', undefined]);
  });

  it('never hide what must stay in reach, and never show what the product hides', () => {
    const hide = { ...NO_MENU_CHANGE, hidden: true };
    for (const name of ALWAYS_SHOWN)
      expect(changeMenu([entry(name)], { [name]: hide })[0]?.hidden).toBeUndefined();
    expect(changeMenu([entry('x', { hidden: true })], { x: NO_MENU_CHANGE })[0]?.hidden).toBe(true);
  });
});

describe('[3.24b] options of the system', () => {
  it('are none by default', () => {
    expect(systemOption.parse(STANDARD_OPTION)).toEqual({
      systemName: '',
      headerLogo: '',
      gbState: 'DISABLE',
      handWritImg: '',
      handWrittenOcrStatus: 'DISABLE',
      proofsOff: [],
    });
  });
});

describe('the record of a change', () => {
  it('says what was and what is, and of a picture only how large it is', () => {
    expect(describeChange({ a: 1, b: { c: 'x' } }, { a: 2, b: { c: 'x' } })).toBe('a: 1 → 2');
    expect(describeChange(null, { a: true })).toBe('a: – → true');
    expect(describeChange({ logo: '' }, { logo: `data:image/png;base64,${'A'.repeat(40_000)}` })).toBe(
      'logo:  → (29 kB)',
    );
    expect(describeChange({ a: 1 }, { a: 1 })).toBe('');
  });

  it('distinguishes long texts or pictures whose abbreviations are equal', () => {
    const [one, other] = ['A', 'B'].map((c) => `data:image/png;base64,${c.repeat(4_096)}`);
    expect(describeChange({ logo: one }, { logo: other })).toBe('logo: (3 kB) → (3 kB)');
    const words = '机'.repeat(60);
    expect(describeChange({ text: `${words}甲` }, { text: `${words}乙` })).toBe(
      `text: ${words}… → ${words}…`,
    );
  });
});
