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

interface TrailAppend {
  guard: SQL;
  statements: Statement[];
  entries: TrailEntry[];
}

/** Statements that append to a task's trail, and the guard that no other line was appended since it was read. */
export async function appendTrail(
  context: Context,
  taskId: string,
  entries: readonly NewTrailEntry[],
): Promise<TrailAppend> {
  const [last] = await lastOfTrail(context, taskId);
  return chainOnto(context, taskId, last ?? null, entries);
}

/** The query for the last line of a trail. */
export const lastOfTrail = ({ db }: Context, taskId: string) =>
  db
    .select({ seq: trail.seq, hash: trail.hash })
    .from(trail)
    .where(eq(trail.taskId, taskId))
    .orderBy(desc(trail.seq))
    .limit(1);

/** Statements that begin the trail of a task that is made with them. */
export const beginTrail = (
  context: Context,
  taskId: string,
  entries: readonly NewTrailEntry[],
): Promise<TrailAppend> => chainOnto(context, taskId, null, entries);

async function chainOnto(
  context: Context,
  taskId: string,
  last: Pick<TrailEntry, 'seq' | 'hash'> | null,
  entries: readonly NewTrailEntry[],
): Promise<TrailAppend> {
  const chained = await chainTrail(
    last,
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

/** Enqueues new lines for webhooks if an active one exists; most deployments enqueue nothing. */
const tellWebhooks = (context: Context, taskId: string, entries: readonly TrailEntry[]): Statement =>
  enqueueWhere(
    context,
    sql`exists (select 1 from ${webhook} where ${webhook.state} = 'ACTIVE')`,
    `trail:${taskId}`,
    trailedEffect,
    { taskId, lines: entries.map(({ seq, at, event, hash }) => ({ seq, at, event, hash })) },
  );

/** Evidence of how the operator acted: the name of their API key, or the site whose page the product was embedded in. */
function keyOf(context: Context & Partial<SignedInContext>, operator: string): Record<string, string> {
  const { actor } = context;
  if (!actor || operator !== actor.name) return {};
  return {
    ...(actor.key ? { apiKey: actor.key.name } : {}),
    ...(actor.embed ? { embeddedIn: actor.embed.origin } : {}),
  };
}

/** A change of a task or quick signing group: the row's new values and what is written with them. */
export interface TrailedChange<Set> {
  set: Set;
  trail: readonly NewTrailEntry[];
  more: readonly Statement[];
  /** Additional guards, besides the row being unchanged. */
  guards?: readonly SQL[];
  /** One-time proofs of the person, which the change uses up. */
  proofs?: readonly OneTimeProof[];
}

/**
 * Writes a change of a row that has a trail. `unchanged` guards that the row is as it was read, `update` changes it.
 * Throws GuardFailed, without writing anything, on a concurrent change.
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

/** The complete trail of a task, in order. */
export async function readTrail(context: Context, taskId: string): Promise<TrailEntry[]> {
  return context.db.select().from(trail).where(eq(trail.taskId, taskId)).orderBy(trail.seq);
}
