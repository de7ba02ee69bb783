import { beforeAll, describe, expect, it } from 'vitest';
import type { AnyCall, Envelope } from '#core/call.ts';
import { allCalls } from '#core/calls.ts';
import { ERROR_CODES } from '#core/errors.ts';
import { createQuickFiles } from '#core/quicksign/calls.ts';
import { sendPlan } from '#core/task/calls.ts';
import { saveDraft } from '#core/task/draft-calls.ts';
import {
  ADMIN_B,
  COMPANY_B,
  companyB,
  enterpriseSigner,
  newKey,
  planFor,
  twoPages,
} from '#tests/fixtures/companies.ts';
import { changed, filesOf, idsOf, inputWith, rowsOf, type Stolen } from '#tests/fixtures/foreign.ts';
import { IDENTITIES } from '#tests/fixtures/identities.ts';
import { runJobs } from '#tests/fixtures/run-jobs.ts';
import { openSeeder, type Seeder } from '#tests/fixtures/seed-identities.ts';
import { product } from '#tests/product.ts';
import { ApiClient } from '../../../scripts/api-client.ts';

const VICTIM = { entId: COMPANY_B.id, accountId: ADMIN_B.id };
/** In every name that the victim gives; no answer to a stranger may hold it. */
const SECRET = `密${newKey()}`;

let seeder: Seeder;
let victim: ApiClient;
beforeAll(async () => {
  seeder = openSeeder(product());
  victim = await companyB();
  const plan = await planFor(victim, [enterpriseSigner(COMPANY_B, ADMIN_B)], { taskName: `任务${SECRET}` });
  await victim.call(sendPlan, plan);
  await victim.call(saveDraft, { draftId: newKey(), taskName: `草稿${SECRET}`, fileNum: 0 });
  const fileKey = await victim.upload(await twoPages());
  await victim.call(createQuickFiles, {
    taskName: `快签${SECRET}`,
    businessType: 'OTHER',
    businessTypeName: '其他',
    taskFileType: 'PDF',
    planSendDocumentVOList: [{ fileName: `${SECRET}.pdf`, fileKey }],
  });
  // what is under way comes to its end first, so that whatever changes afterwards was changed by a stranger
  await runJobs();
});

/** Makes the calls of one stranger and says what they got that they must not get. */
async function tryAll(token: string, calls: readonly AnyCall[], stolen: readonly Stolen[]) {
  const problems: string[] = [];
  const codes = { tried: 0, refused: 0 };
  const readable = new Set<string>();
  const unreadable = new Set<string>();
  const client = new ApiClient(product().baseUrl);
  for (const call of calls)
    for (const one of stolen) {
      const input = inputWith(call, one);
      if (!input || (call.body === 'bytes' && !('fileKey' in input))) continue;
      codes.tried++;
      const body = call.body === 'bytes' ? { ...input, body: new Uint8Array([1]) } : input;
      const response = await client.send(call, body, { 'X-Token': token });
      const text = await response.text();
      const said = `${call.id} with ${JSON.stringify(input).slice(0, 160)}`;
      if (text.includes(SECRET)) problems.push(`${said} told the secret`);
      if (text.includes(ADMIN_B.mobile)) problems.push(`${said} told a mobile number`);
      if (!response.headers.get('content-type')?.includes('json')) {
        problems.push(`${said} gave a file`);
        continue;
      }
      const { code, fields } = JSON.parse(text.trim().split('\n').at(-1) ?? '{}') as Envelope;
      if (code === ERROR_CODES.INTERNAL) problems.push(`${said} was a defect`);
      if (code !== 200) codes.refused++;
      // a procedure that refuses a value names the error; a schema names the kind of mistake
      const unread =
        code === ERROR_CODES.INPUT_INVALID && fields?.every(({ problem }) => problem !== 'INPUT_INVALID');
      (unread ? unreadable : readable).add(call.id);
    }
  return { problems, codes, unreadable: [...unreadable].filter((id) => !readable.has(id)) };
}

describe('[6.9] what belongs to one owner', () => {
  it('[6.4] is neither read nor changed by another, whatever identifiers they know', async () => {
    const before = await rowsOf(seeder.db, VICTIM);
    const files = filesOf(before);
    const stolen = idsOf(before).map((id, i): Stolen => ({ id, file: files[i % files.length] ?? '' }));
    expect(stolen.length).toBeGreaterThan(8);
    expect(files.length).toBeGreaterThan(0);
    const calls = allCalls().filter(
      ({ access, path }) => access.actor !== 'internal' && !path.startsWith('/sim'),
    );
    const strangers = IDENTITIES.filter(({ name }) =>
      ['person OUTSIDE', 'member ENT_ADMIN OUTSIDE'].includes(name),
    );
    let tried = 0;
    let refused = 0;
    const problems: string[] = [];
    const unreadable = new Set<string>();
    for (const stranger of strangers) {
      const outcome = await tryAll(await seeder.tokenOf(stranger), calls, stolen);
      problems.push(...outcome.problems.map((problem) => `as ${stranger.name}: ${problem}`));
      tried += outcome.codes.tried;
      refused += outcome.codes.refused;
      for (const id of outcome.unreadable) unreadable.add(id);
    }
    console.log(`permissions: ${tried} calls with ${stolen.length} stolen identifiers, ${refused} refused`);
    expect(problems.join('\n')).toBe('');
    // each came to the check of whose it is: add a value that fits to tests/fixtures/foreign.ts where it did not
    expect([...unreadable]).toEqual([]);
    expect(changed(before, await rowsOf(seeder.db, VICTIM))).toEqual([]);
    expect(tried).toBeGreaterThan(300);
    // the same reads by the owner do tell: what was refused was there
    const reads = calls.filter(({ method, answer }) => method === 'GET' && answer === 'json');
    const own = await tryAll(victim.session!.accessToken, reads, stolen);
    const told = new Set(own.problems.map((problem) => problem.split(' ')[0]));
    expect([...told]).toEqual(expect.arrayContaining(['task.getPlan', 'quicksign.getQuickFiles']));
  }, 240_000);
});
