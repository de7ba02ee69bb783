import {
  appendFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { listNotices } from '#core/notice/calls.ts';
import { downloadDocument, getTask, getTrail } from '#core/task/calls.ts';
import { firstBrokenLink } from '#core/task/trail.ts';
import { DEMO } from '#db/seed/demo.ts';
import { checkData } from '#scripts/backup/check-data.ts';
import { makeBackup } from '#scripts/backup/make-backup.ts';
import { restoreBackup } from '#scripts/backup/restore-backup.ts';
import { buildProduct } from '#scripts/product/build-product.ts';
import { type Product, startProduct } from '#scripts/product/start-product.ts';
import { ApiClient } from '#tests/client.ts';
import {
  ADMIN_A,
  ADMIN_B,
  COMPANY_A,
  COMPANY_B,
  sendBetweenCompanies,
  sign,
} from '#tests/fixtures/contracts.ts';
import { judge } from '#tests/fixtures/judges.ts';
import { until } from '#tests/fixtures/until.ts';
import { claimsFor, enter } from '#tests/sync/rooms.ts';

const PASSPHRASE = 'korrekt-Pferd-Batterie';
const folder = mkdtempSync(join(tmpdir(), 'signet-backup-'));
const at = (name: string) => join(folder, name);
let build: string;
let product: Product;
beforeAll(async () => {
  build = process.env.SIGNET_BUILT ?? (await buildProduct());
  product = await startProduct({ dataDir: at('data'), build });
});
afterAll(async () => {
  await product.stop();
  rmSync(folder, { recursive: true, force: true });
});

const signedIn = async (account: { loginName: string }, entId: string): Promise<ApiClient> =>
  (await new ApiClient(product.baseUrl).login(account.loginName, DEMO.password)).switchTo(entId);
const sync = () => ({ url: product.syncUrl, secrets: product.secrets });
const refused = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: Error) => error.message,
  );

it('a backup made while people sign is whole, and a product started from it goes on', async () => {
  const [a, b] = await Promise.all([signedIn(ADMIN_A, COMPANY_A.id), signedIn(ADMIN_B, COMPANY_B.id)]);
  const done = await sendBetweenCompanies(a);
  await sign(b, done);
  await sign(a, done);
  const open = await sendBetweenCompanies(a);
  const room = 'draft:restored';
  const writer = await enter(sync(), claimsFor(room));
  await until(() => expect(writer.provider.synced).toBe(true));
  writer.doc.getText('t').insert(0, '写在备份之前');
  const reader = await enter(sync(), claimsFor(room));
  await until(() => expect(reader.doc.getText('t').toString()).toBe('写在备份之前'));
  for (const { leave } of [writer, reader]) leave();

  // the copy is made while tasks are sent and signed
  let stop = false;
  const load = (async () => {
    while (!stop) await sign(b, await sendBetweenCompanies(a));
  })();
  const made = await makeBackup(at('data'), at('first.age'), PASSPHRASE);
  stop = true;
  await load;
  expect(made.problems).toEqual([]);
  expect(made.trails).toBeGreaterThanOrEqual(2);
  expect(made.revisions).toBeGreaterThanOrEqual(4);
  expect(readdirSync(at('data/run')).filter((name) => name.startsWith('backup'))).toEqual([]);
  expect(statSync(at('first.age')).mode & 0o777).toBe(0o600);
  // nothing of it is to be read without the passphrase
  const bytes = readFileSync(at('first.age'));
  for (const secret of [product.secrets.TOKEN_SECRET, 'SQLite format 3', '%PDF'])
    expect(bytes.includes(secret)).toBe(false);

  // what comes after the backup is lost by the restore, and told
  await sign(b, open);
  const restored = await restoreBackup(at('first.age'), at('second'), PASSPHRASE, at('data'));
  expect(restored.sessions).toBeGreaterThanOrEqual(2);
  expect(restored.lost!.map(({ number }) => number)).toContain(
    (await a.call(getTask, { planId: open })).number,
  );
  const before = product;
  await product.stop();
  product = await startProduct({ dataDir: at('second'), build });
  expect(product.secrets).toEqual(before.secrets);

  // sessions of before the restore are none any more
  const old = new ApiClient(product.baseUrl);
  old.session = a.session;
  expect(await refused(old.call(getTask, { planId: done }))).toMatch(/70000411/);
  const [a2, b2] = await Promise.all([signedIn(ADMIN_A, COMPANY_A.id), signedIn(ADMIN_B, COMPANY_B.id)]);
  expect((await a2.call(getTask, { planId: done })).endReason).toBe('COMPLETED');
  const { bytes: file } = await a2.download(downloadDocument, { planId: done, fileIndex: 0 });
  expect(judge(file)).toMatchObject({ signatures: 2, valid: 2, clean: true });
  // the lost signature is made again, and the chain goes on
  await sign(b2, open);
  await sign(a2, open);
  const { entries } = await a2.call(getTrail, { planId: open });
  expect(await firstBrokenLink(entries)).toBeNull();
  for (const client of [a2, b2])
    await until(async () => {
      const { records } = await client.call(listNotices, { normalMessageCategory: 'system' });
      expect(records.filter(({ subject }) => subject.includes('备份恢复'))).toHaveLength(1);
    });
  const again = await enter(sync(), claimsFor(room));
  await until(() => expect(again.doc.getText('t').toString()).toBe('写在备份之前'));
  again.leave();
});

