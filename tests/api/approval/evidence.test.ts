import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { getApproval } from '#core/approval/calls.ts';
import { downloadEvidence, sendTask } from '#core/task/calls.ts';
import { decideAs, enableFlow, firm, flowOf, node, once, planOf } from '#tests/fixtures/approvals.ts';
import { sign } from '#tests/fixtures/contracts.ts';
import { unpack } from '#tests/fixtures/evidence-bundle.ts';
import { sha256Hex } from '#tests/fixtures/sha256.ts';
import { untilPreserved } from '#tests/fixtures/until-preserved.ts';

let folder = '';
afterAll(() => {
  if (folder) rmSync(folder, { recursive: true, force: true });
});

it('[4.1c] the bundle holds each decision’s approver, role, node, words and approved content', async () => {
  const own = await firm(2);
  const [first, second] = own.approverPeople;
  await enableFlow(
    own.admin,
    flowOf([node([first!.id], { name: '法务' }), node([second!.id], { name: '财务' })]),
  );
  const { planId: taskId } = await own.sender.call(sendTask, await planOf(own), once());
  const { approvalId, digest } = await own.sender.call(getApproval, { planId: taskId });
  await decideAs(own.approvers[0]!, taskId, 'PASS', '条款可以');
  await decideAs(own.approvers[1]!, taskId, 'PASS', '金额已核');
  await sign(own.outside, taskId);
  await untilPreserved(own.sender, taskId);

  const { bytes } = await own.sender.download(downloadEvidence, { planId: taskId, language: 'zh-CN' });
  folder = unpack(bytes);
  const lines = readdirSync(join(folder, 'trail')).map((name) =>
    readFileSync(join(folder, 'trail', name), 'utf8'),
  );
  for (const [person, place, words] of [
    [first!, '法务', '条款可以'],
    [second!, '财务', '金额已核'],
  ] as const) {
    const line = lines.find((one) => one.includes('REVIEWED') && one.includes(place));
    expect(line, place).toBeDefined();
    for (const part of [
      person.name,
      own.ent.name,
      'APPROVER',
      'PASS',
      digest,
      // The words themselves are the enterprise's; whoever has them proves them by this.
      await sha256Hex(new TextEncoder().encode(`${approvalId}\n${words}`)),
    ])
      expect(line).toContain(part);
    expect(line).not.toContain(words);
  }
  const report = execFileSync('pdftotext', ['-layout', join(folder, 'report.pdf'), '-'], {
    encoding: 'utf8',
  });
  expect(report).toContain(first!.name);
  expect(report).toContain(second!.name);
});
