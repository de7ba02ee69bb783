/**
 * A clause of an enterprise's library: text that is reused in web templates, including its fields. It contains nothing
 * specific to one template: no seals, pictures, comments, optional parts or repeated rows.
 */
import { z } from 'zod';
import { LIMITS } from '#core/config/limits.ts';
import { type BodyInline, clauseBlocks } from './body.ts';
import { contentField } from './field.ts';
import { textUpTo } from './parts.ts';
import { walkBody } from './walk-body.ts';

/** Name of a clause; unique within an enterprise. */
export const clauseName = textUpTo(LIMITS.clauseName, 'template:rule.clauseName');

/** Category of a clause; empty if it has none. */
export const clauseCategory = z.union([z.literal(''), textUpTo(LIMITS.clauseCategory)]).default('');

/** Who fills in a field is defined in each template. */
export const clauseField = contentField.omit({ filledBy: true, position: true });
export type ClauseField = z.output<typeof clauseField>;

/** `fields` are those whose chips occur in `body`, by key. */
export const clauseContent = z.object({
  body: clauseBlocks,
  fields: z.array(clauseField).max(50),
});
export type ClauseContent = z.output<typeof clauseContent>;

/**
 * Whether a content is valid for the library: it has text, its chips and references resolve within it, and nothing
 * specific to one template is left. `saveClause` rejects others without naming the problem, because the editor never
 * produces them.
 */
export function isCompleteClause({ body, fields }: ClauseContent): boolean {
  let complete = JSON.stringify(body).length <= LIMITS.clauseSize;
  const known = new Set(fields.map(({ key }) => key));
  const used = new Set<string>();
  const clauses = new Set<string>();
  const referred: string[] = [];
  walkBody(
    { type: 'doc', content: body },
    {
      block(block) {
        if (block.type === 'picture') complete = false;
        if (block.type !== 'clause') return;
        if (clauses.has(block.attrs.id)) complete = false;
        clauses.add(block.attrs.id);
      },
      inline(node) {
        if (node.type === 'seal') complete = false;
        if (node.type === 'reference') referred.push(node.attrs.clause);
        if (node.type === 'field') used.add(node.attrs.field);
        const marks = node.type === 'text' || node.type === 'field' ? (node.marks ?? []) : [];
        if (marks.some(({ type }) => type === 'comment')) complete = false;
      },
      rows() {
        complete = false;
      },
    },
  );
  return (
    complete &&
    known.size === fields.length &&
    used.size === known.size &&
    [...used].every((key) => known.has(key)) &&
    referred.every((id) => clauses.has(id)) &&
    clauseText({ body, fields }).trim() !== ''
  );
}

/** The plain text of a clause, one line per block; fields as their names in corner brackets. */
export function clauseText({ body, fields }: ClauseContent): string {
  const names = new Map(fields.map(({ key, name }) => [key, name]));
  const lines: string[] = [];
  walkBody(
    { type: 'doc', content: body },
    {
      block(block) {
        if (TEXT_BLOCKS.has(block.type)) lines.push('');
      },
      inline(node) {
        lines[lines.length - 1] += textOf(node, names);
      },
    },
  );
  return lines.filter((line) => line.trim() !== '').join('\n');
}

const TEXT_BLOCKS = new Set(['paragraph', 'heading', 'clause', 'item']);

function textOf(node: BodyInline, names: ReadonlyMap<string, string>): string {
  if (node.type === 'text') return node.text;
  if (node.type === 'field') return `【${names.get(node.attrs.field) ?? ''}】`;
  return node.type === 'hardBreak' ? ' ' : '';
}

/** Excerpts of two texts around their first difference, at most 120 characters each. */
export function excerptsOf(before: string, after: string): { before: string; after: string } {
  let same = 0;
  while (same < before.length && before[same] === after[same]) same += 1;
  const from = Math.max(0, same - 20);
  const cut = (text: string) => {
    const end = Math.min(text.length, from + 120);
    return `${from > 0 ? '…' : ''}${text.slice(from, end)}${end < text.length ? '…' : ''}`;
  };
  return { before: cut(before), after: cut(after) };
}
