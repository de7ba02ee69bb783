import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { beforeAll, describe, expect, it } from 'vitest';
import { adviceFor } from '#app/features/verification/advice.ts';
import { reportSheet } from '#app/features/verification/report-sheet.ts';
import { typesetReport } from '#app/features/verification/typeset-report.ts';
import texts from '#app/locales/zh-CN/verification.ts';
import type { Bytes } from '#core/bytes.ts';
import { describeTimeline } from '#core/verification/describe-timeline.ts';
import { describeVerification } from '#core/verification/describe-verification.ts';
import { verifyFile } from '#core/verification/verify-file.ts';
import { signOfd } from '#tests/fixtures/sign-ofd.ts';
import { openOffice, stampRequest } from '#tests/unit/ofd-sign/signing-party.ts';
import { smallOfd } from '#tests/unit/ofd-sign/small-ofd.ts';
import { judge, makePdf } from '#tests/unit/pdf/documents.ts';

const NAME = '骑缝有限责任公司（深圳）';
const fontFile = createRequire(import.meta.url).resolve(
  '@expo-google-fonts/noto-sans-sc/400Regular/NotoSansSC_400Regular.ttf',
);
let font: Bytes;
let signed: Bytes;
let office: Awaited<ReturnType<typeof openOffice>>;
beforeAll(async () => {
  font = new Uint8Array(readFileSync(fontFile));
  office = await openOffice();
  const party = await office.party(NAME);
  signed = await signOfd(smallOfd(), stampRequest(party), party.holder.signer);
});

/** The texts of the page as i18next gives them. */
function t(key: string, params: Record<string, unknown> = {}): string {
  const text = key.split('.').reduce<unknown>((at, part) => (at as Record<string, unknown>)[part], texts);
  return String(text).replace(/\{(\w+)\}/g, (_, name: string) => String(params[name]));
}

async function report(file: Bytes, name: string): Promise<Bytes> {
  const result = await verifyFile(file, office.trust);
  const described = describeVerification(result, 'zh-CN', 'Asia/Shanghai');
  const timeline = describeTimeline(result, described);
  const facts = { name, format: result.format ?? '–', size: result.size, sha256: 'ab'.repeat(32) };
  return typesetReport(reportSheet({ ...facts, report: described, timeline }, t, 'zh-CN'), font);
}

const textOf = (pdf: Bytes, ...options: string[]) =>
  Buffer.from(judge('pdftotext', pdf, ...options, 'FILE', '-').text, 'latin1').toString('utf8');
const wordsOf = (pdf: Bytes) => textOf(pdf, '-layout');

describe('the printed report', () => {
  it('[1.6] says who signed, the verdict and no legal effect, in Chinese that can be read out', async () => {
    const pdf = await report(signed, '采购合同.ofd');
    const words = wordsOf(pdf);
    for (const part of [
      NAME,
      '有效',
      '采购合同.ofd',
      '电子签名验证报告',
      '不具有法律效力',
      '内容与签署时一致',
      '第 1 页',
    ])
      expect(words).toContain(part);
    expect(judge('qpdf', pdf, '--check', 'FILE').code).toBe(0);
    // The font is 10 MB: the report carries the letters that it uses.
    expect(pdf.length).toBeLessThan(200_000);
  });

  it('names a file of a very long name, other alphabets and control characters, on the paper', async () => {
    const pdf = await report(signed, `${'合同'.repeat(120)}\u0007${'x'.repeat(200)}🖋.ofd`);
    const widths = textOf(pdf, '-bbox').matchAll(/xMax="([\d.]+)"/g);
    expect(Math.max(...[...widths].map(([, x]) => Number(x)))).toBeLessThan(595.28 - 50);
  });

  it('goes on to further pages and numbers them', async () => {
    const result = await verifyFile(signed, office.trust);
    const many = { ...result, signatures: Array.from({ length: 20 }, () => result.signatures[0]!) };
    const described = describeVerification(many, 'zh-CN');
    const facts = { name: 'a.ofd', format: 'OFD', size: 1, sha256: '00' };
    const sheet = reportSheet({ ...facts, report: described, timeline: [] }, t, 'zh-CN');
    const words = wordsOf(await typesetReport(sheet, font));
    const pages = Number(/共 (\d+) 页/.exec(words)![1]);
    expect(pages).toBeGreaterThan(3);
    expect(words).toContain(`第 ${pages} 页，共 ${pages} 页`);
    expect(words.match(new RegExp(`^\\f?${NAME.replace(/[（）]/g, '.')} · 有效`, 'gm'))).toHaveLength(20);
  });
});

describe('what to do next', () => {
  it('[8.13] is said for every kind of outcome', async () => {
    const time = Date.now();
    const verdictOn = (file: Bytes, trustAnchors: Bytes[] = []) => verifyFile(file, { time, trustAnchors });
    const bytes = (text: string) => new TextEncoder().encode(text) as Bytes;
    expect(adviceFor(await verdictOn(new Uint8Array()))).toBe('file-empty');
    expect(adviceFor(await verdictOn(bytes('GIF89a')))).toBe('file-not-recognized');
    expect(adviceFor(await verdictOn(bytes('%PDF-1.7 and no more')))).toBe('file-broken');
    expect(adviceFor(await verdictOn(await makePdf()))).toBe('unsigned');
    expect(adviceFor(await verdictOn(signed))).toBe('trust');
    expect(adviceFor(await verifyFile(signed, office.trust))).toBe('valid');
    for (const key of [
      'valid',
      'invalid',
      'indeterminate',
      'unsigned',
      'trust',
      'retry',
      'file-encrypted',
    ] as const)
      expect(texts.advice[key]).toMatch(/。$/);
  });
});
