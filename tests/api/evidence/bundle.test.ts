import { execFileSync, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { eq, like } from 'drizzle-orm';
import { unzipSync, zipSync } from 'fflate';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { type Bytes, fromBase64 } from '#core/bytes.ts';
import { listTrustAnchors } from '#core/certificate/calls.ts';
import type { EvidenceIndex } from '#core/evidence/bundle.ts';
import type { LANGUAGES } from '#core/locales/languages.ts';
import { trailEventText } from '#core/locales/trail-event-text.ts';
import { openDocument } from '#core/ofd/model/open-document.ts';
import { openOfd } from '#core/ofd/model/open-ofd.ts';
import { pageText } from '#core/ofd/text/page-text.ts';
import { downloadEvidence, getTask, sendTask } from '#core/task/calls.ts';
import { verifyDocument } from '#core/task/verify-calls.ts';
import { openBundle, verifyBundle } from '#core/verification/verify-bundle.ts';
import { verifyFile } from '#core/verification/verify-file.ts';
import { consent, realnameApplication } from '#db/schema/index.ts';
import type { ApiClient } from '#tests/client.ts';
import { contractOfd } from '#tests/fixtures/contract-ofd.ts';
import {
  ADMIN_A,
  ADMIN_B,
  COMPANY_A,
  COMPANY_B,
  companyA,
  companyB,
  enterpriseSigner,
  INDIVIDUAL,
  newKey,
  sendBetweenCompanies,
  sign,
  taskToSend,
} from '#tests/fixtures/contracts.ts';
import { followVerifyPage, unpack } from '#tests/fixtures/evidence-bundle.ts';
import { trailEntries } from '#tests/fixtures/messages.ts';
import { database } from '#tests/fixtures/product-database.ts';
import { refusal, signedIn } from '#tests/fixtures/sign-in.ts';
import { untilPreserved } from '#tests/fixtures/until-preserved.ts';

let a: ApiClient;
let b: ApiClient;
let taskId: string;
const folders: string[] = [];
const bundleOf = async (client: ApiClient, language?: (typeof LANGUAGES)[number]) => {
  const { bytes } = await client.download(downloadEvidence, {
    planId: taskId,
    ...(language ? { language } : {}),
  });
  const folder = unpack(bytes);
  folders.push(folder);
  return { bytes, folder };
};

beforeAll(async () => {
  [a, b] = [await companyA(), await companyB()];
  taskId = await sendBetweenCompanies(a);
  await sign(a, taskId);
  await sign(b, taskId);
  await untilPreserved(a, taskId);
});
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

it('openssl and pdfsig alone check the bundle of a finished task, as its VERIFY.md says', async () => {
  const { folder } = await bundleOf(b, 'en-US');
  const steps = followVerifyPage(folder);
  for (const { script, status, output } of steps) expect(status, `${script}\n${output}`).toBe(0);
  const said = steps.map(({ output }) => output);
  // Two parties, and the report; each document and the report end with a time stamp over the file.
  expect(said[0]!.match(/Signature is Valid/g)!.length).toBeGreaterThanOrEqual(3);
  expect(said[0]).not.toMatch(/Invalid|failure/i);
  const entries = await trailEntries(a, taskId);
  const written = readdirSync(join(folder, 'trail'));
  expect(written.length).toBe(entries.length);
  expect(said[3]!.match(/: in the log/g)).toHaveLength(written.length);
  expect(said[4]).toContain('Signature Verified Successfully');
  expect(said[4]).toContain('Verification: OK');
  expect(said[5]!.match(/verify OK/g)!.length).toBeGreaterThanOrEqual(1);
});

/** Text of an OFD, without line breaks and spaces. */
function ofdText(path: string): string {
  const document = openDocument(openOfd(new Uint8Array(readFileSync(path))));
  return document.pages
    .flatMap((_, page) => pageText(document, page).map(({ text }) => text))
    .join('')
    .replace(/\s+/g, '');
}

it('the report has parties, proofs, steps and stamps in three languages, as sealed PDF and OFD', async () => {
  // As real-name verification records them; the demo accounts begin verified.
  const id = newKey();
  onTestFinished(async () => {
    await database()
      .delete(realnameApplication)
      .where(like(realnameApplication.id, `${id}%`));
  });
  const proof = {
    fields: {},
    sealed: {},
    state: 'PASSED',
    decidedAt: 1_000,
    createdAt: 1_000,
    updatedAt: 1_000,
  } as const;
  await database()
    .insert(realnameApplication)
    .values([
      { ...proof, id, subject: 'ENTERPRISE', accountId: '', entId: COMPANY_B.id, route: 'TRANSFER' },
      { ...proof, id: `${id}p`, subject: 'PERSON', accountId: ADMIN_B.id, route: 'FACE' },
    ]);
  const plan = await a.call(getTask, { planId: taskId });
  const entries = await trailEntries(a, taskId);
  const digests = (
    await database().select({ digests: consent.digests }).from(consent).where(eq(consent.taskId, taskId))
  ).flatMap((row) => row.digests);
  expect(digests.length).toBeGreaterThanOrEqual(2);
  for (const [language, ...words] of [
    ['zh-CN', '签署存证报告', '人脸识别核验', '对公账户打款核验', '未吊销', '根证书', '整个文件'],
    ['zh-TW', '簽署存證報告', '人臉辨識核驗', '對公帳戶匯款核驗', '未撤銷', '根憑證', '整個檔案'],
    [
      'en-US',
      'Evidence report',
      'face verification',
      'transfer to the bank account',
      'not revoked',
      'root',
      'the whole file',
    ],
  ] as const) {
    const { folder } = await bundleOf(a, language);
    const [pdf, ofd] = ['report.pdf', 'report.ofd'].map((name) => join(folder, name));
    const texts = [
      execFileSync('pdftotext', ['-raw', pdf!, '-'], { encoding: 'utf8' }).replace(/\s+/g, ''),
      ofdText(ofd!),
    ];
    for (const text of texts) {
      for (const word of words) expect(text).toContain(word.replace(/\s+/g, ''));
      for (const { entName, userName } of plan.signerList) expect(text).toContain(`${entName}·${userName}`);
      expect(text).toContain(plan.number);
      for (const digest of [...digests, ...plan.documents.map(({ sha256 }) => sha256)])
        expect(text).toContain(digest);
      for (const { event } of entries)
        expect(text).toContain(trailEventText(event, language).replace(/\s+/g, ''));
      expect(text).toContain('SignetTSA');
    }
    const trustAnchors = (await a.call(listTrustAnchors, {})).map(({ der }) => fromBase64(der));
    for (const [path, level] of [
      [pdf, 'B-LTA'],
      [ofd, null],
    ] as const) {
      const { verdict, signatures } = await verifyFile(new Uint8Array(readFileSync(path!)), {
        time: Date.now(),
        trustAnchors,
      });
      expect({ verdict, count: signatures.length }).toEqual({ verdict: 'valid', count: 1 });
      if (level) expect(signatures[0]!.level).toContain(level);
      else expect(signatures[0]!.detail.kind).toBe('seal');
    }
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

/** The OFD with other text on its first page: a byte at some place of the zip may stand where nothing is signed. */
function withOtherPage(ofd: string): string {
  const entries = unzipSync(Buffer.from(ofd, 'latin1'));
  const page = Object.keys(entries).find((name) => /Content\.xml$/.test(name))!;
  const text = Buffer.from(entries[page]!).toString('utf8');
  const changed = text.replace(/(<(?:\w+:)?TextCode[^>]*>)[^<]/, '$1#');
  expect(changed).not.toBe(text);
  return Buffer.from(zipSync({ ...entries, [page]: Buffer.from(changed) })).toString('latin1');
}

it('is verified offline by the engine of the command: valid, and each change found and named', async () => {
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
    ['report.ofd', withOtherPage, 'evidence-report-changed'],
    ['trail.json', replaced('"report.ofd"', '"report-2.ofd"'), 'evidence-broken'],
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

it('npm run verify says offline that a bundle is valid, and what is wrong in a changed report', async () => {
  const { bytes, folder } = await bundleOf(b, 'en-US');
  const roots = (await a.call(listTrustAnchors, {})).map(({ der }) => fromBase64(der));
  const trusted = roots.flatMap((der, i) => {
    const path = join(folder, `root-${i}.der`);
    writeFileSync(path, der);
    return ['--trust', path];
  });
  const verify = (name: string, zip: Uint8Array) => {
    writeFileSync(join(folder, name), zip);
    const args = ['scripts/verify.ts', '--json', ...trusted, join(folder, name)];
    const run = spawnSync(process.execPath, ['--disable-warning=ExperimentalWarning', ...args], {
      encoding: 'utf8',
      env: { ...process.env, SIGNET_DATA: folder },
    });
    const { verdict, problems } = JSON.parse(run.stdout) as { verdict: string; problems: string[] };
    return { status: run.status, verdict, problems };
  };
  expect(verify('whole.zip', bytes)).toEqual({ status: 0, verdict: 'valid', problems: [] });
  const files = unzipSync(bytes);
  const report = files['report.pdf']!.map((byte, i) => (i === 3_000 ? byte ^ 1 : byte)) as Bytes;
  const changed = verify('changed.zip', zipSync({ ...files, 'report.pdf': report }, { level: 0 }));
  expect(changed).toMatchObject({ status: 1, verdict: 'invalid' });
  expect(changed.problems).toContain('evidence-report-changed');
});

it('the bundle of an OFD contract is checked by its VERIFY.md; the engine names a changed file', async () => {
  const signers = [enterpriseSigner(COMPANY_A, ADMIN_A, 1), enterpriseSigner(COMPANY_B, ADMIN_B, 2)];
  const plan = await taskToSend(a, signers, { taskFileType: 'OFD' });
  const fileKey = await a.upload(contractOfd(COMPANY_A.name, COMPANY_B.name), 'OFD');
  const { documentId } = plan.planSendDocumentVOList[0]!;
  const { planId: ofd } = await a.call(sendTask, {
    ...plan,
    planSendDocumentVOList: [{ documentId, fileName: '采购框架合同.ofd', fileKey }],
  });
  for (const client of [a, b]) await sign(client, ofd);
  const { bytes } = await a.download(downloadEvidence, { planId: ofd, language: 'en-US' });
  const folder = unpack(bytes);
  folders.push(folder);
  for (const { script, status, output } of followVerifyPage(folder))
    expect(status, `${script}\n${output}`).toBe(0);
  const trustAnchors = (await a.call(listTrustAnchors, {})).map(({ der }) => fromBase64(der));
  const verify = async (zip: Bytes) => {
    const { verdict, problems } = await verifyBundle(openBundle(zip)!, zip.length, {
      time: Date.now(),
      trustAnchors,
    });
    return { verdict, problems };
  };
  expect(await verify(bytes)).toMatchObject({ verdict: 'valid', problems: [] });
  const files = unzipSync(bytes);
  const changed = files['documents/1.ofd']!.map((byte, i) => (i === 2_000 ? byte ^ 1 : byte)) as Bytes;
  const found = await verify(zipSync({ ...files, 'documents/1.ofd': changed }, { level: 0 }) as Bytes);
  expect(found.problems).toContain('evidence-document-changed');
  expect(found.verdict).not.toBe('valid');
});

it('a program verifies a file of its task by one call, and no file of another task', async () => {
  const { documents } = await a.call(getTask, { planId: taskId });
  const verified = await a.call(verifyDocument, { planId: taskId, fileIndex: 0 });
  expect(verified).toMatchObject({ sha256: documents[0]!.sha256, verdict: 'valid', problems: [] });
  expect(verified.signatures.map(({ verdict, level }) => [verdict, level])).toEqual([
    ['valid', 'B-LTA'],
    ['valid', 'B-LTA'],
  ]);
  expect(verified.signatures[0]!.signer).toContain(COMPANY_A.name);
  expect(await refusal(await signedIn(INDIVIDUAL), verifyDocument, { planId: taskId, fileIndex: 0 })).toBe(
    'NOT_FOUND',
  );
  expect(await refusal(a, verifyDocument, { planId: taskId, fileIndex: 1 })).toBe('NOT_FOUND');
});

it('is there for the parties of a finished task, and for nobody else', async () => {
  expect(await refusal(await signedIn(INDIVIDUAL), downloadEvidence, { planId: taskId })).toBe('NOT_FOUND');
  const unfinished = await sendBetweenCompanies(a);
  expect(await refusal(a, downloadEvidence, { planId: unfinished })).toBe('TASK_NOT_FINISHED');
});
