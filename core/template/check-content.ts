import type { z } from 'zod';
import { LIMITS } from '#core/config/limits.ts';
import { isTooLarge } from '#core/task/place-rules.ts';
import { hiddenIn } from '#core/validate/hidden-characters.ts';
import { lengthOf } from '#core/validate/text.ts';
import {
  type ContentAnchor,
  type ContentField,
  type ContentSigner,
  type TemplateContent,
  templateContent,
  type WebContent,
} from './content.ts';
import type { RoleType } from './parts.ts';
import type { TemplateScene } from './record.ts';
import { walkBody } from './walk-body.ts';

/** Where a problem is: the text, the page set-up or the docx, a whole list, or a row of it by its key. */
export type ContentPart = 'body' | 'page' | 'docx' | 'fields' | 'rows' | 'options' | 'signers' | 'anchors';

/** Names of what can be wrong with a template; texts in the locale files under `template:problem.*`. */
export const CONTENT_PROBLEMS = [
  // whole lists ([5.1d-h], [8.16g])
  'signersMissing',
  'sealsMissing',
  'enterpriseSignerMissing',
  'personSignerMissing',
  'webEnterpriseMissing',
  'webPersonMissing',
  'orderGap',
  'tooMany',
  // signers
  'signerIncomplete',
  'signerRepeated',
  'signerPlaceMissing',
  'signerDateAlone',
  'roleUnknown',
  'roleTypeDiffers',
  // fields, repeated rows, optional parts
  'fieldIncomplete',
  'fieldNameCharacters',
  'fieldNameRepeated',
  'fieldUnknown',
  'fieldUnplaced',
  'fieldInAndOutOfRows',
  'choicesMissing',
  'choiceRepeated',
  'presetTooLong',
  'presetNotChoice',
  'filledByUnknown',
  'pictureBySigner',
  'rowsIncomplete',
  'rowsRange',
  'rowsNameRepeated',
  'rowsUnplaced',
  'optionIncomplete',
  'optionNameRepeated',
  'optionUnplaced',
  // places
  'anchorIncomplete',
  'anchorSignerUnknown',
  'kindNotForSigner',
  'placeTooLarge',
  'markMissing',
  'markRepeated',
  'markRepeats',
  'markOptional',
  'crossPageNotOnPages',
  'pageRange',
  'crossPageTooFewPages',
  // text
  'bodyInvalid',
  'bodyEmpty',
  'fieldMarkUnknown',
  'sealMarkUnknown',
  'rowsMarkUnknown',
  'optionMarkUnknown',
  'clauseUnknown',
  'clauseRepeated',
  'pageInvalid',
  'docxMissing',
  'fileMissing',
  'hiddenCharacters',
] as const;
export type ContentProblemName = (typeof CONTENT_PROBLEMS)[number];

export interface ContentProblem {
  on: ContentPart;
  /** Of the row; in the text of the field, place, row, option, clause or picture that is named there. */
  key?: string;
  /** Which of the row's facts, as `name`. */
  fact?: string;
  /** In the text of a web template: indexes in `content`, from the document down. */
  at?: readonly number[];
  problem: ContentProblemName;
  /** For its words, as the name of what it is about. */
  params?: Record<string, string | number>;
}

/** Which keys a docx marks, and how often; those of a web template are read from its text. */
export interface ContentMarks {
  fields: readonly string[];
  anchors: readonly string[];
  rows: readonly string[];
  options: readonly string[];
}

/** What is known beside the content. What is left out is not checked. */
export interface ContentFacts {
  scene: TemplateScene;
  /** Roles and fields of the owner and of the system, by id. */
  roles?: ReadonlyMap<string, { type: RoleType }>;
  parts?: ReadonlySet<string>;
  /** Digests of files that are there. */
  files?: ReadonlySet<string>;
  /** Of a Word template. */
  marks?: ContentMarks;
}

/** A part's path as a refused call names it ([5.1d-j]): `content.signers.<key>.name`. */
export const pathOf = ({ on, key, fact, at }: ContentProblem): string =>
  ['content', on, key, fact, ...(at ?? [])].filter((part) => part !== undefined).join('.');

