import { createClient } from '@libsql/client/http';
import { expect, it } from 'vitest';
import { notedStatements } from '#tests/fixtures/noted-statements.ts';
import { product } from '#tests/product.ts';

/** Tables that stay small, however many people, tasks and years there are. */
const SMALL: Record<string, string> = {
  guard: 'its rows live within one transaction',
  auth_code: 'codes are deleted after minutes',
  code_ticket: 'deleted after minutes',
  consent_ticket: 'deleted after minutes',
  cloud_seal_challenge: 'deleted after minutes',
  simulated_trade: 'the page of the simulators',
  outbox: 'what is done is deleted',
  setting: 'one row for a setting',
  log_checkpoint: 'read from its end, by its primary key',
  log_key: 'one row for a key of the log',
  payment_key: 'keys of two providers',
  order_package: 'packages of the price list',
  reconciliation: 'one row for a day and provider',
  help_video: 'the videos of the help pages',
  sso_customer: 'systems that the platform registers by hand',
};

/** Statements that may look at every row: each is somebody's rare act, and none runs in a job or for a list of a user. */
const RARE: readonly { table?: string; text: RegExp; why: string }[] = [
  {
    text: /wrapped(_key)?" not like \?/,
    why: 'keys are wrapped anew, which is asked for by a command while there is another key',
  },
  {
    table: 'admin_application',
    text: /not exists \(select 1 from "member"/,
    why: 'the platform looks for enterprises that nobody leads',
  },
  {
    table: 'purchase',
    text: /from "purchase" inner join "enterprise"/,
    why: 'the platform looks through all orders',
  },
  {
    table: 'purchase_refund',
    text: /from "purchase_refund" inner join "purchase"/,
    why: 'the platform looks through all refunds',
  },
  { table: 'account', text: /^select id from account$/, why: 'a test that tries the port' },
  {
    table: 'enterprise',
    text: /"node_type" = \?/,
    why: 'the platform looks through all enterprises by a part of a name',
  },
  { table: 'audit_entry', text: /from "audit_entry"/, why: 'the platform looks through its audit log' },
  {
    table: 'purchase',
    text: /replace\("(enterprise|purchase)"\."(name|number)"/,
    why: 'the platform looks for an order by a part of a name',
  },
  {
    table: 'purchase_refund',
    text: /replace\("purchase"\."number"/,
    why: 'the platform looks for a refund by a part of a number',
  },
  { table: 'delivery', text: /"simulated_message"/, why: 'the page of the simulators' },
  {
    table: 'certificate_order',
    text: /"asked_at"|"created_at" desc limit/,
    why: 'the page of the simulators',
  },
];

it('no statement that the tests made the Worker send looks at every row of a table that grows', async () => {
  const statements = notedStatements()
    .filter(({ sql }) => /^\s*(select|insert|update|delete|with)\b/i.test(sql))
    // Their plan names the table, and no row of it is read.
    .filter(({ sql }) => !/ where \(?false\b/.test(sql));
  // Also where this file runs alone: jobs and the first accounts.
  expect(statements.length).toBeGreaterThan(100);
  const db = createClient({ url: product().libsqlUrl, authToken: product().libsqlToken });
  const { rows } = await db.execute("select name, sql from sqlite_master where type in ('table', 'index')");
  const schema = new Map(rows.map(({ name, sql }) => [String(name), String(sql ?? '')]));
  const problems: string[] = [];
  for (const { sql, args } of statements) {
    const plan = await db.execute({ sql: `explain query plan ${sql}`, args });
    const place = plan.rows.findIndex(({ detail }) => /^SCAN place VIRTUAL TABLE/.test(String(detail)));
    if (place > 0) problems.push(`compares each row with each place: ${sql.slice(0, 1_500)}`);
    for (const { detail } of plan.rows) {
      const scan = /^SCAN (\w+)(?: USING (?:COVERING )?INDEX (\w+))?/.exec(String(detail));
      // A text index asked for words (M): it reads the rows that have them.
      if (!scan || / VIRTUAL TABLE INDEX \d+:\S*M/.test(String(detail))) continue;
      const [, named = '', index = ''] = scan;
      // An alias stands for its table; a subquery has neither.
      const table = schema.has(named)
        ? named
        : new RegExp(`\\b(?:from|join) "?(\\w+)"? (?:as )?"?${named}"?\\b`, 'i').exec(sql)?.[1];
      if (!table || !schema.has(table) || table in SMALL) continue;
      // A partial index holds only the rows that wait for something.
      if (/\bwhere\b/i.test(schema.get(index) ?? '') && !PARTIAL_BUT_LARGE.has(index)) continue;
      if (RARE.some((rare) => (rare.table ?? table) === table && rare.text.test(sql))) continue;
      problems.push(`${detail}: ${sql.slice(0, 1_500)}`);
    }
  }
  console.log(`plans: ${statements.length} statements looked at`);
  const advice =
    'add an index in db/schema, then a migration: node_modules/.bin/drizzle-kit generate --name WHAT';
  expect([...new Set(problems)].join('\n\n'), advice).toBe('');
});

/** Indexes with a condition that nearly all rows meet. */
const PARTIAL_BUT_LARGE = new Set([
  'seal_name',
  'department_name',
  'user_ukey_serial',
  'employee_mobile',
  'employee_id_number',
  'onboarding_field_name',
]);
