import { desc, eq, type SQL, sql } from 'drizzle-orm';
import type { TrailEvent } from '#core/task/states.ts';
import { chainTrail, type TrailEntry } from '#core/task/trail.ts';
import { trail } from '#db/schema/index.ts';
import type { Context } from '#edge/kernel/context.ts';
import type { Statement } from '#edge/kernel/storage/commit.ts';

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
      evidence: entry.evidence ?? {},
    })),
  );
  return {
    guard: sql`select 1 where (select coalesce(max(${trail.seq}), 0) from ${trail} where ${trail.taskId} = ${taskId}) = ${last?.seq ?? 0}`,
    statements: [context.db.insert(trail).values(chained)],
    entries: chained,
  };
}

/** The whole trail of a task in order. */
export async function readTrail(context: Context, taskId: string): Promise<TrailEntry[]> {
  const rows = await context.db.select().from(trail).where(eq(trail.taskId, taskId)).orderBy(trail.seq);
  return rows.map((row) => ({ ...row, event: row.event as TrailEvent }));
}