/** Digests of the files that a template is made with. */
export function filesOf(content: TemplateContent): string[] {
  if (content.kind === 'WORD') return [content.docx];
  const files = new Set<string>();
  walkBody(content.body, {
    block(block) {
      if (block.type === 'picture') files.add(block.attrs.file);
    },
  });
  return [...files];
}

/**
 * Everything that keeps a template from being enabled ([5.1d-j], [8.16g]); empty when it can be. The same in browser and
 * Worker. `raw` is what the room holds: what does not have the shape of a content is told by the rows at fault, and the
 * other rules are asked of what does.
 */
export function checkContent(
  raw: unknown,
  facts: ContentFacts,
): { content: TemplateContent | undefined; problems: ContentProblem[] } {
  const parsed = templateContent.safeParse(raw);
  if (!parsed.success) return { content: undefined, problems: shapeProblems(raw, parsed.error.issues) };
  const content = parsed.data;
  const problems = [
    ...keyProblems(content),
    ...hiddenProblems(content),
    ...checkSigners(content, facts),
    ...checkFields(content, facts),
    ...checkAnchors(content),
    ...(content.kind === 'WEB' ? checkBody(content, facts) : checkDocx(content.docx, facts)),
    ...checkMarks(content, content.kind === 'WEB' ? marksOf(content) : facts.marks),
  ];
  return { content, problems };
}

const LISTS = ['fields', 'rows', 'options', 'signers', 'anchors'] as const;
type List = (typeof LISTS)[number];
const INCOMPLETE: Record<List, ContentProblemName> = {
  fields: 'fieldIncomplete',
  rows: 'rowsIncomplete',
  options: 'optionIncomplete',
  signers: 'signerIncomplete',
  anchors: 'anchorIncomplete',
};
const isList = (name: unknown): name is List => LISTS.includes(name as List);

/** The row that a path of a raw content leads to, with its key and name. */
function rowAt(raw: unknown, list: List, index: unknown): { key?: string; name: string } {
  const rows = (raw as Record<string, unknown> | null)?.[list];
  const row = Array.isArray(rows) ? (rows[Number(index)] as Record<string, unknown> | undefined) : undefined;
  return {
    ...(typeof row?.key === 'string' ? { key: row.key } : {}),
    name: typeof row?.name === 'string' ? row.name : '',
  };
}

/** What keeps a content from having its shape, once for each fact of a row. */
function shapeProblems(raw: unknown, issues: readonly z.core.$ZodIssue[]): ContentProblem[] {
  const seen = new Map<string, ContentProblem>();
  for (const issue of issues) {
    const [part, index, fact] = issue.path;
    const problem = ((): ContentProblem => {
      if (isList(part)) {
        if (index === undefined) return { on: part, problem: 'tooMany' };
        const { key, name } = rowAt(raw, part, index);
        return {
          on: part,
          ...(key ? { key } : {}),
          ...(typeof fact === 'string' ? { fact } : {}),
          problem: isNameRule(issue) ? 'fieldNameCharacters' : INCOMPLETE[part],
          params: { name },
        };
      }
      if (part === 'page') return { on: 'page', fact: String(index ?? ''), problem: 'pageInvalid' };
      if (part === 'docx') return { on: 'docx', problem: 'docxMissing' };
      const at = issue.path.filter((step): step is number => typeof step === 'number');
      return { on: 'body', ...(at.length > 0 ? { at } : {}), problem: 'bodyInvalid' };
    })();
    seen.set(`${pathOf(problem)} ${problem.problem}`, problem);
  }
  return [...seen.values()];
}

/** Whether the name has characters that no field's name may have ([5.3a]). */
const isNameRule = (issue: z.core.$ZodIssue): boolean =>
  issue.code === 'custom' && issue.params?.problem === 'template:rule.fieldName';

function hiddenProblems(content: TemplateContent): ContentProblem[] {
  return hiddenIn(templateContent, content).map((path): ContentProblem => {
    const [part, index, fact] = path.split('.');
    if (isList(part)) {
      const { key } = rowAt(content, part, index);
      return { on: part, ...(key ? { key } : {}), ...(fact ? { fact } : {}), problem: 'hiddenCharacters' };
    }
    if (part === 'page')
      return { on: 'page', ...(index ? { fact: index } : {}), problem: 'hiddenCharacters' };
    return { on: 'body', at: (path.match(/\d+/g) ?? []).map(Number), problem: 'hiddenCharacters' };
  });
}

