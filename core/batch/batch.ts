import { ID_TYPE_TEXTS } from '#core/locales/id-type-text.ts';
import type { Language } from '#core/locales/languages.ts';
import { type CellProblem, plainTitle } from '#core/sheet/cells.ts';
import type { PlanProblem } from '#core/task/check-plan.ts';
import { checkParties, type PlanProblemName, partyKey } from '#core/task/check-plan.ts';
import type { PartyType, Plan, PlanSigner } from '#core/task/plan.ts';
import type { TemplateContent } from '#core/template/content.ts';
import type { ContentField } from '#core/template/field.ts';
import { checkValue } from '#core/template/fill/check-value.ts';
import { fieldsInText } from '#core/template/fill/fields-in-text.ts';
import { readValue } from '#core/template/fill/read-value.ts';
import { readEmail } from '#core/validate/email.ts';
import { ID_TYPES, type IdType, normalizeIdNumber } from '#core/validate/id-number.ts';
import { readMobile } from '#core/validate/mobile.ts';
import { lengthOf } from '#core/validate/text.ts';

/**
 * One plan that is sent to many recipients; the fields that rows supply are empty in it. Each row becomes its own task.
 * Browser and Worker share this code.
 */
export interface BatchSetup {
  plan: Plan;
  /** Keys of the signers that each row supplies. */
  varying: readonly string[];
  /** By document: signer of its template → signer of the plan. */
  casts: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Whether all signers in rows must be registered users. */
  registeredOnly: boolean;
  /** Whether each person in a row must prove an identity document: its type and number are then required. */
  documentsRequired?: boolean | undefined;
}

/** The content of each document that is made from a template, by document. */
export type BatchContents = ReadonlyMap<string, TemplateContent>;

/** What a row says of a signer. Of a person, `account` is the login name, which must belong to the mobile number. */
export type PartyPart = 'entName' | 'userName' | 'idType' | 'idNumber' | 'mobile' | 'email' | 'account';

/** The parts of each type of signer ([3.4]), in the order of their columns. */
const PARTS = {
  ENTERPRISE: ['entName', 'userName', 'mobile', 'email'],
  PERSON: ['userName', 'idType', 'idNumber', 'mobile', 'email', 'account'],
} as const satisfies Record<PartyType, readonly PartyPart[]>;

/** Of number and address, the number is asked for; `checkParties` accepts the address alone. */
const isRequired = (part: PartyPart, setup: Pick<BatchSetup, 'documentsRequired'>): boolean =>
  part === 'idType' || part === 'idNumber'
    ? setup.documentsRequired === true
    : part !== 'email' && part !== 'account';

/** A column of the sheet. `key` names it in the cells of a row: `name`, `p.{signer}.{part}` or `f.{document}.{field}`. */
export type BatchColumn = { key: string; required: boolean } & (
  | { of: 'name' }
  | { of: 'party'; signerId: string; part: PartyPart }
  | { of: 'field'; documentId: string; field: ContentField }
);

/** Texts by the keys of the columns; empty ones may be missing. */
export type BatchCells = Readonly<Record<string, string>>;

/**
 * The columns of a batch: the task name, each part of the signers that rows supply, and each field that the sender left
 * empty. Pictures and repeated rows are the same for all tasks.
 */
export function batchColumns(
  setup: Omit<BatchSetup, 'registeredOnly'>,
  contents: BatchContents,
): BatchColumn[] {
  const columns: BatchColumn[] = [{ key: 'name', of: 'name', required: false }];
  for (const { signerId, type } of setup.plan.signers) {
    if (!setup.varying.includes(signerId)) continue;
    for (const part of PARTS[type])
      columns.push({
        key: `p.${signerId}.${part}`,
        of: 'party',
        signerId,
        part,
        required: isRequired(part, setup),
      });
  }
  for (const { documentId, template } of setup.plan.documents) {
    const content = contents.get(documentId);
    if (!content || !template) continue;
    for (const field of fieldsInText(content, template.values).fields)
      if (isFilledByRows(field, template.values.fields[field.key]))
        columns.push({
          key: `f.${documentId}.${field.key}`,
          of: 'field',
          documentId,
          field,
          required: field.required,
        });
  }
  return columns;
}

const isFilledByRows = ({ filledBy, input }: ContentField, value = ''): boolean =>
  filledBy === 'SENDER' && input !== 'PICTURE' && value === '';

/** Problems that `checkParties` reports of a party in a row. */
const PARTY_PROBLEMS = [
  'signerNameRequired',
  'mobileInvalid',
  'emailInvalid',
  'idNumberRequired',
  'idNumberInvalid',
  'enterpriseRequired',
  'signerRepeated',
  'copyRepeatsSigner',
] as const satisfies readonly PlanProblemName[];
type PartyProblem = (typeof PARTY_PROBLEMS)[number];

export type RowProblemName =
  | PartyProblem
  | 'rowRepeated'
  | 'idTypeRequired'
  | 'idTypeUnknown'
  | 'userNotFound'
  | 'accountNotFound'
  | 'enterpriseNotFound'
  | 'unregisteredRepeated'
  | 'nameTooLong'
  | 'cellRequired'
  | 'cellTooLong'
  | 'fieldType'
  | 'fieldNotAChoice'
  | 'fieldNotPlain'
  | 'formula'
  | 'errorValue'
  | 'numberNotExact';

