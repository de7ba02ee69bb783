import { z } from 'zod';
import type { Language } from '#core/locales/languages.ts';
import type { Machine } from '#core/machine.ts';
import { lengthOf } from '#core/validate/text.ts';

/** Categories of a newcomer's file, in the order in which it is filled in. Papers are pictures, the others are text. */
export const FIELD_CATEGORIES = ['PERSONAL', 'WORK', 'CONTACT', 'SALARY', 'CONTRACT', 'PAPERS'] as const;
export type FieldCategory = (typeof FIELD_CATEGORIES)[number];

export const ONBOARDING_TYPES = [
  'TEXT',
  'PARAGRAPH',
  'NUMBER',
  'AMOUNT',
  'DATE',
  'PHONE',
  'EMAIL',
  'BANK_CARD',
  'CHOICE',
  'IMAGE',
] as const;
export type OnboardingType = (typeof ONBOARDING_TYPES)[number];

/** Who sees and fills in a field: the newcomer and HR, or HR only. */
export const FIELD_READERS = ['NEWCOMER', 'HR'] as const;
export type FieldReader = (typeof FIELD_READERS)[number];

/** Maximum length that can be set for a field: characters, or digits of a number. Other types have a fixed format. */
export const LONGEST = { TEXT: 200, PARAGRAPH: 1_000, NUMBER: 15 } as const;
type TextType = keyof typeof LONGEST;
export const isMeasured = (type: OnboardingType): type is TextType => Object.hasOwn(LONGEST, type);

/** Limits: fields of an enterprise, characters of a name, choices of a field and characters of a choice. */
export const FIELD_LIMITS = { fields: 100, name: 20, choices: 30, fewestChoices: 2, choice: 20 } as const;

export const typesOf = (category: FieldCategory): readonly OnboardingType[] =>
  category === 'PAPERS' ? ['IMAGE'] : ONBOARDING_TYPES.filter((type) => type !== 'IMAGE');

/** A removed field remains in files that were started with it. */
export const FIELD_STATES = ['ACTIVE', 'REMOVED'] as const;
export type FieldState = (typeof FIELD_STATES)[number];
export type FieldEvent = 'change' | 'move' | 'remove';
export const FIELD_MACHINE: Machine<FieldState, FieldEvent> = {
  initial: 'ACTIVE',
  transitions: { ACTIVE: { change: 'ACTIVE', move: 'ACTIVE', remove: 'REMOVED' }, REMOVED: {} },
};

/** Entries of the fields' log. */
export const FIELD_RECORDS = ['ADDED', 'CHANGED', 'MOVED', 'REMOVED'] as const;
export type FieldRecord = (typeof FIELD_RECORDS)[number];

/** Definition of a field. */
export interface FieldDefinition {
  name: string;
  category: FieldCategory;
  type: OnboardingType;
  /** Maximum characters, or digits of a number; null for types with a fixed format. */
  length: number | null;
  /** The choices; empty unless the type is CHOICE. */
  options: string[];
  required: boolean;
  shownTo: FieldReader;
}

export const FIELD_FACTS = ['name', 'category', 'type', 'length', 'options', 'required', 'shownTo'] as const;
export const fieldChange = z.object({ what: z.enum(FIELD_FACTS), before: z.string(), after: z.string() });
export type FieldChange = z.output<typeof fieldChange>;

const inText = (value: FieldDefinition[keyof FieldDefinition]): string =>
  Array.isArray(value) ? value.join('\n') : value === null ? '' : String(value);

/** The differences between two definitions: codes unchanged, one choice per line, booleans as `true` and `false`. */
export const changesBetween = (before: FieldDefinition, after: FieldDefinition): FieldChange[] =>
  FIELD_FACTS.map((what) => ({ what, before: inText(before[what]), after: inText(after[what]) })).filter(
    (change) => change.before !== change.after,
  );

/** The problem key is in the issue's message for forms and in `params` for the response of a call. */
const problem = (key: `onboarding:rule.${string}`) => ({ message: key, params: { problem: key } });

const plain = (text: string) => text.trim().replace(/\s+/gu, ' ');

export const fieldName = z
  .string()
  .max(200)
  .transform(plain)
  .refine((text) => text !== '' && lengthOf(text) <= FIELD_LIMITS.name, problem('onboarding:rule.name'));

