import { checkBody, checkDocx, checkMarks, marksOf } from './check/content-marks.ts';
import { checkAnchors, checkFields, checkSigners } from './check/content-parts.ts';
import type { ContentFacts, ContentProblem } from './check/content-problem.ts';
import { hiddenProblems, keyProblems, shapeProblems } from './check/content-shape.ts';
import { type TemplateContent, templateContent } from './content.ts';
import { walkBody } from './walk-body.ts';

/** Digests of the files that a template uses. */
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
 * All problems that prevent a template from being enabled ([5.1d-j], [8.16g]). The same in browser and Worker. `raw` is
 * the content of the room: rows that violate the schema are reported as such, and the other rules are checked on the
 * rest.
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
