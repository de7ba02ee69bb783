import { maskMail } from '#core/identity/mask.ts';
import { can, type Machine } from '#core/machine.ts';
import { maskAccount, maskNumber } from '#core/realname/mask.ts';
import type { PhotoRule } from '#core/realname/photos.ts';
import { isPlainLine, isPlainText } from '#core/validate/hidden-characters.ts';
import { bankCard, email, phone } from '#core/validate/rules.ts';
import { lengthOf, toPlain } from '#core/validate/text.ts';
import { EMPLOYEE_IMAGE_RULE } from './images.ts';
import type { FieldCategory, FieldDefinition } from './onboarding-fields.ts';
import { isDay, keepAmount } from './sections.ts';

/** [4.11a] A newcomer's file, from the invitation to the roster. */
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
 * `claim`: the newcomer proved who they are. `handIn`: they submit the form. `sendBack`: HR returns what is wrong.
 * `remind` and `fill` (HR's own fields) leave the state as it is.
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

/** States in which a mobile and an ID number are taken by the file. */
export const OPEN_STATES = NEWCOMER_STATES.filter((state) => can(NEWCOMER_MACHINE, state, 'cancel'));
/** [4.11b] Only a file that has ended can be archived. */
export const isArchivable = (state: NewcomerState): boolean => !OPEN_STATES.includes(state);

/** [4.11c] One material of a file. TO_REVIEW: handed in and not judged yet. */
export const ITEM_STATES = ['TO_COLLECT', 'TO_REVIEW', 'APPROVED', 'TO_CORRECT'] as const;
export type ItemState = (typeof ITEM_STATES)[number];
export type ItemEvent = 'handIn' | 'approve' | 'correct' | 'fill' | 'clear';

/** `fill` and `clear`: HR's own fields, which nobody reviews. HR may ask for an optional field that was left empty. */
export const ITEM_MACHINE: Machine<ItemState, ItemEvent> = {
  initial: 'TO_COLLECT',
  transitions: {
    TO_COLLECT: { handIn: 'TO_REVIEW', correct: 'TO_CORRECT', fill: 'APPROVED', clear: 'TO_COLLECT' },
    TO_REVIEW: { approve: 'APPROVED', correct: 'TO_CORRECT' },
    APPROVED: { correct: 'TO_CORRECT', fill: 'APPROVED', clear: 'TO_COLLECT' },
    TO_CORRECT: { handIn: 'TO_REVIEW', approve: 'APPROVED', correct: 'TO_CORRECT' },
  },
};

/** What the file's record holds: every act, and every look at what is masked. No values. */
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
] as const;
export type NewcomerRecord = (typeof NEWCOMER_RECORDS)[number];

export const NEWCOMER_LIMITS = {
  /** Newcomers added at once. */
  atOnce: 50,
  /** A link ends after this time, ms. */
  linkMs: 7 * 86_400_000,
  /** Characters of a reason. */
  reason: 100,
  /** Pictures that one newcomer may send in a day. */
  imagesPerDay: 200,
} as const;

/** What of an item the rules look at. */
export interface JudgedItem {
  state: ItemState;
  required: boolean;
  shownTo: FieldDefinition['shownTo'];
}

/** Whether the newcomer may give the item now: nothing that is under review or approved is changed behind HR's back. */
export const isAsked = ({ state, shownTo }: Pick<JudgedItem, 'state' | 'shownTo'>): boolean =>
  shownTo === 'NEWCOMER' && can(ITEM_MACHINE, state, 'handIn');
/** Whether an item must have a value before the form is handed in: what HR sent back, too. */
export const isWanted = (item: JudgedItem): boolean =>
  isAsked(item) && (item.required || item.state === 'TO_CORRECT');
/** Whether the file has something to send back. */
export const mayReturn = (items: readonly JudgedItem[]): boolean =>
  items.some(({ state }) => state === 'TO_CORRECT');
/** Whether an item stands in the way of completion. */
export const isMissing = ({ state, required }: JudgedItem): boolean =>
  state === 'TO_REVIEW' || state === 'TO_CORRECT' || (required && state !== 'APPROVED');

/** Problems of a value, as keys of the app's texts; `{max}` is the field's length. */
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

type Judged = { value: string; problem?: ValueProblem };
const AMOUNT = /^\d+\.\d{2}$/;
const IMAGE_ID = /^[0-9a-z]{8,40}$/;
const by = (rule: ReturnType<typeof phone>, text: string, problem: ValueProblem): Judged => {
  const judged = rule.safeParse(text);
  return judged.success ? { value: judged.data } : { value: text, problem };
};

/** A value as it is kept, and what is wrong with it by its field's type. An empty one is only judged by `wanted`. */
export function judgeValue(
  field: Pick<FieldDefinition, 'type' | 'length' | 'options'>,
  text: string,
  wanted: boolean,
): Judged {
  const value = text.trim();
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
    case 'DATE':
      return isDay(value) ? { value } : { value, problem: 'employee:rule.day' };
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

/** Why somebody cannot be added, by the number that they share and with whom. */
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

/** Categories whose values are masked until somebody asks for them; each look is recorded. */
export const MASKED_CATEGORIES = [
  'PERSONAL',
  'CONTACT',
  'SALARY',
] as const satisfies readonly FieldCategory[];

/** A value as it is shown unasked. Of what has no form of its own, not even the length. */
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

/** A paper as it is sent: drawn anew by the page and therefore small. */
export const PAPER_RULE: PhotoRule = EMPLOYEE_IMAGE_RULE;
/** The photo of a paper as the newcomer chooses it: a camera's file, which the page makes small. */
export const PAPER_SOURCE_RULE: PhotoRule = { ...EMPLOYEE_IMAGE_RULE, maxBytes: 40 * 1024 * 1024 };