/** Rows under a key that another one has: nobody could tell which of them a mark means. */
function keyProblems(content: TemplateContent): ContentProblem[] {
  return LISTS.flatMap((on) => {
    const seen = new Set<string>();
    return content[on].flatMap(({ key }): ContentProblem[] => {
      if (!seen.has(key)) {
        seen.add(key);
        return [];
      }
      return [{ on, key, fact: 'key', problem: INCOMPLETE[on], params: { name: '' } }];
    });
  });
}

/** A name as it is compared: case and width do not tell two apart. */
const sameName = (name: string): string => name.normalize('NFKC').toLowerCase().replace(/\s+/gu, '');

/** Keys of rows whose name another one before them has. */
function repeated(rows: readonly { key: string; name: string }[]): string[] {
  const seen = new Set<string>();
  return rows.flatMap(({ key, name }) => {
    const same = sameName(name);
    if (seen.has(same)) return [key];
    seen.add(same);
    return [];
  });
}

/** [5.1d-j] */
function checkSigners({ kind, signers, anchors }: TemplateContent, facts: ContentFacts): ContentProblem[] {
  const problems: ContentProblem[] = [];
  const add = (problem: ContentProblemName, signer?: ContentSigner, fact?: string) =>
    problems.push({
      on: 'signers',
      ...(signer ? { key: signer.key, params: { name: signer.name } } : {}),
      ...(fact ? { fact } : {}),
      problem,
    });
  if (signers.length === 0) add('signersMissing');
  const has = (type: RoleType) => signers.some((signer) => signer.type === type);
  if (signers.length > 0) {
    if (kind === 'WEB') {
      if (!has('ENTERPRISE')) add('webEnterpriseMissing');
      if (!has('PERSON')) add('webPersonMissing');
    } else if (facts.scene === 'ENT' && !has('ENTERPRISE')) add('enterpriseSignerMissing');
    else if (facts.scene === 'HR' && !has('PERSON')) add('personSignerMissing');
  }
  const orders = [...new Set(signers.map(({ order }) => order))].sort((a, b) => a - b);
  if (orders.some((order, i) => order !== i + 1)) add('orderGap');
  const again = new Set(repeated(signers));
  const roles = new Set<string>();
  for (const signer of signers) {
    const { partId, key, type } = signer;
    if (again.has(key) || (partId && roles.has(partId))) add('signerRepeated', signer, 'name');
    if (partId) roles.add(partId);
    const role = partId ? facts.roles?.get(partId) : undefined;
    if (partId && facts.roles && !role) add('roleUnknown', signer, 'partId');
    if (role && role.type !== type) add('roleTypeDiffers', signer, 'type');
    const own = anchors.filter((anchor) => anchor.signer === key);
    if (own.length === 0) add('signerPlaceMissing', signer);
    else if (own.every((anchor) => anchor.kind === 'SIGN_DATE')) add('signerDateAlone', signer);
  }
  return problems;
}

function checkFields(content: TemplateContent, facts: ContentFacts): ContentProblem[] {
  const { fields, rows, options, signers } = content;
  const signerKeys = new Set(signers.map(({ key }) => key));
  const again = new Set(repeated(fields));
  const problems = fields.flatMap((field) => {
    const add = (problem: ContentProblemName, fact: string): ContentProblem => ({
      on: 'fields',
      key: field.key,
      fact,
      problem,
      params: { name: field.name, length: field.length },
    });
    return [
      ...(again.has(field.key) ? [add('fieldNameRepeated', 'name')] : []),
      ...(field.partId && facts.parts && !facts.parts.has(field.partId)
        ? [add('fieldUnknown', 'partId')]
        : []),
      ...(field.filledBy !== 'SENDER' && !signerKeys.has(field.filledBy)
        ? [add('filledByUnknown', 'filledBy')]
        : []),
      ...(field.filledBy !== 'SENDER' && field.input === 'PICTURE'
        ? [add('pictureBySigner', 'filledBy')]
        : []),
      ...checkInput(field).map((problem) =>
        add(problem, problem.startsWith('choice') ? 'choices' : 'preset'),
      ),
    ];
  });
  const rowNames = new Set(repeated(rows));
  for (const { key, name, least, most } of rows) {
    const add = (problem: ContentProblemName, fact: string) =>
      problems.push({ on: 'rows', key, fact, problem, params: { name } });
    if (rowNames.has(key)) add('rowsNameRepeated', 'name');
    if (least > most) add('rowsRange', 'least');
  }
  const optionNames = new Set(repeated(options));
  for (const { key, name } of options)
    if (optionNames.has(key))
      problems.push({ on: 'options', key, fact: 'name', problem: 'optionNameRepeated', params: { name } });
  return problems;
}

