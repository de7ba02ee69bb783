import { eq } from 'drizzle-orm';
import { AppError } from '#core/errors.ts';
import { sha256Hex } from '#core/sha256.ts';
import { type TemplateContent, templateContent } from '#core/template/content.ts';
import type { VersionRow } from '#core/template/version-calls.ts';
import { templateVersion } from '#db/schema/index.ts';
import type { Context } from '#edge/kernel/context.ts';

type Version = typeof templateVersion.$inferSelect;

/** Serialises a version's content for storage, with a digest that identifies equal contents. */
export async function packContent(content: TemplateContent): Promise<{ text: string; hash: string }> {
  const text = JSON.stringify(content);
  return { text, hash: await sha256Hex(text) };
}

const sealContext = (versionId: string) => `templateVersion:${versionId}`;

export const sealContent = (context: Context, versionId: string, text: string): Promise<string> =>
  context.keys.sealField(text, sealContext(versionId));

/** Decrypts a version's content; properties missing in older versions get their defaults. */
export async function openContent(
  context: Context,
  { id, contentSealed }: Pick<Version, 'id' | 'contentSealed'>,
): Promise<TemplateContent> {
  return templateContent.parse(JSON.parse(await context.keys.openField(contentSealed, sealContext(id))));
}

/** Reads a version without an access check: the caller must check the template. Throws NOT_FOUND. */
export async function unsafeVersion({ db }: Context, versionId: string): Promise<Version> {
  const [row] = await db.select().from(templateVersion).where(eq(templateVersion.id, versionId));
  if (!row) throw new AppError('NOT_FOUND');
  return row;
}

/** A version in wire format. */
export const versionRow = (
  row: Omit<Version, 'contentSealed'>,
  names: ReadonlyMap<string, string>,
): VersionRow => ({
  versionId: row.id,
  number: row.number,
  hash: row.hash,
  engine: row.engine,
  createUserName: names.get(row.createdBy) ?? '',
  createTime: row.createdAt,
});
