/** Export and import of an address book as a sheet. */
import { LIMITS } from '#core/config/limits.ts';
import { ID_TYPE_TEXTS } from '#core/locales/id-type-text.ts';
import type { Language } from '#core/locales/languages.ts';
import {
  cellProblem,
  isExample,
  plainTitle,
  type Sheet,
  type SheetCell,
  type SheetRow,
} from '#core/sheet/cells.ts';
import type { WrittenSheet } from '#core/sheet/write-sheet.ts';
import { ID_TYPES, type IdType } from '#core/validate/id-number.ts';
import {
  CONTACT_TYPES,
  type Contact,
  type ContactFacts,
  type ContactGroup,
  type ContactType,
  contactRules,
  EMPTY_CONTACT,
  groupName,
} from './contact.ts';

export const SHEET_FIELDS = [
  'type',
  'name',
  'entName',
  'person',
  'phone',
  'email',
  'idType',
  'idNumber',
  'groups',
  'note',
] as const;
export type SheetField = (typeof SHEET_FIELDS)[number];

/** Texts of a sheet in one language. */
interface SheetTexts {
  name: string;
  fields: Record<SheetField, string>;
  types: Record<ContactType, string>;
  idTypes: Record<IdType, string>;
  example: readonly string[];
}

const WIDTHS: Record<SheetField, number> = {
  type: 10,
  name: 28,
  entName: 28,
  person: 14,
  phone: 18,
  email: 26,
  idType: 22,
  idNumber: 24,
  groups: 20,
  note: 30,
};

/** Sheets in any of these languages can be imported. */
export const SHEET_TEXTS: Record<Language, SheetTexts> = {
  'zh-CN': {
    name: '联系人',
    fields: {
      type: '类型',
      name: '名称',
      entName: '所属企业',
      person: '联系人姓名',
      phone: '电话',
      email: '邮箱',
      idType: '证件类型',
      idNumber: '证件号码',
      groups: '分组',
      note: '备注',
    },
    types: { ENTERPRISE: '企业', PERSON: '个人', DEPARTMENT: '部门' },
    idTypes: ID_TYPE_TEXTS['zh-CN'],
    example: [
      '示例：企业',
      '示例贸易有限公司',
      '',
      '姓名',
      '13800000000',
      'name@example.cn',
      '',
      '',
      '供应商;客户',
      '',
    ],
  },
  'zh-TW': {
    name: '聯絡人',
    fields: {
      type: '類型',
      name: '名稱',
      entName: '所屬企業',
      person: '聯絡人姓名',
      phone: '電話',
      email: '電子郵件',
      idType: '證件類型',
      idNumber: '證件號碼',
      groups: '群組',
      note: '備註',
    },
    types: { ENTERPRISE: '企業', PERSON: '個人', DEPARTMENT: '部門' },
    idTypes: ID_TYPE_TEXTS['zh-TW'],
    example: [
      '範例：企業',
      '範例貿易有限公司',
      '',
      '姓名',
      '13800000000',
      'name@example.cn',
      '',
      '',
      '供應商;客戶',
      '',
    ],
  },
  'en-US': {
    name: 'Contacts',
    fields: {
      type: 'Type',
      name: 'Name',
      entName: 'Enterprise',
      person: 'Contact person',
      phone: 'Phone',
      email: 'E-mail',
      idType: 'ID type',
      idNumber: 'ID number',
      groups: 'Groups',
      note: 'Note',
    },
    types: { ENTERPRISE: 'Enterprise', PERSON: 'Person', DEPARTMENT: 'Department' },
    idTypes: ID_TYPE_TEXTS['en-US'],
    example: [
      'Example: Enterprise',
      'Example Trading Ltd',
      '',
      'Name',
      '13800000000',
      'name@example.cn',
      '',
      '',
      'Suppliers;Customers',
      '',
    ],
  },
};

/** Why a row was rejected: the field, and a key of `contact:import.problem` or of the validation rules. */
export interface RowProblem {
  field: SheetField;
  problem: string;
}
/** A validated row of a sheet. `texts` are its cells by field as they were typed. */
export interface JudgedRow {
  number: number;
  texts: Record<SheetField, string>;
  facts: ContactFacts | null;
  /** Group names. */
  groups: readonly string[];
  problems: readonly RowProblem[];
}