it('a backup that is cut off, changed, of another passphrase or none at all restores nothing', async () => {
  const whole = readFileSync(at('first.age'));
  const variant = (name: string, change: (file: string) => void) => {
    writeFileSync(at(name), whole);
    change(at(name));
    return at(name);
  };
  const flip = (place: number) => (file: string) => {
    const bytes = Buffer.from(whole);
    bytes[place]! ^= 1;
    writeFileSync(file, bytes);
  };
  const cases: [string, string, RegExp][] = [
    [
      variant('cut.age', (file) => truncateSync(file, whole.length - 20_000)),
      PASSPHRASE,
      /damaged or cut off/,
    ],
    [variant('flip.age', flip(whole.length >> 1)), PASSPHRASE, /damaged or cut off/],
    [variant('head.age', flip(10)), PASSPHRASE, /no backup/],
    [variant('longer.age', (file) => appendFileSync(file, 'x')), PASSPHRASE, /damaged or cut off/],
    [variant('text.age', (file) => writeFileSync(file, 'nothing of the kind')), PASSPHRASE, /no backup/],
    [at('first.age'), 'another-passphrase', /passphrase does not open/],
    [at('none.age'), PASSPHRASE, /There is no file/],
  ];
  for (const [file, passphrase, sentence] of cases) {
    expect(await refused(restoreBackup(file, at('third'), passphrase)), file).toMatch(sentence);
    expect(readdirSync(folder).filter((name) => name.startsWith('third'))).toEqual([]);
  }
  expect(await refused(restoreBackup(at('first.age'), at('second'), PASSPHRASE))).toMatch(/There is data in/);
  expect(await refused(makeBackup(at('second'), at('first.age'), PASSPHRASE))).toMatch(/exists already/);
});

it('no backup comes of data in which a file, a trail or a database is not what it was', async () => {
  await restoreBackup(at('first.age'), at('hurt'), PASSPHRASE);
  const blobs = at('hurt/files/r2/signet-files/blobs');
  const [blob] = readdirSync(blobs);
  const kept = readFileSync(join(blobs, blob!));
  rmSync(join(blobs, blob!));
  writeFileSync(join(blobs, blob!), Buffer.concat([kept, Buffer.from(' ')]));
  expect(await refused(makeBackup(at('hurt'), at('hurt.age'), PASSPHRASE))).toMatch(
    /not what its digest says/,
  );
  rmSync(join(blobs, blob!));
  expect(await refused(makeBackup(at('hurt'), at('hurt.age'), PASSPHRASE))).toMatch(/is missing/);
  writeFileSync(join(blobs, blob!), kept);
  expect((await checkData(at('hurt'))).problems).toEqual([]);

  const { DatabaseSync } = await import('node:sqlite');
  const db = new DatabaseSync(at('hurt/db/dbs/default/data'));
  // The state of SHA-256 from which the next signature goes on: with another length, then the right one again.
  const { n } = db
    .prepare("select count(*) as n from document_revision where hash_state <> ''")
    .get() as unknown as { n: number };
  expect(n).toBeGreaterThan(0);
  db.exec("update document_revision set hash_state = '0' || hash_state");
  expect((await checkData(at('hurt'))).problems).toHaveLength(n);
  expect((await checkData(at('hurt'))).problems[0]).toMatch(/kept state that is not of its digest/);
  db.exec('update document_revision set hash_state = substr(hash_state, 2)');
  expect((await checkData(at('hurt'))).problems).toEqual([]);
  db.exec("update trail set operator = 'somebody else' where seq = 2");
  db.close();
  expect(await refused(makeBackup(at('hurt'), at('hurt.age'), PASSPHRASE))).toMatch(
    /trail of .* does not hold at entry 2/,
  );
  expect(existsSync(at('hurt.age'))).toBe(false);
  expect(readdirSync(folder).filter((name) => name.endsWith('.partial'))).toEqual([]);
});
