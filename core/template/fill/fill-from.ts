import type { Contact } from '#core/contact/contact.ts';
import { type CellProblem, cellProblem, plainTitle, type SheetRow } from '#core/sheet/cells.ts';
import type { TemplateContent, TemplateValues } from '../content.ts';
import type { ContentField } from '../field.ts';
import { checkValue, type ValueProblem } from './check-value.ts';
import { fieldsInText } from './fields-in-text.ts';
import { readValue } from './read-value.ts';

/** Facts about an enterprise or a person, matched to fields. */
export const FACTS = [
  'ENTERPRISE_NAME',
  'CREDIT_CODE',
  'ADDRESS',
  'LEGAL_REPRESENTATIVE',
  'PERSON_NAME',
  'ID_NUMBER',
  'MOBILE',
  'EMAIL',
  'JOB',
  'ENTRY_DATE',
  'CONTRACT_START',
  'CONTRACT_END',
  'DEPARTMENT',
  'WORK_PLACE',
  'DEPART_DATE',
] as const;
export type Fact = (typeof FACTS)[number];

export interface KnownFact {
  readonly fact: Fact;
  /** In canonical form; masked where `isMasked`. */
  readonly value: string;
  readonly isMasked?: boolean;
}

/** A proposed value for a field. */
export interface Proposal extends Omit<KnownFact, 'fact'> {
  /** For a value proposed because of its meaning, as masked ones are. */
  readonly fact?: Fact;
  readonly field: string;
  readonly name: string;
  /** The current value. */
  readonly before: string;
  /** Why the cell that the value was read from is unusable. */
  readonly cell?: CellProblem | undefined;
  /** Why the value is invalid there. A masked value is checked only when it is filled in. */
  readonly problem?: ValueProblem | undefined;
}

const SIDE = /^[甲乙丙丁]方/u;

/** The side that a field's name refers to: 甲方名称 belongs to 甲方; '' for none. */
export const sideOf = (name: string): string => SIDE.exec(name)?.[0] ?? '';

/** The sides that the sender's fields of a template refer to, each once. */
export const sidesOf = (content: TemplateContent): string[] =>
  [...new Set(content.fields.filter(isSenders).map(({ name }) => sideOf(name)))].filter(
    (side) => side !== '',
  );

/** Names of fields, without their side, in the product's languages. The first match determines the fact. */
const NAMES: readonly [Fact, RegExp][] = [
  ['LEGAL_REPRESENTATIVE', /法定代表人|法人代表|法人$|legal *rep/iu],
  ['CREDIT_CODE', /信用代[码碼]|税号|稅號|credit *code/iu],
  ['ID_NUMBER', /身份证|身分證|证件号|證件號|id *number/iu],
  ['ENTRY_DATE', /入职日期|[入到]職日期|entry *date/iu],
  ['CONTRACT_START', /(合同|合約|劳动合同)?(起始|开始|開始)日期|start *date/iu],
  ['CONTRACT_END', /(合同|合約|劳动合同)?(终止|終止|结束|結束|到期)日期|end *date/iu],
  ['DEPART_DATE', /离职日期|離職日期|leaving *date/iu],
  ['WORK_PLACE', /工作地[点址點]|work *place|work *location/iu],
  ['DEPARTMENT', /部门|部門|department/iu],
  ['ADDRESS', /地址|住所|住址|address/iu],
  ['EMAIL', /邮箱|郵箱|电子邮件|電子郵件|e-?mail/iu],
  ['MOBILE', /电话|電話|手机|手機|phone|mobile/iu],
  ['JOB', /岗位|崗位|职务|職務|职位|職位|position|job/iu],
  [
    'ENTERPRISE_NAME',
    /^(公司|企业|企業|单位|單位)?(名称|名稱|全称|全稱)$|^(公司|企业|企業|单位|單位)$|company/iu,
  ],
  ['PERSON_NAME', /姓名|联系人|聯絡人|经办人|經辦人|^(员工|員工|劳动者|勞動者)$|contact/iu],
];