/**
 * A problem with a row's cell; `column` is the key of its column, or of the first column that a problem of the complete
 * row concerns.
 */
export interface RowProblem {
  column: string;
  problem: RowProblemName;
  params?: Record<string, string | number>;
}

const LONGEST: Record<PartyPart, number> = {
  entName: 100,
  userName: 50,
  idType: 50,
  idNumber: 40,
  mobile: 20,
  email: 254,
  account: 50,
};

const ID_TYPES_BY_NAME = new Map(
  ID_TYPES.flatMap((type) =>
    [type, ...Object.values(ID_TYPE_TEXTS).map((texts) => texts[type])].map((name) => [
      plainTitle(name),
      type,
    ]),
  ),
);
const idTypeOf = (code: string): IdType | undefined => ID_TYPES.find((type) => type === code);

/**
 * The stored form of a typed or imported cell: mobile numbers as digits, addresses as mail servers have them, types of identity documents as codes, field
 * values in canonical form.
 */
export function plainCell(column: BatchColumn, typed: string): string {
  const text = typed.trim();
  if (column.of === 'field') return readValue(column.field, text);
  if (column.of !== 'party') return text;
  if (column.part === 'idType') return ID_TYPES_BY_NAME.get(plainTitle(text)) ?? text;
  if (column.part === 'idNumber') return normalizeIdNumber(text);
  if (column.part === 'mobile') return readMobile(text);
  if (column.part === 'email') return readEmail(text);
  return text;
}

/** The text of a stored cell for people: types of identity documents by their names in the language. */
export function cellText(column: BatchColumn, cell: string, language: Language): string {
  const type = column.of === 'party' && column.part === 'idType' ? idTypeOf(cell) : undefined;
  return type ? ID_TYPE_TEXTS[language][type] : cell;
}

/** Checks the cells of one row, independently of other rows. */
export function checkCells(
  setup: BatchSetup,
  columns: readonly BatchColumn[],
  cells: BatchCells,
): RowProblem[] {
  const problems: RowProblem[] = [];
  for (const column of columns) {
    const { key } = column;
    const text = cells[key] ?? '';
    if (column.of === 'name') {
      if (lengthOf(text) > LONGEST_NAME)
        problems.push({ column: key, problem: 'nameTooLong', params: { max: LONGEST_NAME } });
    } else if (column.of === 'party') {
      const max = LONGEST[column.part];
      const number = column.part === 'idType' ? (cells[`p.${column.signerId}.idNumber`] ?? '') : '';
      if (lengthOf(text) > max) problems.push({ column: key, problem: 'cellTooLong', params: { max } });
      else if (column.part === 'idType' && text !== '' && !idTypeOf(text))
        problems.push({ column: key, problem: 'idTypeUnknown' });
      else if (column.part === 'idType' && text === '' && (column.required || number !== ''))
        problems.push({ column: key, problem: 'idTypeRequired' });
    } else {
      const wrong = checkValue(column.field, text);
      if (wrong) problems.push({ column: key, ...fieldProblem(wrong) });
    }
  }
  return [...problems, ...partyProblems(setup, cells, new Set(problems.map(({ column }) => column)))];
}

const LONGEST_NAME = 100;

function fieldProblem({
  problem,
  params,
}: NonNullable<ReturnType<typeof checkValue>>): Pick<RowProblem, 'problem' | 'params'> {
  switch (problem) {
    case 'required':
      return { problem: 'cellRequired' };
    case 'tooLong':
      return { problem: 'cellTooLong', params: { max: params.max ?? 0 } };
    case 'type':
      return { problem: 'fieldType' };
    case 'notAChoice':
      return { problem: 'fieldNotAChoice' };
    default:
      return { problem: 'fieldNotPlain' };
  }
}

/** Checks the parties of the row's task with the rules for any other task ([5.11h]). */
function partyProblems(setup: BatchSetup, cells: BatchCells, reported: ReadonlySet<string>): RowProblem[] {
  const signers = rowSigners(setup, cells);
  return checkParties({ ...setup.plan, signers }).flatMap(({ path, problem, params }) => {
    const [list, index, part = 'userName'] = path.split('.');
    const signer = list === 'signers' ? signers[Number(index)] : undefined;
    // Parties that all rows share were checked with the plan, unless a row repeats one of them.
    const named = signer && setup.varying.includes(signer.signerId) ? signer : undefined;
    const other = problem === 'signerRepeated' || problem === 'copyRepeatsSigner';
    const whose = named?.signerId ?? (other ? setup.varying[0] : undefined);
    if (whose === undefined) return [];
    const column = `p.${whose}.${named ? part : 'mobile'}`;
    const known = PARTY_PROBLEMS.find((one) => one === problem);
    if (!known) return [];
    return reported.has(column) ? [] : [{ column, problem: known, ...(params ? { params } : {}) }];
  });
}

