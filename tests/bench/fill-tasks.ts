import { createClient } from '@libsql/client/http';
import type { Product } from '../../scripts/product/start-product.ts';
import { A, USER_A } from './bench-product.ts';

/** Rows as sending makes them, straight into the tables; the counters follow by their triggers. */
export async function fillTasks(
  { libsqlUrl: url, libsqlToken: authToken }: Pick<Product, 'libsqlUrl' | 'libsqlToken'>,
  from: number,
  to: number,
): Promise<void> {
  const db = createClient({ url, authToken });
  for (let at = from; at < to; at += 500) {
    const rows = Array.from({ length: Math.min(500, to - at) }, (_, i) => at + i);
    await db.batch(
      [
        `insert into task (id, number, draft_id, name, business_type, business_type_name, scenario, file_type, owner_key, initiator_id, initiator_name, initiator_ent_name, ordered, state, start_at, deadline, sent_at, file_num, signer_num, signed_num, version) values ${rows
          .map(
            (n) =>
              `('bench${String(n).padStart(12, '0')}', 'QS${n}', 'draft${n}', '合同 ${n}', 'OTHER', '其他', 'ENT', 'PDF', 'E:${A.id}', '${USER_A.id}', '甲', '${A.name}', 0, 'IN_PROGRESS', ${n}, ${Date.now() + 9e9}, ${1_700_000_000_000 + n}, 1, 2, 0, 1)`,
          )
          .join(',')}`,
        `insert into participant (owner_key, part, task_id, account_id, sent_at) values ${rows
          .map(
            (n) =>
              `('E:${A.id}', 'INITIATOR', 'bench${String(n).padStart(12, '0')}', '${USER_A.id}', ${1_700_000_000_000 + n})`,
          )
          .join(',')}`,
      ],
      'write',
    );
  }
  db.close();
}
