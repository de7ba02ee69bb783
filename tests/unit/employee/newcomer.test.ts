/** The file of a newcomer: its states, those of its materials, what a value must look like, and what is masked. */
import { describe, expect, it } from 'vitest';
import {
  ITEM_MACHINE,
  ITEM_STATES,
  type ItemEvent,
  isArchivable,
  isAsked,
  isMissing,
  isWanted,
  type JudgedItem,
  judgeValue,
  maskValue,
  mayReturn,
  NEWCOMER_EVENTS,
  NEWCOMER_MACHINE,
  NEWCOMER_STATES,
  type NewcomerEvent,
  type NewcomerState,
} from '#core/employee/newcomer.ts';
import { next } from '#core/machine.ts';
import { randomOf } from '../../fuzz/random.ts';

const follow = (...events: NewcomerEvent[]): NewcomerState | null => {
  let state: NewcomerState | null = NEWCOMER_MACHINE.initial;
  for (const event of events) state = state && next(NEWCOMER_MACHINE, state, event);
  return state;
};

describe('a newcomer’s file', () => {
  it('[4.11a] is to collect, collecting, to review, to correct, completed, in this order only', () => {
    expect(follow()).toBe('TO_COLLECT');
    expect(follow('claim')).toBe('COLLECTING');
    expect(follow('claim', 'handIn')).toBe('TO_REVIEW');
    expect(follow('claim', 'handIn', 'sendBack')).toBe('TO_CORRECT');
    expect(follow('claim', 'handIn', 'sendBack', 'handIn')).toBe('TO_REVIEW');
    expect(follow('claim', 'handIn', 'complete')).toBe('COMPLETED');
    for (const event of ['handIn', 'sendBack', 'complete'] as const) expect(follow(event)).toBeNull();
    expect(follow('claim', 'complete')).toBeNull();
    expect(follow('claim', 'handIn', 'sendBack', 'complete')).toBeNull();
    expect(follow('claim', 'claim')).toBeNull();
  });

  it('[4.11b] is archived once it has ended, and ends for good', () => {
    expect(NEWCOMER_STATES.filter(isArchivable)).toEqual(['COMPLETED', 'CANCELLED']);
    for (const state of ['COMPLETED', 'CANCELLED'] as const)
      expect(NEWCOMER_EVENTS.filter((event) => next(NEWCOMER_MACHINE, state, event))).toEqual([]);
    for (const state of NEWCOMER_STATES)
      expect(next(NEWCOMER_MACHINE, state, 'cancel')).toBe(isArchivable(state) ? null : 'CANCELLED');
  });

  it('keeps its promises in 500 random histories of newcomer and HR', () => {
    const random = randomOf('newcomers');
    const chance = (n: number) => random.below(n);
    for (let history = 0; history < 500; history++) {
      let state: NewcomerState = NEWCOMER_MACHINE.initial;
      const items: JudgedItem[] = Array.from({ length: 1 + chance(6) }, () => ({
        state: 'TO_COLLECT' as const,
        required: chance(2) === 0,
        shownTo: chance(4) === 0 ? ('HR' as const) : ('NEWCOMER' as const),
      }));
      const change = (item: JudgedItem, event: ItemEvent) => {
        item.state = next(ITEM_MACHINE, item.state, event) ?? item.state;
      };
      for (let step = 0; step < 25; step++) {
        const event = NEWCOMER_EVENTS[chance(NEWCOMER_EVENTS.length)]!;
        const after = next(NEWCOMER_MACHINE, state, event);
        if (after === null) continue;
        const approved = items.filter((item) => item.state === 'APPROVED' && item.shownTo === 'NEWCOMER');
        if (event === 'handIn') {
          const given = items.filter((item) => isWanted(item) || (isAsked(item) && chance(2) === 0));
          for (const item of given) change(item, 'handIn');
          // Nothing that was wanted is left open, and nothing that HR has approved was touched.
          expect(items.filter(isWanted)).toEqual([]);
          expect(approved.every((item) => item.state === 'APPROVED')).toBe(true);
        } else if (event === 'review') {
          const item = items[chance(items.length)]!;
          if (item.shownTo === 'NEWCOMER') change(item, chance(2) ? 'approve' : 'correct');
        } else if (event === 'fill') {
          for (const item of items) if (item.shownTo === 'HR') change(item, chance(3) ? 'fill' : 'clear');
        } else if (event === 'sendBack') {
          if (!mayReturn(items)) continue;
          // Whatever is sent back, the newcomer is asked for it.
          expect(items.filter((item) => item.state === 'TO_CORRECT').every(isWanted)).toBe(true);
        } else if (event === 'complete') {
          if (items.some(isMissing)) continue;
          expect(items.every((item) => item.state === 'APPROVED' || !item.required)).toBe(true);
          expect(items.some((item) => item.state === 'TO_REVIEW' || item.state === 'TO_CORRECT')).toBe(false);
        }
        state = after;
      }
    }
  });
});

