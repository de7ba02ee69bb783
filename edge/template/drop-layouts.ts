import { and, eq, inArray, lte, notExists, or } from 'drizzle-orm';
import { templateFile, wordLayout } from '#db/schema/index.ts';
import type { Context } from '#edge/kernel/context.ts';
import { layoutFolder } from './lay-out-word.ts';

const HOUR = 3_600_000;
/** How long what was laid out is kept: laying it out again takes seconds. */
const KEPT_MS = 30 * 24 * HOUR;
/** A docx is uploaded and named by its template before it is laid out; one that no template has for so long has none. */
const UNUSED_MS = HOUR;
/** Taken away in one run; the next minute takes the rest. */
const AT_ONCE = 50;

/**
 * Each minute: takes away how Word files were laid out once that is a month old, or when no template has the docx any more,
 * with the pages of drafts. A filled file stays, as it is somebody's document. Returns how many.
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
        lte(wordLayout.createdAt, now - KEPT_MS),
        and(lte(wordLayout.createdAt, now - UNUSED_MS), noTemplate),
      ),
    )
    .limit(AT_ONCE);
  if (rows.length === 0) return 0;
  const inputs = rows.map(({ input }) => input);
  // The row first: pages without a row are only laid out again, a row without pages could not be shown.
  await db.delete(wordLayout).where(inArray(wordLayout.input, inputs));
  for (const { input, isPreview } of rows) if (isPreview) await files.drop(layoutFolder(input));
  return rows.length;
}
