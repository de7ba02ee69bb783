import { maskMail } from '#core/identity/mask.ts';
import { can, type Machine } from '#core/machine.ts';
import { maskAccount, maskNumber } from '#core/realname/mask.ts';
import type { PhotoRule } from '#core/realname/photos.ts';
import { DAY_MS } from '#core/time.ts';
import { isPlainLine, isPlainText } from '#core/validate/hidden-characters.ts';
import { readDay } from '#core/validate/read-day.ts';
import { bankCard, email, phone } from '#core/validate/rules.ts';
import { lengthOf, toPlain } from '#core/validate/text.ts';
import { EMPLOYEE_IMAGE_RULE } from './images.ts';
import type { FieldCategory, FieldDefinition } from './onboarding-fields.ts';
import { isDay, keepAmount } from './sections.ts';

/** [4.11a] States of a newcomer's file, from the invitation to the roster. */
export const NEWCOMER_STATES = [
  'TO_COLLECT',
  'COLLECTING',
  'TO_REVIEW',
  'TO_CORRECT',
  'COMPLETED',
  'CANCELLED',
] as const;
export type NewcomerState = (typeof NEWCOMER_STATES)[number];

/**
 * `claim`: the newcomer proved their identity. `handIn`: they submit the form. `sendBack`: HR returns it for
 * correction. `remind` and `fill` (fields that only HR sees) do not change the state.
 */
export const NEWCOMER_EVENTS = [
  'claim',
  'handIn',
  'sendBack',
  'complete',
  'cancel',
  'remind',
  'fill',
  'review',
] as const;
export type NewcomerEvent = (typeof NEWCOMER_EVENTS)[number];

export const NEWCOMER_MACHINE: Machine<NewcomerState, NewcomerEvent> = {
  initial: 'TO_COLLECT',
  transitions: {
    TO_COLLECT: { claim: 'COLLECTING', cancel: 'CANCELLED', remind: 'TO_COLLECT', fill: 'TO_COLLECT' },
    COLLECTING: { handIn: 'TO_REVIEW', cancel: 'CANCELLED', remind: 'COLLECTING', fill: 'COLLECTING' },
    TO_REVIEW: {
      review: 'TO_REVIEW',
      sendBack: 'TO_CORRECT',
      complete: 'COMPLETED',
      cancel: 'CANCELLED',
      fill: 'TO_REVIEW',
    },
    TO_CORRECT: { handIn: 'TO_REVIEW', cancel: 'CANCELLED', remind: 'TO_CORRECT', fill: 'TO_CORRECT' },
    COMPLETED: {},
    CANCELLED: {},
  },
};

/** States in which the file reserves its mobile number and ID number. */
export const OPEN_STATES = NEWCOMER_STATES.filter((state) => can(NEWCOMER_MACHINE, state, 'cancel'));
/** [4.11b] Only completed or cancelled files can be archived. */
export const isArchivable = (state: NewcomerState): boolean => !OPEN_STATES.includes(state);

/** [4.11c] States of one item of a file. TO_REVIEW: submitted but not reviewed yet. */
export const ITEM_STATES = ['TO_COLLECT', 'TO_REVIEW', 'APPROVED', 'TO_CORRECT'] as const;
export type ItemState = (typeof ITEM_STATES)[number];
export type ItemEvent = 'handIn' | 'approve' | 'correct' | 'fill' | 'clear';

/**
 * `fill` and `clear`: fields that only HR sees, which are not reviewed. HR may request an optional field that was left
 * empty.
 */
export const ITEM_MACHINE: Machine<ItemState, ItemEvent> = {
  initial: 'TO_COLLECT',
  transitions: {
    TO_COLLECT: { handIn: 'TO_REVIEW', correct: 'TO_CORRECT', fill: 'APPROVED', clear: 'TO_COLLECT' },
    TO_REVIEW: { approve: 'APPROVED', correct: 'TO_CORRECT' },
    APPROVED: { correct: 'TO_CORRECT', fill: 'APPROVED', clear: 'TO_COLLECT' },
    TO_CORRECT: { handIn: 'TO_REVIEW', approve: 'APPROVED', correct: 'TO_CORRECT' },
  },
};

/** Entries of the file's log: every action, and every access to masked values. They contain no values. */
export const NEWCOMER_RECORDS = [
  'ADDED',
  'REMINDED',
  'CLAIMED',
  'HANDED_IN',
  'REVEALED',
  'IMAGE_VIEWED',
  'FILLED',
  'REVIEWED',
  'SENT_BACK',
  'COMPLETED',
  'CANCELLED',
  'ARCHIVED',
  'UNARCHIVED',
  'ERASED',
] as const;
export type NewcomerRecord = (typeof NEWCOMER_RECORDS)[number];

export const NEWCOMER_LIMITS = {
  /** Newcomers added at once. */
  atOnce: 50,
  /** Lifetime of a link, ms. */
  linkMs: 7 * DAY_MS,
  /** Characters of a reason. */
  reason: 100,
  /** Pictures that one newcomer may upload per day. */
  imagesPerDay: 200,
} as const;

/** The facts of an item that the rules depend on. */
export interface JudgedItem {
  state: ItemState;
  required: boolean;
  shownTo: FieldDefinition['shownTo'];
}

/** Whether the newcomer can submit the item now; items under review or approved cannot be changed without HR. */
export const isAsked = ({ state, shownTo }: Pick<JudgedItem, 'state' | 'shownTo'>): boolean =>
  shownTo === 'NEWCOMER' && can(ITEM_MACHINE, state, 'handIn');
