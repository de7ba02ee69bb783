/** The columns of a roster's sheet, derived from the enterprise's onboarding fields, and their titles. */

import type { Language } from '#core/locales/languages.ts';
import type { TitledColumn } from '#core/sheet/titled-rows.ts';
import { isWithheld } from './access.ts';
import { presetFields } from './onboarding-fields.ts';
import { SECTION_FORMS, SECTIONS, type Section } from './sections.ts';

/** In every sheet, whatever the enterprise asks newcomers for: the row of a person ([3.4]), entry date and department. */
const ALWAYS = [
  'realName',
  'mobile',
  'idType',
  'idNumber',
  'email',
  'account',
  'entryDate',
  'departmentId',
] as const;
const MUST = new Set<string>(['realName', 'mobile', 'idType', 'idNumber', 'entryDate']);

/** Columns of the roster by the keys of its forms, section by section. */
export const ROSTER_COLUMNS: readonly { key: string; section: Section }[] = SECTIONS.flatMap((section) =>
  Object.keys(SECTION_FORMS[section].shape).map((key) => ({ key, section })),
);
const KNOWN = new Set(ROSTER_COLUMNS.map(({ key }) => key));

/** Columns of a sheet: those of the roster and, after the e-mail address, the login account, which is compared only. */
const SHEET_COLUMNS: typeof ROSTER_COLUMNS = ROSTER_COLUMNS.flatMap((column) =>
  column.key === 'email' ? [column, { key: 'account', section: 'PERSONAL' }] : [column],
);

/** A column of the sheet; `mustFill`: every row needs a value. */
export interface ImportColumn {
  key: string;
  section: Section;
  mustFill: boolean;
  /** The enterprise's own name for it; empty if there is none. */
  name: string;
}

/** An active onboarding field whose value goes to the roster; `code` is that of the preset field. */
interface OwnField {
  code: string;
  name: string;
  required: boolean;
}

/**
 * The columns of an enterprise's sheet: those of every sheet, and the active preset fields with their names and
 * whether they are required. An enterprise without preset fields has all columns of the roster. For HR from whom
 * salaries are withheld, without those of salary and insurance.
 */
export function importColumns(fields: readonly OwnField[], salaryWithheld = false): ImportColumn[] {
  const own = new Map(fields.filter(({ code }) => KNOWN.has(code)).map((field) => [field.code, field]));
  const always: ReadonlySet<string> = new Set(ALWAYS);
  return SHEET_COLUMNS.filter(({ section }) => !isWithheld(salaryWithheld, section))
    .filter(({ key }) => always.has(key) || own.size === 0 || own.has(key))
    .map(({ key, section }) => ({
      key,
      section,
      mustFill: MUST.has(key) || (own.get(key)?.required ?? false),
      name: own.get(key)?.name ?? '',
    }));
}

const OTHER_TITLES: Record<Language, Record<string, string>> = {
  'zh-CN': {
    realName: '姓名',
    account: '登录账号',
    mobile: '手机号码',
    idType: '证件类型',
    idNumber: '证件号码',
    idExpiry: '证件有效期至',
    departmentId: '部门',
  },
  'zh-TW': {
    realName: '姓名',
    account: '登入帳號',
    mobile: '手機號碼',
    idType: '證件類型',
    idNumber: '證件號碼',
    idExpiry: '證件有效期至',
    departmentId: '部門',
  },
  'en-US': {
    realName: 'Name',
    account: 'Login account',
    mobile: 'Mobile number',
    idType: 'ID type',
    idNumber: 'ID number',
    idExpiry: 'ID valid until',
    departmentId: 'Department',
  },
};

/** Default title of a column of the roster. */
export function columnTitle(key: string, language: Language): string {
  const preset = presetFields(language).find(({ code }) => code === key);
  return preset?.field.name ?? OTHER_TITLES[language][key] ?? key;
}

/**
 * Columns with their titles: the enterprise's name, then the title in the screen's language, then in every language.
 */
export function titledColumns<C extends Pick<ImportColumn, 'key' | 'name'>>(
  columns: readonly C[],
  language: Language,
): (C & TitledColumn)[] {
  const languages = [language, ...(Object.keys(OTHER_TITLES) as Language[])];
  return columns.map((column) => ({
    ...column,
    // Every column must be in the sheet: a missing one would be read as empty.
    required: true,
    titles: [column.name, ...languages.map((one) => columnTitle(column.key, one))].filter(Boolean),
  }));
}