/** A row to check: its cells, whether it is kept although it repeats another, and what the import found. */
export interface CheckedRow {
  cells: BatchCells;
  kept?: boolean | undefined;
  /** By column: cells of the sheet that cannot be used as they are. */
  odd?: Readonly<Record<string, { problem: CellProblem; cell: string }>> | undefined;
}

/**
 * Checks all rows. Parties that are in two rows would get two contracts, so the later rows are reported (`rowRepeated`)
 * unless they are marked as intended (`kept`).
 */
export function checkRows(
  setup: BatchSetup,
  columns: readonly BatchColumn[],
  rows: readonly CheckedRow[],
): RowProblem[][] {
  const seen = new Map<string, number>();
  return rows.map(({ cells, kept, odd = {} }, i) => {
    const oddities = Object.entries(odd).map(
      ([column, { problem, cell }]): RowProblem => ({ column, problem, params: { cell } }),
    );
    const problems = [
      ...oddities,
      ...checkCells(setup, columns, cells).filter(({ column }) => odd[column] === undefined),
    ];
    const key = rowParties(setup, cells);
    const first = seen.get(key);
    if (first === undefined) seen.set(key, i);
    else if (!kept && problems.length === 0)
      problems.push({
        column: `p.${setup.varying[0]}.mobile`,
        problem: 'rowRepeated',
        params: { row: first + 1 },
      });
    return problems;
  });
}

/** Key of a row's parties: equal for rows with the same recipients. */
export const rowParties = (setup: BatchSetup, cells: BatchCells): string =>
  setup.varying.map((signerId) => partyKey(namedParty(cells, signerId))).join('\n');

const namedParty = (cells: BatchCells, signerId: string) => {
  const part = (name: PartyPart) => cells[`p.${signerId}.${name}`] ?? '';
  return {
    entName: part('entName'),
    userName: part('userName'),
    idType: idTypeOf(part('idType')),
    idNumber: part('idNumber'),
    mobile: part('mobile'),
    email: readEmail(part('email')),
  };
};

function rowSigners(
  { plan, varying }: Pick<BatchSetup, 'plan' | 'varying'>,
  cells: BatchCells,
): PlanSigner[] {
  return plan.signers.map((signer) => {
    if (!varying.includes(signer.signerId)) return signer;
    const { signerId, type, signOrder, sealKind, proofs } = signer;
    const { entName, email, idType, idNumber, ...person } = namedParty(cells, signerId);
    return {
      signerId,
      type,
      signOrder,
      ...person,
      ...(type === 'ENTERPRISE' ? { entName } : idType ? { idType, idNumber } : {}),
      ...(email ? { email } : {}),
      ...(sealKind ? { sealKind } : {}),
      ...(proofs ? { proofs } : {}),
    };
  });
}

/**
 * Proofs that a batch cannot ask for: a code told to one person, which all rows would share, and a code to an address that a
 * row may not have.
 */
export const checkBatchProofs = ({ plan, varying }: Pick<BatchSetup, 'plan' | 'varying'>): PlanProblem[] =>
  plan.signers.flatMap(({ signerId, proofs = [] }, i): PlanProblem[] =>
    proofs.includes('ACCESS_CODE') || (proofs.includes('MAIL') && varying.includes(signerId))
      ? [{ step: 2, path: `signers.${i}.proofs`, problem: 'proofInBatch' }]
      : [],
  );

/** Login name that a row names beside the mobile number of a person; empty if none. */
export const rowAccount = (cells: BatchCells, signerId: string): string =>
  cells[`p.${signerId}.account`] ?? '';

/** Display name of a row's recipients. */
export const rowLabel = (setup: Pick<BatchSetup, 'varying'>, cells: BatchCells): string =>
  setup.varying
    .map((signerId) => {
      const { entName, userName } = namedParty(cells, signerId);
      return [entName, userName].filter(Boolean).join(' ');
    })
    .filter(Boolean)
    .join('、');

/**
 * The plan of a row's task. Its `draftId` is the row's key, which makes sending a row idempotent. Documents from
 * templates have the files of the setup until they are generated for the row.
 */
export function planOfRow(setup: BatchSetup, row: { rowKey: string; cells: BatchCells }): Plan {
  const { plan } = setup;
  const label = rowLabel(setup, row.cells);
  const name = row.cells.name || (label ? `${plan.taskName} - ${label}` : plan.taskName);
  return {
    ...plan,
    draftId: row.rowKey,
    taskName: [...name].slice(0, LONGEST_NAME).join(''),
    signers: rowSigners(setup, row.cells),
    documents: plan.documents.map((document) =>
      document.template
        ? {
            ...document,
            template: {
              ...document.template,
              values: {
                ...document.template.values,
                fields: { ...document.template.values.fields, ...rowFields(row.cells, document.documentId) },
              },
            },
          }
        : document,
    ),
  };
}

function rowFields(cells: BatchCells, documentId: string): Record<string, string> {
  const prefix = `f.${documentId}.`;
  return Object.fromEntries(
    Object.entries(cells)
      .filter(([key, value]) => key.startsWith(prefix) && value !== '')
      .map(([key, value]) => [key.slice(prefix.length), value]),
  );
}