/** Whether an item needs a value before the form can be submitted, including items that HR sent back. */
export const isWanted = (item: JudgedItem): boolean =>
  isAsked(item) && (item.required || item.state === 'TO_CORRECT');
/** Whether the file has an item to send back. */
export const mayReturn = (items: readonly JudgedItem[]): boolean =>
  items.some(({ state }) => state === 'TO_CORRECT');
/** Whether an item prevents completion. */
export const isMissing = ({ state, required }: JudgedItem): boolean =>
  state === 'TO_REVIEW' || state === 'TO_CORRECT' || (required && state !== 'APPROVED');

/** Problems of a value, as text keys of the app; `{max}` is the field's length. */
export const VALUE_PROBLEMS = [
  'newcomer:rule.required',
  'newcomer:rule.tooLong',
  'newcomer:rule.number',
  'newcomer:rule.hidden',
  'newcomer:rule.choice',
  'newcomer:rule.picture',
  'employee:rule.day',
  'employee:rule.amount',
  'rule:phone',
  'rule:email',
  'rule:bankCard',
] as const;
export type ValueProblem = (typeof VALUE_PROBLEMS)[number];

type ValueVerdict = { value: string; problem?: ValueProblem };
const AMOUNT = /^\d+\.\d{2}$/;
const IMAGE_ID = /^[0-9a-z]{8,40}$/;
const by = (rule: ReturnType<typeof phone>, text: string, problem: ValueProblem): ValueVerdict => {
  const judged = rule.safeParse(text);
  return judged.success ? { value: judged.data } : { value: text, problem };
};

/** The normalized value and its problem by the field's type. Only `wanted` reports empty values. */
export function judgeValue(
  field: Pick<FieldDefinition, 'type' | 'length' | 'options'>,
  text: string,
  wanted: boolean,
): ValueVerdict {
  const isFree = field.type === 'TEXT' || field.type === 'PARAGRAPH' || field.type === 'CHOICE';
  // Numbers are copied with invisible characters, which none of them has.
  const value = (isFree ? text : text.replace(/\p{Cf}/gu, '')).trim();
  if (value === '') return wanted ? { value, problem: 'newcomer:rule.required' } : { value };
  const visible = field.type === 'PARAGRAPH' ? isPlainText(value) : isPlainLine(value);
  if (!visible) return { value, problem: 'newcomer:rule.hidden' };
  const longest = field.length ?? Number.POSITIVE_INFINITY;
  switch (field.type) {
    case 'TEXT':
    case 'PARAGRAPH':
      return lengthOf(value) <= longest ? { value } : { value, problem: 'newcomer:rule.tooLong' };
    case 'NUMBER': {
      const digits = toPlain(value);
      const fits = /^\d+$/.test(digits) && digits.length <= longest;
      return fits ? { value: digits } : { value, problem: 'newcomer:rule.number' };
    }
    case 'AMOUNT': {
      const amount = keepAmount(value);
      return AMOUNT.test(amount) ? { value: amount } : { value, problem: 'employee:rule.amount' };
    }
    case 'DATE': {
      const day = readDay(value) ?? value;
      return isDay(day) ? { value: day } : { value, problem: 'employee:rule.day' };
    }
    case 'PHONE':
      return by(phone(), value, 'rule:phone');
    case 'EMAIL':
      return by(email(), value, 'rule:email');
    case 'BANK_CARD':
      return by(bankCard(), value, 'rule:bankCard');
    case 'CHOICE':
      return field.options.includes(value) ? { value } : { value, problem: 'newcomer:rule.choice' };
    case 'IMAGE':
      return IMAGE_ID.test(value) ? { value } : { value, problem: 'newcomer:rule.picture' };
  }
}

/** Why a newcomer cannot be added, by the duplicate number and its other holder. */
export const TWIN_PROBLEMS = {
  mobile: {
    twice: 'newcomer:rule.mobileTwice',
    employed: 'newcomer:rule.mobileEmployed',
    open: 'newcomer:rule.mobileOpen',
  },
  idNumber: {
    twice: 'newcomer:rule.idNumberTwice',
    employed: 'newcomer:rule.idNumberEmployed',
    open: 'newcomer:rule.idNumberOpen',
  },
} as const;
export const DEPARTMENT_GONE = 'newcomer:rule.departmentGone';

/** Categories whose values are masked by default; each access is recorded. */
export const MASKED_CATEGORIES = [
  'PERSONAL',
  'CONTACT',
  'SALARY',
] as const satisfies readonly FieldCategory[];

/** Masks a value. Types without a mask of their own do not even reveal the length. */
export function maskValue(
  { category, type }: Pick<FieldDefinition, 'category' | 'type'>,
  value: string,
): string {
  if (value === '' || type === 'IMAGE' || !MASKED_CATEGORIES.some((one) => one === category)) return value;
  if (type === 'PHONE') return maskNumber(value, 3, 4);
  if (type === 'EMAIL') return maskMail(value);
  if (type === 'BANK_CARD') return maskAccount(value);
  return '****';
}

/** The uploaded picture of a paper: the page has redrawn it, so it is small. */
export const PAPER_RULE: PhotoRule = EMPLOYEE_IMAGE_RULE;
/** The photo that the newcomer chooses: a camera's file, which the page scales down. */
export const PAPER_SOURCE_RULE: PhotoRule = { ...EMPLOYEE_IMAGE_RULE, maxBytes: 40 * 1024 * 1024 };
