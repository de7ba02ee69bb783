import type { z } from 'zod';
import { hiddenIn } from '#core/validate/hidden-characters.ts';
import { type TemplateContent, templateContent } from '../content.ts';
import { type ContentProblem, type ContentProblemName, pathOf } from './content-problem.ts';

const LISTS = ['fields', 'rows', 'options', 'signers', 'anchors'] as const;
export type List = (typeof LISTS)[number];
const INCOMPLETE: Record<List, ContentProblemName> = {
  fields: 'fieldIncomplete',
  rows: 'rowsIncomplete',
  options: 'optionIncomplete',
  signers: 'signerIncomplete',
  anchors: 'anchorIncomplete',
};
const isList = (name: unknown): name is List => LISTS.includes(name as List);

/** The row that a path of a raw content refers to, with its key and name. */
function rowAt(raw: unknown, list: List, index: unknown): { key?: string; name: string } {
  const rows = (raw as Record<string, unknown> | null)?.[list];
  const row = Array.isArray(rows) ? (rows[Number(index)] as Record<string, unknown> | undefined) : undefined;
  return {
    ...(typeof row?.key === 'string' ? { key: row.key } : {}),
    name: typeof row?.name === 'string' ? row.name : '',
  };
}

/** Schema violations of a content, once per property of a row. */
export function shapeProblems(raw: unknown, issues: readonly z.core.$ZodIssue[]): ContentProblem[] {
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

/** Whether the issue is about characters that field names must not contain ([5.3a]). */
const isNameRule = (issue: z.core.$ZodIssue): boolean =>
  issue.code === 'custom' && issue.params?.problem === 'template:rule.fieldName';

export function hiddenProblems(content: TemplateContent): ContentProblem[] {
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

/** Rows with a duplicate key, which would make marks ambiguous. */
export function keyProblems(content: TemplateContent): ContentProblem[] {
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
