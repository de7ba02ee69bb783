/** Signatures that last: time stamps with each, and what a validation in twenty years needs with the last. */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, describe, expect, it } from 'vitest';
import { type Bytes, fromBase64 } from '#core/bytes.ts';
import { listTrustAnchors } from '#core/certificate/calls.ts';
import { parseCertificate } from '#core/pki/certificate/parse-certificate.ts';
import { toPem } from '#core/pki/certificate/pem.ts';
import { parseCms } from '#core/pki/cms/parse-cms.ts';
import { downloadDocument, getTask } from '#core/task/calls.ts';
import { verifyFile } from '#core/verification/verify-file.ts';
import { companyA, companyB, sendBetweenCompanies, sign } from '#tests/fixtures/contracts.ts';
import { judge } from '#tests/fixtures/judges.ts';
import { trailEntries } from '#tests/fixtures/messages.ts';
import { runJobs } from '#tests/fixtures/run-jobs.ts';
import { untilPreserved } from '#tests/fixtures/until-preserved.ts';
import { judge as mutoolJudge } from '../../unit/pdf/documents.ts';
import { extractSignatures, opensslCms, opensslTimestamp } from '../../unit/pdf/judges.ts';

const run = promisify(execFile);
const folder = mkdtempSync(join(tmpdir(), 'signet-long-term-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function fileOf(client: Awaited<ReturnType<typeof companyA>>, taskId: string): Promise<Bytes> {
  return (await client.download(downloadDocument, { planId: taskId, fileIndex: 0 })).bytes;
}

async function anchors(client: Awaited<ReturnType<typeof companyA>>): Promise<Bytes[]> {
  return (await client.call(listTrustAnchors, {})).map(({ der }) => fromBase64(der));
}

describe('signatures in PDF files', () => {
  it('carry a time stamp each (PAdES-B-T) and outlast their certificates (B-LTA), by every judge', async () => {
    const [a, b] = await Promise.all([companyA(), companyB()]);
    const taskId = await sendBetweenCompanies(a);
    const trustAnchors = await anchors(a);
    await sign(b, taskId);
    const first = await fileOf(a, taskId);
    const halfway = await verifyFile(first, { trustAnchors, time: Date.now() });
    expect(halfway.signatures.map(({ level }) => level)).toEqual(['B-T']);
    await sign(a, taskId);
    await untilPreserved(a, taskId);

    const bytes = await fileOf(b, taskId);
    // What was signed before is the beginning of what there is now, byte for byte.
    expect(Buffer.compare(first, bytes.subarray(0, first.length))).toBe(0);
    const now = await verifyFile(bytes, { trustAnchors, time: Date.now() });
    expect(now.verdict).toBe('valid');
    expect(now.signatures.map(({ level, integrity }) => [level, integrity])).toEqual([
      ['B-LTA', true],
      ['B-LTA', true],
    ]);
    expect(now.documentTimestamps).toHaveLength(1);
    // In five years the certificates of the signers are over; the time stamps are not.
    const later = await verifyFile(bytes, { trustAnchors, time: Date.now() + 5 * 365 * 86_400_000 });
    expect(later.verdict).toBe('valid');
    expect(judge(bytes)).toEqual({ signatures: 2, valid: 2, wholeFile: 1, clean: true });
    const root = trustAnchors.find((der) => parseCertificate(der).subject.text.includes('Root CA RSA'))!;
    const [one, two, stamp] = extractSignatures(bytes).sort(
      (x, y) => x.byteRange[3]! * -1 - y.byteRange[3]! * -1,
    );
    for (const signature of [one!, two!]) {
      expect(opensslCms(signature, root)).toBe('good');
      const signer = parseCms(signature.cms).signers[0]!;
      expect(opensslTimestamp(signer.unsigned.signatureTimestamps[0]!, signer.signature, root)).toBe('good');
    }
    expect(opensslTimestamp(stamp!.cms, stamp!.content, root)).toBe('good');

    const [file, trust] = [join(folder, 'contract.pdf'), join(folder, 'root.pem')];
    writeFileSync(file, bytes);
    writeFileSync(trust, toPem('CERTIFICATE', root));
    const { stdout } = await run('node', [
      'scripts/run.mjs',
      'scripts/verify.ts',
      file,
      '--json',
      '--trust',
      trust,
    ]);
    const said = JSON.parse(stdout) as { verdict: string; signatures: { level: string }[] };
    expect([said.verdict, ...said.signatures.map(({ level }) => level)]).toEqual(['valid', 'B-LTA', 'B-LTA']);
    // mutool says so of every signature but the last thing in a file, and judges no later changes.
    const mutool = mutoolJudge('mutool', bytes, 'sign', '-v', 'FILE').text;
    expect(mutool.match(/The signature is valid but there have been edits/g)).toHaveLength(2);
  });

  it('are preserved once, however often the job runs, and the trail has the file’s digest', async () => {
    const [a, b] = await Promise.all([companyA(), companyB()]);
    const taskId = await sendBetweenCompanies(a);
    await sign(b, taskId);
    await sign(a, taskId);
    await untilPreserved(a, taskId);
    await runJobs();
    const { documents } = await a.call(getTask, { planId: taskId });
    expect(documents[0]!.revision).toBe(3);
    const entries = await trailEntries(a, taskId);
    const lines = entries.filter(({ event }) => event === 'PRESERVED');
    expect(lines).toHaveLength(1);
    const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', await fileOf(a, taskId)));
    expect(lines[0]!.evidence['document 1']).toBe(Buffer.from(digest).toString('hex'));
  });
});