/** What is wrong with how a field is filled in: its choices, and what it is filled with to begin with. */
function checkInput({ input, choices, preset, length }: ContentField): ContentProblemName[] {
  if (input === 'CHOICE') {
    if (choices.length === 0) return ['choicesMissing'];
    if (new Set(choices).size < choices.length) return ['choiceRepeated'];
    return preset !== '' && !choices.includes(preset) ? ['presetNotChoice'] : [];
  }
  return (input === 'LINE' || input === 'LINES') && lengthOf(preset) > length ? ['presetTooLong'] : [];
}

function checkAnchors({ anchors, signers }: TemplateContent): ContentProblem[] {
  if (anchors.length === 0) return [{ on: 'anchors', problem: 'sealsMissing' }];
  const byKey = new Map(signers.map((signer) => [signer.key, signer]));
  return anchors.flatMap((anchor) => {
    const signer = byKey.get(anchor.signer);
    const problem = signer ? anchorProblem(anchor, signer) : 'anchorSignerUnknown';
    if (!problem) return [];
    return [
      {
        on: 'anchors' as const,
        key: anchor.key,
        problem,
        params: { name: signer?.name ?? '', min: LIMITS.crossPageMinimum },
      },
    ];
  });
}

/** [5.12a-c] */
function anchorProblem(anchor: ContentAnchor, signer: ContentSigner): ContentProblemName | undefined {
  const { kind, at } = anchor;
  if (signer.type === 'PERSON' && kind === 'ENT_SEAL') return 'kindNotForSigner';
  if (isTooLarge(anchor)) return 'placeTooLarge';
  if (at.by !== 'PAGE') return kind === 'CROSS_PAGE' ? 'crossPageNotOnPages' : undefined;
  const last = at.toPage ?? at.page;
  // 0 is the last page there is: how many there are is known when the file is made
  if (last === 0) return undefined;
  if (last < at.page) return 'pageRange';
  if (kind !== 'CROSS_PAGE') return undefined;
  const used = Math.floor((last - at.page) / (at.rule === 'ALTERNATE' ? 2 : 1)) + 1;
  return used < LIMITS.crossPageMinimum ? 'crossPageTooFewPages' : undefined;
}

const checkDocx = (docx: string, { files }: ContentFacts): ContentProblem[] =>
  files && !files.has(docx) ? [{ on: 'docx', problem: 'fileMissing' }] : [];

/** Marks of a web template, each as often as it stands in the text. */
export function marksOf({ body }: Pick<WebContent, 'body'>): ContentMarks {
  const marks = {
    fields: [] as string[],
    anchors: [] as string[],
    rows: [] as string[],
    options: [] as string[],
  };
  walkBody(body, {
    inline(node) {
      if (node.type === 'field') marks.fields.push(node.attrs.field);
      if (node.type === 'seal') marks.anchors.push(node.attrs.anchor);
    },
    block(block) {
      if (block.type === 'optional') marks.options.push(block.attrs.option);
    },
    rows(key) {
      marks.rows.push(key);
    },
  });
  return marks;
}

