import { desc, eq, type SQL, sql } from 'drizzle-orm';
import type { TrailEvent } from '#core/task/states.ts';
import { chainTrail, type TrailEntry } from '#core/task/trail.ts';
import { trail, webhook } from '#db/schema/index.ts';
import type { Context, SignedInContext } from '#edge/kernel/context.ts';
import { enqueueWhere } from '#edge/kernel/outbox/effect.ts';
import { commitSpending, type OneTimeProof } from '#edge/kernel/storage/one-time-proof.ts';
import type { Statement } from '#edge/kernel/storage/statement.ts';
import { newLeaves } from '#edge/log/new-leaves.ts';
import { trailedEffect } from './effects.ts';

export interface NewTrailEntry {
  event: TrailEvent;
  operator: string;
  agent?: string;
  remark?: string;
  evidence?: Record<string, string>;
}

/** Statements that append to a task's trail, and the guard that its end is still where it was read. */
export async function appendTrail(
  context: Context,
  taskId: string,
  entries: readonly NewTrailEntry[],
): Promise<{ guard: SQL; statements: Statement[]; entries: TrailEntry[] }> {
  const [last] = await context.db
    .select({ seq: trail.seq, hash: trail.hash })
    .from(trail)
    .where(eq(trail.taskId, taskId))
    .orderBy(desc(trail.seq))
    .limit(1);
  const chained = await chainTrail(
    last ?? null,
    entries.map((entry) => ({
      taskId,
      at: context.now,
      event: entry.event,
      operator: entry.operator,
      agent: entry.agent ?? '',
      remark: entry.remark ?? '',
      evidence: { ...(entry.evidence ?? {}), ...keyOf(context, entry.operator) },
    })),
  );
  return {
    guard: sql`select 1 where (select coalesce(max(${trail.seq}), 0) from ${trail} where ${trail.taskId} = ${taskId}) = ${last?.seq ?? 0}`,
    statements:
      chained.length > 0
        ? [
            context.db.insert(trail).values(chained),
            newLeaves(context, chained),
            tellWebhooks(context, taskId, chained),
          ]
        : [],
    entries: chained,
  };
}

/** Tells webhooks of new lines, where there is one: most platforms write no effect here. */
const tellWebhooks = (context: Context, taskId: string, entries: readonly TrailEntry[]): Statement =>
  enqueueWhere(
    context,
    sql`exists (select 1 from ${webhook} where ${webhook.state} = 'ACTIVE')`,
    `trail:${taskId}`,
    trailedEffect,
    { taskId, lines: entries.map(({ seq, at, event, hash }) => ({ seq, at, event, hash })) },
  );

/** Names the API key by which the operator acted. */
function keyOf(context: Context & Partial<SignedInContext>, operator: string): Record<string, string> {
  const { actor } = context;
  return actor?.key && operator === actor.name ? { apiKey: actor.key.name } : {};
}

/** A change of a task or a group of quick signing: what is written beside the thing's own row. */
export interface TrailedChange<Set> {
  set: Set;
  trail: readonly NewTrailEntry[];
  more: readonly Statement[];
  /** What must hold beside the thing being unchanged. */
  guards?: readonly SQL[];
  /** One-time proofs of who changes it, which the change uses up. */
  proofs?: readonly OneTimeProof[];
}

/**
 * Writes a change of something that has a trail; `unchanged` holds while nobody changed it since it was read, `update`
 * changes its row. Throws GuardFailed, with nothing written, when someone was quicker.
 */
export async function changeTrailed(
  context: Context,
  id: string,
  { unchanged, update }: { unchanged: SQL; update: Statement },
  change: Omit<TrailedChange<unknown>, 'set'>,
): Promise<void> {
  const trail = await appendTrail(context, id, change.trail);
  await commitSpending(
    context,
    change.proofs ?? [],
    [unchanged, trail.guard, ...(change.guards ?? [])],
    [update, ...trail.statements, ...change.more],
  );
}

/** The whole trail of a task in order. */
export async function readTrail(context: Context, taskId: string): Promise<TrailEntry[]> {
  return context.db.select().from(trail).where(eq(trail.taskId, taskId)).orderBy(trail.seq);
}
