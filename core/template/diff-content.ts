import type { BodyBlock, BodyInline, FlatBlock } from './body.ts';
import type { TemplateContent } from './content.ts';
import type { TemplateList, TemplateLists } from './room.ts';

/** A paragraph, clause, row or other line of text that only one of two versions contains. */
export interface TextChange {
  kind: 'ADDED' | 'REMOVED' | 'SAME';
  text: string;
}

/** A property of a row, before and after, as plain text. */
export interface FactChange {
  fact: string;
  before: string;
  after: string;
}

/** A field, signer, place, repeated row or optional part that differs. */
export interface RowChange {
  list: TemplateList;
  kind: 'ADDED' | 'REMOVED' | 'CHANGED';
  name: string;
  facts: FactChange[];
}

export interface ContentDifference {
  /** In order; each change with the line before and after it, and an empty text for omitted lines in between. */
  text: TextChange[];
  rows: RowChange[];
  page: FactChange[];
  /** Whether a different docx was uploaded. */
  docx: boolean;
}

/** Differences between two versions of a template, in human-readable form. */
export function diffContent(before: TemplateContent, after: TemplateContent): ContentDifference {
  return {
    text: nearChanges(diffLines(linesOf(before), linesOf(after))),
    rows: (['fields', 'rows', 'options', 'signers', 'anchors'] as const).flatMap((list) =>
      diffRows(list, before, after),
    ),
    page: before.kind === 'WEB' && after.kind === 'WEB' ? diffFacts(before.page, after.page) : [],
    docx: before.kind === 'WORD' && after.kind === 'WORD' && before.docx !== after.docx,
  };
}

/** The text as lines; fields as 【name】, places as 〔signer〕. */
function linesOf(content: TemplateContent): string[] {
  if (content.kind === 'WORD') return [];
  const fields = new Map(content.fields.map(({ key, name }) => [key, name]));
  const signers = new Map(content.signers.map(({ key, name }) => [key, name]));
  const anchors = new Map(content.anchors.map(({ key, signer }) => [key, signers.get(signer) ?? '']));
  const inlineText = (node: BodyInline): string => {
    switch (node.type) {
      case 'text':
        return node.text;
      case 'field':
        return `【${fields.get(node.attrs.field) ?? ''}】`;
      case 'seal':
        return `〔${anchors.get(node.attrs.anchor) ?? ''}〕`;
      case 'reference':
        return '§';
      case 'hardBreak':
        return ' ';
    }
  };
  const flat = (block: FlatBlock): string[] => {
    switch (block.type) {
      case 'table':
        return block.content.map((row) =>
          (row.content ?? []).map((cell) => cell.content.flatMap(flat).join(' ')).join(' | '),
        );
      case 'picture':
        return [`[${block.attrs.alt || block.attrs.file.slice(0, 8)}]`];
      default:
        return [(block.content ?? []).map(inlineText).join('')];
    }
  };
  const lines = (block: BodyBlock): string[] =>
    block.type === 'pageBreak'
      ? []
      : block.type === 'group' || block.type === 'optional'
        ? block.content.flatMap(lines)
        : flat(block);
  return content.body.content.flatMap(lines).filter((line) => line.trim() !== '');
}

/** Limit on compared pairs of lines; beyond it everything between the common start and end is reported as replaced. */
const MOST_PAIRS = 4_000_000;

/** Longest common subsequence of two lists of lines, as added, removed and unchanged lines. */
function diffLines(before: readonly string[], after: readonly string[]): TextChange[] {
  let from = 0;
  while (from < before.length && from < after.length && before[from] === after[from]) from++;
  let [a, b] = [before.length, after.length];
  while (a > from && b > from && before[a - 1] === after[b - 1]) {
    a--;
    b--;
  }
  const same = (lines: readonly string[]): TextChange[] => lines.map((text) => ({ kind: 'SAME', text }));
  return [
    ...same(before.slice(0, from)),
    ...diffMiddle(before.slice(from, a), after.slice(from, b)),
    ...same(before.slice(a)),
  ];
}

