import { openDocx } from '#core/docx/open-docx.ts';
import { type ContentProblem, pathOf } from '#core/template/check/content-problem.ts';
import { checkContent, filesOf } from '#core/template/check-content.ts';
import type { TemplateContent } from '#core/template/content.ts';
import type { TemplateScene } from '#core/template/record.ts';
import { marksOfDocx } from '#core/template/word-marks.ts';
import type { Context } from '#edge/kernel/context.ts';
import { InputRefused } from '#edge/kernel/http/read-input.ts';
import { contentFacts } from './content-facts.ts';

/**
 * All problems that currently prevent a content from being enabled. `filesOnlyOf`: the template whose files alone the
 * content may use; by default all files of the owner.
 */
export async function lackingOf(
  context: Context,
  row: { ownerKey: string; scene: TemplateScene },
  content: TemplateContent,
  filesOnlyOf?: string,
): Promise<ContentProblem[]> {
  const facts = await contentFacts(context, row, filesOf(content), filesOnlyOf);
  if (content.kind === 'WORD' && facts.files?.has(content.docx))
    facts.marks = marksOfDocx(openDocx(await context.files.get(content.docx)), content);
  return checkContent(content, facts).problems;
}

/** Throws TEMPLATE_LACKS with the path of each problem ([5.1d-j], [8.16g]). */
export async function refuseLacking(
  context: Context,
  row: { ownerKey: string; scene: TemplateScene },
  content: TemplateContent,
  filesOnlyOf?: string,
): Promise<void> {
  const problems = await lackingOf(context, row, content, filesOnlyOf);
  if (problems.length === 0) return;
  throw new InputRefused(
    problems.map((one) => ({ path: pathOf(one), problem: one.problem })),
    'TEMPLATE_LACKS',
  );
}
