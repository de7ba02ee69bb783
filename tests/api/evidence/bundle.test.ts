import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { unzipSync, zipSync } from 'fflate';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Bytes, fromBase64 } from '#core/bytes.ts';
import { listTrustAnchors } from '#core/certificate/calls.ts';
import type { EvidenceIndex } from '#core/evidence/bundle.ts';
import type { LANGUAGES } from '#core/locales/languages.ts';
import { downloadEvidence, getPlan, getTrail } from '#core/task/calls.ts';
import { openBundle, verifyBundle } from '#core/verification/verify-bundle.ts';
import type { ApiClient } from '#tests/client.ts';
import { companyA, companyB } from '#tests/fixtures/companies.ts';
import { followVerifyPage, unpack } from '#tests/fixtures/evidence-bundle.ts';
import { INDIVIDUAL, sendBetweenCompanies, sign } from '#tests/fixtures/plans.ts';
import { refusal, signedIn } from '#tests/fixtures/sign-in.ts';
import { untilPreserved } from '#tests/fixtures/until-preserved.ts';

let a: ApiClient;
let b: ApiClient;
let planId: string;
const folders: string[] = [];
const bundleOf = async (client: ApiClient, language?: (typeof LANGUAGES)[number]) => {
  const { bytes } = await client.download(downloadEvidence, { planId, ...(language ? { language } : {}) });
  const folder = unpack(bytes);
  folders.push(folder);
  return { bytes, folder };
};

beforeAll(async () => {
  [a, b] = [await companyA(), await companyB()];
  planId = await sendBetweenCompanies(a);
  await sign(a, planId);
  await sign(b, planId);
  await untilPreserved(a, planId);
});
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

it('the bundle of a finished task is checked by openssl and pdfsig alone, as its VERIFY.md says', async () => {
  const { folder } = await bundleOf(b, 'en-US');
  const steps = followVerifyPage(folder);
  for (const { script, status, output } of steps) expect(status, `${script}\n${output}`).toBe(0);
  const said = steps.map(({ output }) => output);
  // Two parties, and the report; each document and the report end with a time stamp over the file.
  expect(said[0]!.match(/Signature is Valid/g)!.length).toBeGreaterThanOrEqual(3);
  expect(said[0]).not.toMatch(/Invalid|failure/i);
  const { entries } = await a.call(getTrail, { planId });
  const written = readdirSync(join(folder, 'trail'));
  expect(written.length).toBe(entries.length);
  expect(said[3]!.match(/: in the log/g)).toHaveLength(written.length);
  expect(said[4]).toContain('Signature Verified Successfully');
  expect(said[4]).toContain('Verification: OK');
  expect(said[5]!.match(/verify OK/g)!.length).toBeGreaterThanOrEqual(1);
});

it('says who signed, how and when, in the language that was chosen, and holds the files as they are downloaded', async () => {
  const plan = await a.call(getPlan, { planId });
  for (const [language, heading] of [
    ['zh-CN', '签署存证报告'],
    ['zh-TW', '簽署存證報告'],
    ['en-US', 'Evidence report'],
  ] as const) {
    const { folder } = await bundleOf(a, language);
    const text = execFileSync('pdftotext', ['-layout', join(folder, 'report.pdf'), '-'], {
      encoding: 'utf8',
    });
    expect(text).toContain(heading);
    for (const { entName } of plan.signerList) expect(text).toContain(entName.slice(0, 6));
    expect(text).toContain(plan.number);
    const index = JSON.parse(readFileSync(join(folder, 'trail.json'), 'utf8')) as EvidenceIndex;
    expect(index.documents.map(({ sha256 }) => sha256)).toEqual(plan.documents.map(({ sha256 }) => sha256));
    // No mobile number of anybody is in it, masked or not.
    expect(JSON.stringify(index)).not.toMatch(/(?<![0-9a-f])1\d{10}(?![0-9a-f])|1\d{2}\*{4}\d{4}/);
  }
});

it('what is changed in a bundle is found by the step of VERIFY.md that is about it', async () => {
  const failing = async (name: string, change: (text: string) => string) => {
    const { folder } = await bundleOf(b);
    writeFileSync(join(folder, name), change(readFileSync(join(folder, name), 'latin1')), 'latin1');
    const steps = followVerifyPage(folder);
    return steps.flatMap(({ status }, i) => (status === 0 ? [] : [i]));
  };
  expect(await failing('documents/1.pdf', (text) => `${text}\n`)).toContain(1);
  expect(await failing('trail/002.json', (text) => text.replace(/SIGNED|STARTED/, 'REFUSED'))).toEqual(
    expect.arrayContaining([2, 3]),
  );
  expect(await failing('log/001.salt', (text) => text.replace(/^../, '00'))).toEqual([3]);
});

it('is verified offline by the engine of the command: valid as it is, and each change is found and named', async () => {
  const { bytes } = await bundleOf(a, 'zh-CN');
  const files = unzipSync(bytes);
  const trustAnchors = (await a.call(listTrustAnchors, {})).map(({ der }) => fromBase64(der));
  const verify = async (change: Record<string, (text: string) => string> = {}) => {
    const changed = Object.fromEntries(
      Object.entries(files).map(([name, content]) => {
        const text = Buffer.from(content).toString('latin1');
        return [name, new Uint8Array(Buffer.from(change[name]?.(text) ?? text, 'latin1'))];
      }),
    );
    const zip = zipSync(changed, { level: 0 }) as Bytes;
    const { verdict, problems } = await verifyBundle(openBundle(zip)!, zip.length, {
      time: Date.now(),
      trustAnchors,
    });
    return { verdict, problems };
  };
  expect(await verify()).toEqual({ verdict: 'valid', problems: [] });
  const replaced = (from: string | RegExp, to: string) => (text: string) => text.replace(from, to);
  for (const [name, change, problem] of [
    [
      'report.pdf',
      (text: string) => `${text.slice(0, 3_000)}#${text.slice(3_001)}`,
      'evidence-report-changed',
    ],
    ['documents/1.pdf', (text: string) => `${text}\n`, 'evidence-document-changed'],
    ['trail/001.json', replaced('INITIATED', 'STARTED'), 'evidence-trail-changed'],
    ['trail.json', replaced('"event": "SIGNED"', '"event": "REFUSED"'), 'evidence-trail-changed'],
    ['trail.json', replaced(/"salt": "[0-9a-f]{2}/, '"salt": "zz'), 'evidence-not-in-log'],
    ['trail.json', replaced('signet-evidence/1', 'signet-evidence/9'), 'evidence-broken'],
    ['log/checkpoint', replaced(/\n\d+\n/, '\n1\n'), 'evidence-checkpoint-invalid'],
    ['log/checkpoint.tst', replaced(/^./s, 'x'), 'evidence-checkpoint-not-stamped'],
  ] as const) {
    const { verdict, problems } = await verify({ [name]: change });
    expect(problems, `${name}: ${problem}`).toContain(problem);
    expect(verdict).not.toBe('valid');
  }
});

it('is there for the parties of a finished task, and for nobody else', async () => {
  expect(await refusal(await signedIn(INDIVIDUAL), downloadEvidence, { planId })).toBe('NOT_FOUND');
  const unfinished = await sendBetweenCompanies(a);
  expect(await refusal(a, downloadEvidence, { planId: unfinished })).toBe('TASK_NOT_FINISHED');
});
