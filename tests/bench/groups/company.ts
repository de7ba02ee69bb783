/**
 * Looking an enterprise up by its whole name among 1,000,000 names: the query beside the same among 1,000, and the whole
 * call beside the request for who one is, which is the least that a call with a session costs; switching identity; and
 * people found by a part of their sealed names.
 * What is compared takes turns, so that what else the machine is doing falls on both alike.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Client, createClient } from '@libsql/client/http';
import { listEnterpriseTreeSimple, listPersons } from '#core/company/calls.ts';
import { getLoggedUserInfo } from '#core/identity/calls.ts';
import { DEMO } from '#db/seed/demo.ts';
import { sealIdentity } from '#edge/identity/names.ts';
import { openKeyring } from '#edge/kernel/crypto/keys.ts';
import type { Env } from '#edge/kernel/env.ts';
import { ApiClient } from '#tests/client.ts';
import { A, USER_A, withBenchProduct } from '../bench-product.ts';
import { type BenchReport, interleaved, median } from '../row.ts';

export const name = 'company';

const FEW = 1_000;
const MANY = 1_000_000;
/** Characters that differ early, so that neighbours in the index are not neighbours in time. */
const nameOf = (n: number) => `${String.fromCodePoint(0x4e00 + ((n * 7919) % 20_000))}${n}号贸易有限公司`;

export async function run(report: BenchReport): Promise<void> {
  await withBenchProduct(async (product) => {
    const db = createClient({ url: product.libsqlUrl, authToken: product.libsqlToken });
    await fill(db, 'enterprise', MANY);
    await db.execute('create table bench_few as select * from enterprise limit 0');
    await db.execute('create unique index bench_few_name on bench_few (name)');
    await fill(db, 'bench_few', FEW);
    const client = await new ApiClient(product.baseUrl).login(USER_A.loginName, DEMO.password);
    let turn = 0;
    const find = (table: string, among: number) => () =>
      db.execute({
        sql: `select id, name from ${table} where name = ? and node_type = 'ENTERPRISE-ENTERPRISE'`,
        args: [nameOf((turn++ * 104_729) % among)],
      });
    const query = await interleaved(
      { many: find('enterprise', MANY), few: find('bench_few', FEW) },
      { rounds: 300, warmUp: 100 },
    );
    report({
      name: 'query of a name among 1,000,000, beside 1,000',
      unit: 'ms',
      ours: query.many,
      peer: 'among 1,000 names',
      theirs: query.few,
    });
    const whole = await interleaved(
      {
        lookUp: () => client.call(listEnterpriseTreeSimple, { nodeName: nameOf((turn++ * 104_729) % MANY) }),
        ask: () => client.call(getLoggedUserInfo, {}),
      },
      { rounds: 200, warmUp: 40 },
    );
    report({
      name: 'call that looks a name up among 1,000,000',
      unit: 'ms',
      ours: whole.lookUp,
      peer: 'asking who one is',
      theirs: whole.ask,
    });
    const { there, ask } = await switching(client);
    report({
      name: 'switching identity, one exchange',
      unit: 'ms',
      ours: there,
      peer: 'asking who one is',
      theirs: ask,
    });
    await fillPeople(db, product);
    const admin = await new ApiClient(product.baseUrl).login(USER_A.loginName, DEMO.password);
    await admin.switchTo(A.id);
    const people = await interleaved(
      {
        named: () => admin.call(listPersons, { name: '王', size: 10 }),
        all: () => admin.call(listPersons, { size: 10 }),
      },
      { rounds: 20, warmUp: 4 },
    );
    report({
      name: `people by a part of a name, ${PEOPLE.toLocaleString('en')} in the enterprise`,
      unit: 'ms',
      ours: people.named,
      peer: 'first page of all, no name opened but its own',
      theirs: people.all,
    });
    db.close();
  });
}

const PEOPLE = 10_000;

/** Members of the demo enterprise, one of a hundred of whom the search finds. */
async function fillPeople(db: Client, { dataDir }: { dataDir: string }): Promise<void> {
  const secrets = JSON.parse(readFileSync(join(dataDir, 'secrets.json'), 'utf8')) as Env;
  const keys = await openKeyring(secrets);
  for (let at = 0; at < PEOPLE; at += 500) {
    const rows = await Promise.all(
      Array.from({ length: 500 }, async (_, i) => {
        const n = at + i;
        const id = `bench${String(n).padStart(12, '0')}`;
        const realName = n % 100 === 0 ? `王${n}` : `${String.fromCodePoint(0x4e00 + (n % 3_000))}${n}`;
        const mobile = `199${String(n).padStart(8, '0')}`;
        const row = await sealIdentity({ keys }, id, { loginName: id, mobile, realName });
        return { id, ...row };
      }),
    );
    const people = rows.map(
      (r) =>
        `('${r.id}','${r.plainLogin}','${r.loginSealed}','${r.loginIndex}','${r.mobileIndex}','${r.mobileSealed}','${r.nameSealed}',0)`,
    );
    const members = rows.map((r) => `('${r.id}','${A.id}','${r.id}','["EMPLOYEE"]',0)`);
    await db.batch(
      [
        `insert into account (id, login_name, login_sealed, login_index, mobile_index, mobile_sealed, name_sealed, created_at) values ${people}`,
        `insert into member (id, enterprise_id, account_id, roles, joined_at) values ${members}`,
      ],
      'write',
    );
  }
}

async function fill(db: Client, table: string, rows: number): Promise<void> {
  for (let at = 0; at < rows; at += 2_000) {
    const values = Array.from({ length: Math.min(2_000, rows - at) }, (_, i) => at + i)
      .map(
        (n) =>
          `('bench${String(n).padStart(12, '0')}', '${nameOf(n)}', 'ENTERPRISE-ENTERPRISE', 'AUTH', 'ENABLE', 0)`,
      )
      .join(',');
    await db.execute(
      `insert into ${table} (id, name, node_type, auth_status, business_status, created_at) values ${values}`,
    );
  }
}

async function switching(client: ApiClient): Promise<{ there: number; ask: number }> {
  const there: number[] = [];
  const ask: number[] = [];
  // A session exchanges its token 60 times a minute at most.
  for (let i = 0; i < 50; i++) {
    let began = performance.now();
    await client.switchTo(i % 2 === 0 ? A.id : '');
    if (i >= 10) there.push(performance.now() - began);
    await client.call(getLoggedUserInfo, {});
    began = performance.now();
    await client.call(getLoggedUserInfo, {});
    if (i >= 10) ask.push(performance.now() - began);
  }
  return { there: median(there), ask: median(ask) };
}
