/** A roster as a sheet: its columns, from the fields that the enterprise asks for, and what they are called. */
import type { Language } from '#core/locales/languages.ts';
import type { TitledColumn } from '#core/sheet/titled-rows.ts';
import { presetFields } from './onboarding-fields.ts';
import { SECTION_FORMS, SECTIONS, type Section } from './sections.ts';

/** What is asked of everybody: it is no field of onboarding, so no enterprise can leave it out. */
const ALWAYS = ['realName', 'mobile', 'idType', 'idNumber', 'entryDate', 'departmentId'] as const;
const MUST = new Set<string>(['realName', 'mobile', 'idType', 'idNumber', 'entryDate']);

/** Columns of the roster, by their keys in its forms, section after section. */
export const ROSTER_COLUMNS: readonly { key: string; section: Section }[] = SECTIONS.flatMap((section) =>
  Object.keys(SECTION_FORMS[section].shape).map((key) => ({ key, section })),
);
const KNOWN = new Set(ROSTER_COLUMNS.map(({ key }) => key));

/** A column of the sheet, and whether each row must fill it in. */
export interface ImportColumn {
  key: string;
  section: Section;
  mustFill: boolean;
  /** As the enterprise calls it; empty where it has no name of its own for it. */
  name: string;
}

/** A field of onboarding in force, as far as the roster takes its value over: by the code of the preset field. */
interface OwnField {
  code: string;
  name: string;
  required: boolean;
}

/**
 * The columns of an enterprise's sheet: what is asked of everybody, and the preset fields that are in force, with their names
 * and whether they must be given. An enterprise that set up none of them has all columns of the roster.
 */
export function importColumns(fields: readonly OwnField[]): ImportColumn[] {
  const own = new Map(fields.filter(({ code }) => KNOWN.has(code)).map((field) => [field.code, field]));
  const always: ReadonlySet<string> = new Set(ALWAYS);
  return ROSTER_COLUMNS.filter(({ key }) => always.has(key) || own.size === 0 || own.has(key)).map(
    ({ key, section }) => ({
      key,
      section,
      mustFill: MUST.has(key) || (own.get(key)?.required ?? false),
      name: own.get(key)?.name ?? '',
    }),
  );
}

const OTHER_TITLES: Record<Language, Record<string, string>> = {
  'zh-CN': {
    realName: '姓名',
    mobile: '手机号码',
    idType: '证件类型',
    idNumber: '证件号码',
    idExpiry: '证件有效期至',
    departmentId: '部门',
  },
  'zh-TW': {
    realName: '姓名',
    mobile: '手機號碼',
    idType: '證件類型',
    idNumber: '證件號碼',
    idExpiry: '證件有效期至',
    departmentId: '部門',
  },
  'en-US': {
    realName: 'Name',
    mobile: 'Mobile number',
    idType: 'ID type',
    idNumber: 'ID number',
    idExpiry: 'ID valid until',
    departmentId: 'Department',
  },
};

/** What a column of the roster is called where the enterprise has no name of its own for it. */
export function columnTitle(key: string, language: Language): string {
  const preset = presetFields(language).find(({ code }) => code === key);
  return preset?.field.name ?? OTHER_TITLES[language][key] ?? key;
}

/** Columns with their titles: as the enterprise calls them, then in the language of the screen, then in each of them. */
export function titledColumns<C extends Pick<ImportColumn, 'key' | 'name'>>(
  columns: readonly C[],
  language: Language,
): (C & TitledColumn)[] {
  const languages = [language, ...(Object.keys(OTHER_TITLES) as Language[])];
  return columns.map((column) => ({
    ...column,
    // Every column must stand in the sheet: one that is missing would be taken for one that is empty.
    required: true,
    titles: [column.name, ...languages.map((one) => columnTitle(column.key, one))].filter(Boolean),
  }));
}
