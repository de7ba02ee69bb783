import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { openInvitation } from '#core/invitation/calls.ts';
import { ApiClient } from '#tests/client.ts';
import { product } from '#tests/product.ts';

it('the demo has two companies sign, and prints the link by which a newcomer begins', async () => {
  const env = { ...process.env, SIGNET_URL: product().baseUrl };
  const demo = spawn(process.execPath, ['scripts/run.mjs', 'scripts/demo.ts'], { env });
  const ended = new Promise<number | null>((done) => demo.on('close', done));
  const [out, problems, status] = await Promise.all([text(demo.stdout), text(demo.stderr), ended]);
  expect({ status, problems }).toEqual({ status: 0, problems: '' });
  expect(out).toContain('文件 valid，2 个签名');
  const code = /\/i\/([0-9a-z]{26})$/m.exec(out)?.[1] ?? '';
  expect(await new ApiClient(product().baseUrl).call(openInvitation, { code })).toMatchObject({
    state: 'OPEN',
    reader: 'NOBODY',
    taskName: '服务合同',
    mobile: 'n***@example.com',
  });
});