/** Parses choices from a text with one per line. */
export const choicesOf = (text: string): string[] => text.split('\n').map(plain).filter(Boolean);

const facts = {
  name: fieldName,
  category: z.enum(FIELD_CATEGORIES),
  type: z.enum(ONBOARDING_TYPES),
  length: z.number().int().min(1).max(1_000).nullable(),
  required: z.boolean(),
  shownTo: z.enum(FIELD_READERS),
};

/** Problem if the category or type of a preset field is changed: the roster takes over its value unchanged. */
export const PRESET_STAYS = 'onboarding:rule.preset';
const LENGTH_RULES = {
  TEXT: 'onboarding:rule.lengthTEXT',
  PARAGRAPH: 'onboarding:rule.lengthPARAGRAPH',
  NUMBER: 'onboarding:rule.lengthNUMBER',
} as const satisfies Record<TextType, string>;

type FieldRule = Pick<FieldDefinition, 'category' | 'type' | 'length' | 'options'>;

/** Rules across the parts of a field: type by category, length and choices by type. Each problem has its own text. */
function checkField({ category, type, length, options }: FieldRule, context: z.RefinementCtx): void {
  const refuse = (path: keyof FieldRule, key: `onboarding:rule.${string}`) =>
    context.addIssue({ code: 'custom', path: [path], ...problem(key) });
  if (!typesOf(category).includes(type))
    refuse('type', category === 'PAPERS' ? 'onboarding:rule.papers' : 'onboarding:rule.noPicture');
  if (isMeasured(type) && (length === null || length > LONGEST[type])) refuse('length', LENGTH_RULES[type]);
  if (type !== 'CHOICE') return;
  if (options.length < FIELD_LIMITS.fewestChoices || options.length > FIELD_LIMITS.choices)
    refuse('options', 'onboarding:rule.choices');
  else if (options.some((one) => one === '' || lengthOf(one) > FIELD_LIMITS.choice))
    refuse('options', 'onboarding:rule.choice');
  else if (new Set(options).size < options.length) refuse('options', 'onboarding:rule.twice');
}

/** Drops facts that the type does not use. */
const ruleOf = <T extends FieldRule>(field: T): T => ({
  ...field,
  length: isMeasured(field.type) ? field.length : null,
  options: field.type === 'CHOICE' ? field.options : [],
});

/** A field on the wire. */
export const fieldDefinition = z
  .object({ ...facts, options: z.array(z.string().max(200).transform(plain)).max(100) })
  .superRefine(checkField)
  .transform(ruleOf);

/** The same in a form, with one choice per line. */
export const fieldForm = z
  .object({ ...facts, options: z.string().max(10_000).transform(choicesOf) })
  .superRefine(checkField)
  .transform(ruleOf);

/** In 简体中文, 繁體中文 and English. */
type Label = readonly [zhCN: string, zhTW: string, enUS: string];
const at = (language: Language) => ({ 'zh-CN': 0, 'zh-TW': 1, 'en-US': 2 })[language];

interface Preset {
  /** The column or picture of the roster that takes the value over, otherwise a unique name. */
  code: string;
  name: Label;
  category: FieldCategory;
  type: OnboardingType;
  length?: number;
  options?: readonly Label[];
  required?: true;
  shownTo?: 'HR';
}

const HR = { shownTo: 'HR' } as const;
const REQUIRED = { required: true } as const;
const MONEY = { category: 'SALARY', type: 'AMOUNT', ...HR } as const;

/**
 * Preset fields of every enterprise: the values that the roster stores of an employee, and commonly requested papers.
 * Name, mobile number and ID are not fields: HR enters them when adding a newcomer, and the department is chosen from
 * the tree.
 */