/** The sheet of an address book; without contacts, an empty form with an example and selection lists. */
export function contactSheet(
  language: Language,
  contacts: readonly Contact[],
  groups: readonly ContactGroup[],
): WrittenSheet {
  const texts = SHEET_TEXTS[language];
  const names = new Map(groups.map(({ groupId, name }) => [groupId, name]));
  const textOf = (contact: Contact, field: SheetField): string => {
    if (field === 'groups') return contact.groups.flatMap((key) => names.get(key) ?? []).join(';');
    if (field === 'type') return texts.types[contact.type];
    if (field === 'idType') return contact.idType === '' ? '' : texts.idTypes[contact.idType];
    return contact[field];
  };
  return {
    name: texts.name,
    columns: columnsOf(texts),
    rows: contacts.map((contact) => SHEET_FIELDS.map((field) => textOf(contact, field))),
    toFill: { rows: 1_000, ...(contacts.length === 0 ? { example: texts.example } : {}) },
  };
}

const columnsOf = (texts: SheetTexts) =>
  SHEET_FIELDS.map((field) => ({
    title: texts.fields[field],
    width: WIDTHS[field],
    ...(field === 'type' ? { choices: CONTACT_TYPES.map((type) => texts.types[type]) } : {}),
    ...(field === 'idType' ? { choices: ID_TYPES.map((type) => texts.idTypes[type]) } : {}),
  }));

/** Sheet of the rejected rows with their reasons in a last column `reason`, to be corrected and imported again. */
export function refusedSheet(
  language: Language,
  rows: readonly JudgedRow[],
  reason: { title: string; of: (row: JudgedRow) => string },
): WrittenSheet {
  const texts = SHEET_TEXTS[language];
  return {
    name: texts.name,
    columns: [...columnsOf(texts), { title: reason.title, width: 40 }],
    rows: rows.map((row) => [...SHEET_FIELDS.map((field) => row.texts[field]), reason.of(row)]),
    toFill: { rows: rows.length },
  };
}

/**
 * Reads the rows of a sheet by column titles, in any order. Ignores other columns, such as the reasons. Null if the
 * type or name column is missing: it is a different sheet.
 */
export function readContactSheet(sheet: Sheet): JudgedRow[] | null {
  const columns = columnsIn(sheet.head);
  if (!columns.has('name') || !columns.has('type')) return null;
  return sheet.rows.filter((row) => !isExample(row)).map((row) => judge(row, columns));
}

function columnsIn(head: readonly string[]): Map<SheetField, number> {
  const found = new Map<SheetField, number>();
  head.forEach((title, at) => {
    const plain = plainTitle(title);
    for (const field of SHEET_FIELDS)
      if (
        !found.has(field) &&
        Object.values(SHEET_TEXTS).some(({ fields }) => plainTitle(fields[field]) === plain)
      )
        found.set(field, at);
  });
  return found;
}

/** The code of a word in any of the languages. */
function codeOf<K extends string>(
  text: string,
  listOf: (texts: SheetTexts) => Record<K, string>,
): K | undefined {
  const plain = plainTitle(text);
  for (const texts of Object.values(SHEET_TEXTS))
    for (const [code, word] of Object.entries(listOf(texts)) as [K, string][])
      if (plainTitle(word) === plain) return code;
  return undefined;
}

const EMPTY_CELL: SheetCell = { text: '', kind: 'TEXT' };

function judge(row: SheetRow, columns: ReadonlyMap<SheetField, number>): JudgedRow {
  const cellOf = (field: SheetField) => row.cells[columns.get(field) ?? -1] ?? EMPTY_CELL;
  const texts = Object.fromEntries(SHEET_FIELDS.map((field) => [field, cellOf(field).text])) as Record<
    SheetField,
    string
  >;
  const problems: RowProblem[] = SHEET_FIELDS.flatMap((field) => {
    const problem = cellProblem(cellOf(field));
    return problem ? [{ field, problem }] : [];
  });
  const type = codeOf(texts.type, ({ types }) => types);
  if (!type) problems.push({ field: 'type', problem: 'typeUnknown' });
  const idType = texts.idType === '' ? '' : codeOf(texts.idType, ({ idTypes }) => idTypes);
  if (idType === undefined) problems.push({ field: 'idType', problem: 'idTypeUnknown' });
  const groups = [
    ...new Set(
      texts.groups
        .split(/[;；]/)
        .map((name) => name.trim())
        .filter(Boolean),
    ),
  ];
  if (groups.some((name) => !groupName.safeParse(name).success))
    problems.push({ field: 'groups', problem: 'groupTooLong' });
  const { groups: _, ...fields } = texts;
  const judged = contactRules.safeParse({ ...EMPTY_CONTACT, ...fields, type, idType: idType ?? '' });
  for (const { path, message } of judged.error?.issues ?? []) {
    const field = path[0] as SheetField;
    if (!problems.some((one) => one.field === field)) problems.push({ field, problem: message });
  }
  return {
    number: row.number,
    texts,
    facts: problems.length > 0 ? null : (judged.data ?? null),
    groups,
    problems,
  };
}

/** Maximum number of rows: a full address book and the example. */
export const SHEET_LIMITS = { rows: LIMITS.contacts + 1, columns: 30 } as const;
