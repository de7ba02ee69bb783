import { and, eq, gt, lte, or, type SQL } from 'drizzle-orm';
import { setting } from '#db/schema/index.ts';
import type { Context } from './context.ts';

/** Lease time: how long a crashed holder blocks others. It renews the lease before every job. */
const TURN_MS = 90_000;
/** Workers whose clock strikes at another second of the same minute leave the jobs alone: they have just run. */
const REST_MS = 30_000;
const NAME = 'jobs-turn';

type Turn = {
  /** Whether the turn is still held; prolongs it. */
  renew(): Promise<boolean>;
  end(): Promise<void>;
};

/**
 * The turn to run the jobs of the minute; null while another Worker on the same database has it. One row of the
 * database, taken by one atomic statement.
 */
export async function takeTurn(context: Pick<Context, 'db'>): Promise<Turn | null> {
  const value = JSON.stringify(crypto.randomUUID());
  const startedAt = Date.now();
  const write = async (until: number, mayTake: SQL | undefined): Promise<boolean> => {
    const taken = await context.db
      .insert(setting)
      .values({ name: NAME, value, updatedAt: until })
      .onConflictDoUpdate({ target: setting.name, set: { value, updatedAt: until }, setWhere: mayTake })
      .returning({ name: setting.name });
    return taken.length > 0;
  };
  // A turn that ends later than any can was taken before the clock went back.
  const isFree = or(lte(setting.updatedAt, startedAt), gt(setting.updatedAt, startedAt + TURN_MS));
  if (!(await write(startedAt + TURN_MS, isFree))) return null;
  const isMine = eq(setting.value, value);
  return {
    renew: () => write(Date.now() + TURN_MS, isMine),
    async end() {
      await context.db
        .update(setting)
        .set({ updatedAt: startedAt + REST_MS })
        .where(and(eq(setting.name, NAME), isMine));
    },
  };
}
