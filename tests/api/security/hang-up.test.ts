import { connect } from 'node:net';
import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { sendFromTemplate } from '#core/batch/calls.ts';
import { ownedFile, task } from '#db/schema/index.ts';
import { database } from '#tests/fixtures/people.ts';
import { selling } from '#tests/fixtures/selling.ts';
import { until } from '#tests/fixtures/until.ts';
import { product } from '#tests/product.ts';

type Seller = Awaited<ReturnType<typeof selling>>;

/** Sends a contract by the seller's key, and hangs up as soon as `isBegun`. */
async function hangUp(
  { key, id, signers }: Seller,
  name: string,
  isBegun: () => Promise<boolean>,
): Promise<void> {
  const { hostname, port } = new URL(product().baseUrl);
  const fields = { 合同编号: 'HT-1', 金额: '9000' };
  const body = Buffer.from(JSON.stringify({ templateId: id, fields, signers, taskName: name }));
  const head = [
    `POST /ecapi${sendFromTemplate.path} HTTP/1.1`,
    `Host: ${hostname}:${port}`,
    `Authorization: Bearer ${key}`,
    'Content-Type: application/json',
    `Content-Length: ${body.length}`,
  ];
  const socket = connect(Number(port), hostname);
  let answered = false;
  socket.on('data', () => {
    answered = true;
  });
  await new Promise((resolve) =>
    socket.write(Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`), body]), resolve),
  );
  while (!answered && !(await isBegun())) await new Promise(setImmediate);
  socket.destroy();
}

it('who hangs up while a contract is sent from a template leaves no file behind', async () => {
  const seller = await selling();
  const owner = `E:${seller.ent.id}`;
  const files = () => database().select().from(ownedFile).where(eq(ownedFile.ownerKey, owner));
  const sent = async () =>
    (await database().select({ name: task.name }).from(task).where(eq(task.ownerKey, owner))).map(
      ({ name }) => name,
    );
  const names = ['立即挂断', '文件做好后挂断', '再次立即挂断'];
  for (const [i, name] of names.entries())
    await hangUp(seller, name, i === 1 ? async () => (await files()).length > 0 : async () => true);
  // Whatever had begun is ended: of a request that was not read yet, nothing is left either.
  await until(async () => {
    expect(await files()).toEqual([]);
    expect(await sent()).toContain(names[1]);
  });
});
