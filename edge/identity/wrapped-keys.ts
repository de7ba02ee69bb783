import { and, eq } from 'drizzle-orm';
import { setting } from '#db/schema/index.ts';
import type { Context } from '#edge/kernel/context.ts';
import type { WrappedKeys } from '#edge/kernel/crypto/rewrap-keys.ts';
import { PASSWORD_KEY_NAME } from './password-envelope.ts';

/** The key that passwords are encrypted under on their way lies wrapped in a setting. */
export const passwordKeys: WrappedKeys = {
  name: 'the key of passwords',
  async stale(context) {
    const stale = await readStale(context);
    return stale ? [{ id: PASSWORD_KEY_NAME, wrapped: stale.wrapped, boundTo: PASSWORD_KEY_NAME }] : [];
  },
  count: async (context) => ((await readStale(context)) ? 1 : 0),
  async write(context, { wrapped }, next) {
    const stale = await readStale(context);
    if (stale?.wrapped !== wrapped) return;
    await context.db
      .update(setting)
      .set({ value: JSON.stringify({ ...stale.rest, wrapped: next }), updatedAt: context.now })
      .where(and(eq(setting.name, PASSWORD_KEY_NAME), eq(setting.value, stale.value)));
  },
};

async function readStale({ db, keys }: Context) {
  const [row] = await db.select().from(setting).where(eq(setting.name, PASSWORD_KEY_NAME));
  if (!row) return null;
  const { wrapped, ...rest } = JSON.parse(row.value) as { wrapped: string };
  return wrapped.startsWith(keys.wrapPrefix) ? null : { value: row.value, wrapped, rest };
}