const PRESETS: readonly Preset[] = [
  { code: 'email', name: ['邮箱', '信箱', 'Email'], category: 'PERSONAL', type: 'EMAIL' },
  {
    code: 'address',
    name: ['现居住地址', '現居住地址', 'Home address'],
    category: 'PERSONAL',
    type: 'TEXT',
    length: 100,
    ...REQUIRED,
  },
  {
    code: 'entryDate',
    name: ['入职日期', '到職日期', 'Entry date'],
    category: 'WORK',
    type: 'DATE',
    ...REQUIRED,
    ...HR,
  },
  {
    code: 'jobContent',
    name: ['工作内容', '工作內容', 'Job'],
    category: 'WORK',
    type: 'TEXT',
    length: 64,
    ...HR,
  },
  {
    code: 'workLocation',
    name: ['工作地点', '工作地點', 'Place of work'],
    category: 'WORK',
    type: 'TEXT',
    length: 64,
    ...HR,
  },
  {
    code: 'regularDate',
    name: ['转正日期', '轉正日期', 'End of probation'],
    category: 'WORK',
    type: 'DATE',
    ...HR,
  },
  {
    code: 'firstWorkDate',
    name: ['首次参加工作日期', '首次參加工作日期', 'First job since'],
    category: 'WORK',
    type: 'DATE',
  },
  {
    code: 'emergencyName',
    name: ['紧急联系人姓名', '緊急聯絡人姓名', 'Emergency contact'],
    category: 'CONTACT',
    type: 'TEXT',
    length: 50,
    ...REQUIRED,
  },
  {
    code: 'emergencyPhone',
    name: ['紧急联系人电话', '緊急聯絡人電話', 'Contact’s phone'],
    category: 'CONTACT',
    type: 'PHONE',
    ...REQUIRED,
  },
  {
    code: 'emergencyGender',
    name: ['紧急联系人性别', '緊急聯絡人性別', 'Contact’s gender'],
    category: 'CONTACT',
    type: 'CHOICE',
    options: [
      ['男', '男', 'Male'],
      ['女', '女', 'Female'],
    ],
  },
  {
    code: 'emergencyRelation',
    name: ['与本人关系', '與本人關係', 'Relation'],
    category: 'CONTACT',
    type: 'TEXT',
    length: 20,
  },
  {
    code: 'bankName',
    name: ['开户银行', '開戶銀行', 'Bank'],
    category: 'SALARY',
    type: 'TEXT',
    length: 50,
    ...REQUIRED,
  },
  {
    code: 'bankCard',
    name: ['工资卡号', '薪資卡號', 'Salary card'],
    category: 'SALARY',
    type: 'BANK_CARD',
    ...REQUIRED,
  },
  { code: 'salary', name: ['工资', '薪資', 'Salary'], ...MONEY },
  { code: 'probationSalary', name: ['试用期工资', '試用期薪資', 'Probation salary'], ...MONEY },
  { code: 'socialBase', name: ['社保基数', '社保基數', 'Insurance base'], ...MONEY },
  { code: 'fundBase', name: ['公积金基数', '公積金基數', 'Housing fund base'], ...MONEY },
  {
    code: 'contractStart',
    name: ['合同开始日', '合約開始日', 'Contract start'],
    category: 'CONTRACT',
    type: 'DATE',
    ...HR,
  },
  {
    code: 'contractEnd',
    name: ['合同到期日', '合約到期日', 'Contract end'],
    category: 'CONTRACT',
    type: 'DATE',
    ...HR,
  },
  {
    code: 'idFront',
    name: ['身份证人像面', '身分證人像面', 'ID card, portrait'],
    category: 'PAPERS',
    type: 'IMAGE',
    ...REQUIRED,
  },
  {
    code: 'idBack',
    name: ['身份证国徽面', '身分證國徽面', 'ID card, emblem'],
    category: 'PAPERS',
    type: 'IMAGE',
    ...REQUIRED,
  },
  { code: 'EDUCATION', name: ['学历证书', '學歷證書', 'Diploma'], category: 'PAPERS', type: 'IMAGE' },
  {
    code: 'RESIGNATION',
    name: ['离职证明', '離職證明', 'Leaving certificate'],
    category: 'PAPERS',
    type: 'IMAGE',
  },
];

/** The preset fields with their codes and names in a language. */
export const presetFields = (language: Language): { code: string; field: FieldDefinition }[] =>
  PRESETS.map(({ code, name, category, type, length, options, required, shownTo }) => ({
    code,
    field: {
      name: name[at(language)],
      category,
      type,
      length: length ?? null,
      options: (options ?? []).map((texts) => texts[at(language)]),
      required: required ?? false,
      shownTo: shownTo ?? 'NEWCOMER',
    },
  }));