/** What stands in the text of a web template beside its marks, and where the marks stand. */
function checkBody({ body, fields, anchors }: WebContent, { files }: ContentFacts): ContentProblem[] {
  const problems: ContentProblem[] = [];
  const clauses = new Set<string>();
  const fieldNames = new Map(fields.map(({ key, name }) => [key, name]));
  const known = new Set(anchors.map(({ key }) => key));
  const named: { clause: string; at: readonly number[] }[] = [];
  /** Of fields: the repeated rows in which each stands; empty outside of any. */
  const places = new Map<string, string>();
  let isEmpty = true;
  walkBody(body, {
    block(block, _, at) {
      if (block.type === 'picture') {
        isEmpty = false;
        if (files && !files.has(block.attrs.file))
          problems.push({ on: 'body', key: block.attrs.file, at, problem: 'fileMissing' });
      }
      if (block.type !== 'clause') return;
      if (clauses.has(block.attrs.id))
        problems.push({ on: 'body', key: block.attrs.id, at, problem: 'clauseRepeated' });
      clauses.add(block.attrs.id);
    },
    inline(node, place, at) {
      if (node.type !== 'hardBreak' && !(node.type === 'text' && node.text.trim() === '')) isEmpty = false;
      if (node.type === 'reference') named.push({ clause: node.attrs.clause, at });
      if (node.type === 'seal' && known.has(node.attrs.anchor)) {
        const add = (problem: ContentProblemName) =>
          problems.push({ on: 'anchors', key: node.attrs.anchor, at, problem });
        if (place.rows) add('markRepeats');
        if (place.option) add('markOptional');
      }
      if (node.type !== 'field') return;
      const { field } = node.attrs;
      const rows = place.rows ?? '';
      const before = places.get(field);
      if (before === undefined) places.set(field, rows);
      else if (before !== rows)
        problems.push({
          on: 'fields',
          key: field,
          at,
          problem: 'fieldInAndOutOfRows',
          params: { name: fieldNames.get(field) ?? '' },
        });
    },
  });
  for (const { clause, at } of named)
    if (!clauses.has(clause)) problems.push({ on: 'body', key: clause, at, problem: 'clauseUnknown' });
  if (isEmpty) problems.push({ on: 'body', problem: 'bodyEmpty' });
  return problems;
}

/** [8.16g] Whether marks and lists name each other. Without marks, of a docx that was not read, nothing is said. */
function checkMarks(content: TemplateContent, marks: ContentMarks | undefined): ContentProblem[] {
  if (!marks) return [];
  const { fields, rows, options, anchors } = content;
  const text = content.kind === 'WEB' ? 'body' : 'docx';
  const unknown = (
    used: readonly string[],
    rowsOfList: readonly { key: string }[],
    problem: ContentProblemName,
  ): ContentProblem[] => {
    const known = new Set(rowsOfList.map(({ key }) => key));
    return [...new Set(used)].filter((key) => !known.has(key)).map((key) => ({ on: text, key, problem }));
  };
  const unplaced = (
    on: List,
    used: readonly string[],
    rowsOfList: readonly { key: string; name: string }[],
    problem: ContentProblemName,
  ): ContentProblem[] => {
    const placed = new Set(used);
    return rowsOfList
      .filter(({ key }) => !placed.has(key))
      .map(({ key, name }) => ({ on, key, problem, params: { name } }));
  };
  const marked = anchors.filter(({ at }) => at.by === 'MARK');
  const counts = new Map<string, number>();
  for (const key of marks.anchors) counts.set(key, (counts.get(key) ?? 0) + 1);
  return [
    ...unknown(marks.fields, fields, 'fieldMarkUnknown'),
    ...unknown(marks.anchors, marked, 'sealMarkUnknown'),
    ...unknown(marks.rows, rows, 'rowsMarkUnknown'),
    ...unknown(marks.options, options, 'optionMarkUnknown'),
    ...unplaced('fields', marks.fields, fields, 'fieldUnplaced'),
    ...unplaced('rows', marks.rows, rows, 'rowsUnplaced'),
    ...unplaced('options', marks.options, options, 'optionUnplaced'),
    ...marked.flatMap(({ key }): ContentProblem[] => {
      const count = counts.get(key) ?? 0;
      if (count === 1) return [];
      return [{ on: 'anchors', key, problem: count === 0 ? 'markMissing' : 'markRepeated' }];
    }),
  ];
}
