import { and, eq, inArray, lte, notExists, or } from 'drizzle-orm';
import { DAY_MS } from '#core/time.ts';
import { templateFile, wordLayout } from '#db/schema/index.ts';
import type { Context } from '#edge/kernel/context.ts';
import { layoutFolder } from './lay-out-word.ts';

const HOUR = 3_600_000;
/** Retention of layouts in ms; recreating one takes seconds. */
const RETENTION_MS = 30 * DAY_MS;
/**
 * Grace period in ms for a docx that no template refers to. Templates reference their docx before it is laid out, so an
 * unreferenced one is unused.
 */
const UNUSED_MS = HOUR;
/** Maximum number of layouts removed in one run; the next run continues. */
const AT_ONCE = 50;

/**
 * Runs every minute: deletes layouts of Word files that are a month old or whose docx no template refers to any more,
 * and the pages of drafts. Filled files are user documents and stay. Returns the number of deleted layouts.
 */
export async function dropLayouts({ db, files, now }: Context): Promise<number> {
  const noTemplate = notExists(
    db
      .select({ id: templateFile.templateId })
      .from(templateFile)
      .where(eq(templateFile.sha256, wordLayout.docx)),
  );
  const rows = await db
    .select({ input: wordLayout.input, isPreview: wordLayout.isPreview })
    .from(wordLayout)
    .where(
      or(
        lte(wordLayout.createdAt, now - RETENTION_MS),
        and(lte(wordLayout.createdAt, now - UNUSED_MS), noTemplate),
      ),
    )
    .limit(AT_ONCE);
  if (rows.length === 0) return 0;
  const inputs = rows.map(({ input }) => input);
  // Delete the row first: pages without a row are merely laid out again, but a row without pages could not be
  // displayed.
  await db.delete(wordLayout).where(inArray(wordLayout.input, inputs));
  for (const { input, isPreview } of rows) if (isPreview) await files.drop(layoutFolder(input));
  return rows.length;
}