const isSenders = ({ filledBy, input }: ContentField): boolean =>
  filledBy === 'SENDER' && input !== 'PICTURE';

function factOf(name: string, known: ReadonlyMap<Fact, KnownFact>): KnownFact | undefined {
  const side = sideOf(name);
  const rest = name.slice(side.length);
  // 甲方 alone means the party's name: the enterprise, or a person if no enterprise is known
  if (side !== '' && rest === '') return known.get('ENTERPRISE_NAME') ?? known.get('PERSON_NAME');
  const [fact] = NAMES.find(([, pattern]) => pattern.test(rest)) ?? [];
  if (fact === 'ENTERPRISE_NAME') return known.get(fact) ?? known.get('PERSON_NAME');
  return fact && known.get(fact);
}

/**
 * Proposes values from facts for the sender's fields, by field name: for those of `side` and those without a side.
 * Skips fields that have the same value already.
 */
export function proposeValues(
  content: TemplateContent,
  values: TemplateValues,
  facts: readonly KnownFact[],
  side: string,
): Proposal[] {
  const known = new Map(facts.filter(({ value }) => value !== '').map((one) => [one.fact, one]));
  return fieldsToFill(content, values).flatMap((field): Proposal[] => {
    const of = sideOf(field.name);
    const found = of === '' || of === side ? factOf(field.name, known) : undefined;
    const before = values.fields[field.key] ?? '';
    if (!found || found.value === before) return [];
    const problem = found.isMasked ? undefined : checkValue(field, found.value);
    return [{ ...found, field: field.key, name: field.name, before, problem }];
  });
}

/** Facts about a contact: a department acts for its enterprise, as a party does. */
export function factsOfContact(contact: Contact): KnownFact[] {
  const { type, name, entName, person, phone, email, idNumber } = contact;
  const facts: KnownFact[] = [
    { fact: 'PERSON_NAME', value: type === 'PERSON' ? name : person },
    { fact: 'MOBILE', value: phone },
    { fact: 'EMAIL', value: email },
    { fact: 'ID_NUMBER', value: idNumber },
  ];
  if (type === 'PERSON') return facts;
  return [{ fact: 'ENTERPRISE_NAME', value: type === 'ENTERPRISE' ? name : entName }, ...facts];
}

/** Fields that a row of a spreadsheet can fill, each with its column, from 0; undefined if it has none. */
export type FieldColumns = Readonly<Record<string, number | undefined>>;

/** The sender's text fields outside of repeated rows. */
export const fieldsToFill = (content: TemplateContent, values: TemplateValues): ContentField[] =>
  fieldsInText(content, values).fields.filter(isSenders);

/** Matches fields to columns of the same name, ignoring case, width and whitespace; the first match wins. */
export const columnsByName = (fields: readonly ContentField[], head: readonly string[]): FieldColumns =>
  Object.fromEntries(
    fields.map(({ key, name }) => {
      const at = head.findIndex((title) => plainTitle(title) === plainTitle(name));
      return [key, at < 0 ? undefined : at];
    }),
  );

/**
 * Proposes values from a row of a spreadsheet. An empty cell leaves its field unchanged; a formula, and a number that
 * lost its last digits, are proposed together with their problem.
 */
export function proposeRow(
  fields: readonly ContentField[],
  values: TemplateValues,
  row: SheetRow,
  columns: FieldColumns,
): Proposal[] {
  return fields.flatMap((field): Proposal[] => {
    const at = columns[field.key];
    const cell = at === undefined ? undefined : row.cells[at];
    if (!cell || (cell.text === '' && cell.kind !== 'FORMULA')) return [];
    const odd = cellProblem(cell);
    const value = readValue(field, cell.text);
    const before = values.fields[field.key] ?? '';
    if (!odd && value === before) return [];
    const problem = odd ? undefined : checkValue(field, value);
    return [{ field: field.key, name: field.name, value, before, problem, cell: odd }];
  });
}