describe('a material', () => {
  it('[4.11c] is approved, to be corrected or collected; the newcomer changes no approved one', () => {
    expect(next(ITEM_MACHINE, 'TO_REVIEW', 'approve')).toBe('APPROVED');
    expect(next(ITEM_MACHINE, 'TO_REVIEW', 'correct')).toBe('TO_CORRECT');
    expect(next(ITEM_MACHINE, 'TO_CORRECT', 'handIn')).toBe('TO_REVIEW');
    // An optional one that was left empty can be asked for.
    expect(next(ITEM_MACHINE, 'TO_COLLECT', 'correct')).toBe('TO_CORRECT');
    expect(next(ITEM_MACHINE, 'TO_COLLECT', 'approve')).toBeNull();
    expect(ITEM_STATES.filter((state) => isAsked({ state, shownTo: 'NEWCOMER' }))).toEqual([
      'TO_COLLECT',
      'TO_CORRECT',
    ]);
    expect(ITEM_STATES.filter((state) => isAsked({ state, shownTo: 'HR' }))).toEqual([]);
  });

  it('has a value by its field’s type, in one form, and a problem with a sentence for others', () => {
    const judge = (
      type: Parameters<typeof judgeValue>[0]['type'],
      text: string,
      length: number | null = null,
    ) => judgeValue({ type, length, options: ['男', '女'] }, text, false);
    expect(judge('TEXT', ' 朝阳区 ', 3)).toEqual({ value: '朝阳区' });
    expect(judge('TEXT', '朝阳区', 2).problem).toBe('newcomer:rule.tooLong');
    expect(judge('TEXT', '朝\n阳', 9).problem).toBe('newcomer:rule.hidden');
    expect(judge('PARAGRAPH', '朝\n阳', 9)).toEqual({ value: '朝\n阳' });
    expect(judge('PARAGRAPH', '朝\u202e阳', 9).problem).toBe('newcomer:rule.hidden');
    expect(judge('NUMBER', '１２ 3', 3)).toEqual({ value: '123' });
    for (const text of ['1234', '1.5', '一'])
      expect(judge('NUMBER', text, 3).problem).toBe('newcomer:rule.number');
    expect(judge('AMOUNT', '12,000')).toEqual({ value: '12000.00' });
    expect(judge('AMOUNT', '12.345').problem).toBe('employee:rule.amount');
    expect(judge('DATE', '2026-02-28')).toEqual({ value: '2026-02-28' });
    expect(judge('DATE', '2026-02-30').problem).toBe('employee:rule.day');
    expect(judge('PHONE', '138 0000 0001')).toEqual({ value: '13800000001' });
    expect(judge('PHONE', '12').problem).toBe('rule:phone');
    expect(judge('EMAIL', 'a@example').problem).toBe('rule:email');
    expect(judge('BANK_CARD', '6222021234567890127').problem).toBe('rule:bankCard');
    expect(judge('CHOICE', '女')).toEqual({ value: '女' });
    expect(judge('CHOICE', '其他').problem).toBe('newcomer:rule.choice');
    expect(judge('IMAGE', 'blob:x').problem).toBe('newcomer:rule.picture');
    expect(judge('TEXT', ' ', 3)).toEqual({ value: '' });
    expect(judgeValue({ type: 'TEXT', length: 3, options: [] }, ' ', true).problem).toBe(
      'newcomer:rule.required',
    );
  });

  it('is masked if it is personal; a salary does not reveal its length', () => {
    expect(maskValue({ category: 'SALARY', type: 'AMOUNT' }, '12000.00')).toBe('****');
    expect(maskValue({ category: 'SALARY', type: 'BANK_CARD' }, '6222021234567890123')).toMatch(/^\*+0123$/);
    expect(maskValue({ category: 'CONTACT', type: 'PHONE' }, '13800000001')).toBe('138****0001');
    expect(maskValue({ category: 'PERSONAL', type: 'EMAIL' }, 'li@example.com')).toBe('l***@example.com');
    expect(maskValue({ category: 'PERSONAL', type: 'TEXT' }, '某路 1 号')).toBe('****');
    expect(maskValue({ category: 'WORK', type: 'TEXT' }, '出纳')).toBe('出纳');
    expect(maskValue({ category: 'PAPERS', type: 'IMAGE' }, 'abcdefgh')).toBe('abcdefgh');
    expect(maskValue({ category: 'SALARY', type: 'AMOUNT' }, '')).toBe('');
  });
});