function diffMiddle(before: readonly string[], after: readonly string[]): TextChange[] {
  const removed = (text: string): TextChange => ({ kind: 'REMOVED', text });
  const added = (text: string): TextChange => ({ kind: 'ADDED', text });
  if (before.length * after.length > MOST_PAIRS) return [...before.map(removed), ...after.map(added)];
  const width = after.length + 1;
  const lengths = new Uint32Array((before.length + 1) * width);
  for (let i = before.length - 1; i >= 0; i--)
    for (let j = after.length - 1; j >= 0; j--)
      lengths[i * width + j] =
        before[i] === after[j]
          ? lengths[(i + 1) * width + j + 1]! + 1
          : Math.max(lengths[(i + 1) * width + j]!, lengths[i * width + j + 1]!);
  const changes: TextChange[] = [];
  let [i, j] = [0, 0];
  while (i < before.length && j < after.length) {
    if (before[i] === after[j]) {
      changes.push({ kind: 'SAME', text: before[i]! });
      i++;
      j++;
    } else if (lengths[(i + 1) * width + j]! >= lengths[i * width + j + 1]!)
      changes.push(removed(before[i++]!));
    else changes.push(added(after[j++]!));
  }
  return [...changes, ...before.slice(i).map(removed), ...after.slice(j).map(added)];
}

/** The changes with their surrounding lines; an empty line represents omitted ones. */
function nearChanges(changes: readonly TextChange[]): TextChange[] {
  const isNear = changes.map((_, i) =>
    [i - 1, i, i + 1].some((at) => changes[at] !== undefined && changes[at].kind !== 'SAME'),
  );
  const near: TextChange[] = [];
  let last = -1;
  changes.forEach((change, i) => {
    if (!isNear[i]) return;
    if (last >= 0 && i > last + 1) near.push({ kind: 'SAME', text: '' });
    near.push(change);
    last = i;
  });
  return near;
}

function diffRows(list: TemplateList, before: TemplateContent, after: TemplateContent): RowChange[] {
  const nameOf = (row: TemplateLists[TemplateList], { signers }: TemplateContent): string =>
    'name' in row ? row.name : (signers.find(({ key }) => key === row.signer)?.name ?? '');
  const old = new Map(before[list].map((row) => [row.key, row]));
  const keys = new Set(after[list].map(({ key }) => key));
  return [
    ...after[list].flatMap((row): RowChange[] => {
      const was = old.get(row.key);
      const name = nameOf(row, after);
      if (!was) return [{ list, kind: 'ADDED', name, facts: [] }];
      const facts = diffFacts(readable(was, before), readable(row, after));
      return facts.length > 0 ? [{ list, kind: 'CHANGED', name, facts }] : [];
    }),
    ...before[list]
      .filter(({ key }) => !keys.has(key))
      .map((row): RowChange => ({ list, kind: 'REMOVED', name: nameOf(row, before), facts: [] })),
  ];
}

/**
 * A row's properties with names instead of keys; omits the key, the position and the origin of the part, which mean
 * nothing to people.
 */
function readable(row: TemplateLists[TemplateList], { signers }: TemplateContent): Record<string, unknown> {
  const { key: _, position: __, ...facts } = row;
  const { partId: ___, ...rest } = facts as Record<string, unknown>;
  const nameOf = (key: unknown) => signers.find((signer) => signer.key === key)?.name ?? String(key);
  if ('filledBy' in rest && rest.filledBy !== 'SENDER') rest.filledBy = nameOf(rest.filledBy);
  if ('signer' in rest) rest.signer = nameOf(rest.signer);
  return rest;
}

const textOf = (value: unknown): string =>
  Array.isArray(value)
    ? value.map(textOf).join(', ')
    : typeof value === 'object' && value !== null
      ? Object.values(value).map(textOf).join(' ')
      : value === undefined || value === null
        ? ''
        : String(value);

const diffFacts = (before: object, after: object): FactChange[] => {
  const [was, is] = [before as Record<string, unknown>, after as Record<string, unknown>];
  return [...new Set([...Object.keys(was), ...Object.keys(is)])]
    .map((fact) => ({ fact, before: textOf(was[fact]), after: textOf(is[fact]) }))
    .filter((change) => change.before !== change.after);
};
