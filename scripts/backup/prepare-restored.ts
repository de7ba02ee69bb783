import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { newId } from '#edge/kernel/crypto/new-id.ts';
import { DATABASE } from './check-data.ts';

/** Single-use proofs that may have been used since the backup and would become valid again: all are revoked. */
const ONE_TIME = ['auth_code', 'code_ticket', 'consent_ticket', 'sync_ticket', 'hand_link', 'captcha'];

export type RestoreCounts = {
  /** Number of sessions ended. */
  sessions: number;
  /** Number of accounts that receive a notice at the next start. */
  told: number;
};

/**
 * Prepares a restored data folder for its first start. Ends all sessions and single-use proofs, since some ended or
 * were used after the backup. Enqueues a notice to everyone who may have acted after it: those who were signed in then,
 * and the parties of tasks that were running then.
 */
export function prepareRestored(folder: string, takenAt: Date): RestoreCounts {
  // This marker tells libSQL that it was not shut down cleanly, so it rebuilds its replication log from the database.
  writeFileSync(join(folder, dirname(DATABASE), '.sentinel'), '', { mode: 0o600 });
  const db = new DatabaseSync(join(folder, DATABASE));
  try {
    const now = Date.now();
    const people = db
      .prepare(
        `select account_id as accountId,
           case when ent_id = '' then 'P:' || account_id else 'E:' || ent_id end as ownerKey
         from session where ended_at is null and expires_at > ?1
         union
         select signer.account_id, signer.owner_key from signer join task on task.id = signer.task_id
         where signer.account_id <> '' and task.state in ('REVIEWING', 'NOT_STARTED', 'IN_PROGRESS', 'FROZEN')
         union
         select initiator_id, owner_key from task
         where state in ('REVIEWING', 'NOT_STARTED', 'IN_PROGRESS', 'FROZEN')`,
      )
      .all(takenAt.getTime()) as { accountId: string; ownerKey: string }[];
    db.exec('begin');
    const { changes } = db.prepare('update session set ended_at = ? where ended_at is null').run(now);
    for (const table of ONE_TIME) db.exec(`delete from "${table}"`);
    db.exec('update sign_batch set good_until = 0');
    const enqueue = db.prepare(
      `insert into outbox (id, topic, key, payload, due_at, attempts, last_error, created_at)
       values (?, 'notice', ?, ?, ?, 0, '', ?)`,
    );
    for (const { accountId, ownerKey } of people)
      enqueue.run(
        newId(now),
        `notice:${accountId}`,
        JSON.stringify({
          template: 'RESTORED',
          params: { until: chinaMinute(takenAt) },
          accountId,
          ownerKey,
          category: 'system',
          taskId: '',
        }),
        now,
        now,
      );
    db.exec('commit');
    db.exec('pragma wal_checkpoint(truncate)');
    return { sessions: Number(changes), told: people.length };
  } finally {
    db.close();
  }
}

/** `2026-11-23 14:05` in China's time, the format of notices. */
const chinaMinute = (time: Date): string =>
  new Date(time.getTime() + 8 * 3_600_000).toISOString().slice(0, 16).replace('T', ' ');

export type LostTask = {
  number: string;
  name: string;
  entries: number;
  lastOperator: string;
  lastAt: number;
};

/**
 * Tasks in another folder's database that the restored one lacks: their trail continues there, or they exist only
 * there; newest first. For operators who still have the damaged folder.
 */
export function lostSince(restored: string, other: string): LostTask[] {
  const db = new DatabaseSync(join(restored, DATABASE));
  try {
    db.prepare('attach database ? as other').run(join(other, DATABASE));
    return db
      .prepare(
        `select t.number, t.name, count(*) as entries, max(o.at) as lastAt,
           (select l.operator from other.trail l where l.task_id = o.task_id order by l.seq desc limit 1) as lastOperator
         from other.trail o join other.task t on t.id = o.task_id
         where not exists (select 1 from trail m where m.task_id = o.task_id and m.seq = o.seq and m.hash = o.hash)
         group by o.task_id order by lastAt desc`,
      )
      .all() as LostTask[];
  } finally {
    db.close();
  }
}
