import type { TemplateContent, WebContent } from '../content.ts';
import { walkBody } from '../walk-body.ts';
import type { ContentFacts, ContentMarks, ContentProblem, ContentProblemName } from './content-problem.ts';
import type { List } from './content-shape.ts';

export const checkDocx = (docx: string, { files }: ContentFacts): ContentProblem[] =>
  files && !files.has(docx) ? [{ on: 'docx', problem: 'fileMissing' }] : [];

/** Marks of a web template, with the number of occurrences in the text. */
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

/** Problems of a web template's text other than its marks, and of the positions of the marks. */
export function checkBody({ body, fields, anchors }: WebContent, { files }: ContentFacts): ContentProblem[] {
  const problems: ContentProblem[] = [];
  const clauses = new Set<string>();
  const fieldNames = new Map(fields.map(({ key, name }) => [key, name]));
  const known = new Set(anchors.map(({ key }) => key));
  const named: { clause: string; at: readonly number[] }[] = [];
  /** For fields: the repeated rows in which each occurs; empty outside of any. */
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

/** [8.16g] Whether marks and lists refer to each other. Skipped without marks, if the docx was not read. */
export function checkMarks(content: TemplateContent, marks: ContentMarks | undefined): ContentProblem[] {
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
