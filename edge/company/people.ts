import { inArray } from 'drizzle-orm';
import { maskMobile } from '#core/identity/mask.ts';
import { account } from '#db/schema/index.ts';
import { ANY_NAME, openDisplayName } from '#edge/identity/names.ts';
import type { Context } from '#edge/kernel/context.ts';

/** The mobile of a person as others see it; empty once the account is closed. */
export async function maskedMobile(
  { keys }: Context,
  person: { id: string; mobileSealed: string },
): Promise<string> {
  if (person.mobileSealed === '') return '';
  return maskMobile(await keys.openField(person.mobileSealed, `mobile:${person.id}`));
}

/** Names of accounts by their id. */
export async function namesOf(context: Context, ids: readonly string[]): Promise<Map<string, string>> {
  const wanted = [...new Set(ids.filter(Boolean))];
  if (wanted.length === 0) return new Map();
  const rows = await context.db.select(ANY_NAME).from(account).where(inArray(account.id, wanted));
  return new Map(
    await Promise.all(rows.map(async (row) => [row.id, await openDisplayName(context, row)] as const)),
  );
}
