import { toHex } from '#core/bytes.ts';
import { SALT_BYTES } from '#core/log/trail-leaf.ts';
import { logLeaf } from '#db/schema/index.ts';
import type { Context } from '#edge/kernel/context.ts';
import type { Statement } from '#edge/kernel/storage/statement.ts';

/** The statement that lets entries of a trail wait for their places in the log, in the transaction that writes them. */
export const newLeaves = ({ db }: Context, entries: readonly { taskId: string; seq: number }[]): Statement =>
  db.insert(logLeaf).values(
    entries.map(({ taskId, seq }) => ({
      taskId,
      seq,
      salt: toHex(crypto.getRandomValues(new Uint8Array(SALT_BYTES))),
    })),
  );
