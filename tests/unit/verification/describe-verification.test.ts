import { describe, expect, it } from 'vitest';
import { LANGUAGES } from '#core/locales/languages.ts';
import { problemText } from '#core/locales/verification-text.ts';
import { describeVerification } from '#core/verification/describe-verification.ts';
import { PROBLEMS, type ProblemCode } from '#core/verification/problems.ts';
import { verifyFile } from '#core/verification/verify-file.ts';
import { append, BASE, makePdf, makeSigner, NOW, sign } from '#tests/unit/pdf-verify/build-pdf.ts';

describe('the report of a verification', () => {
  it.each(LANGUAGES)(
    '[1.6] says in %s as the page does that results are for experience only',
    async (lang) => {
      const [page, report] = await Promise.all([
        import(`../../../app/locales/${lang}/verification.ts`),
        import(`../../../core/locales/${lang}/verification.ts`),
      ]);
      expect(report.default.disclaimer).toBe(page.default.experience);
    },
  );

  it('shows one card a signature, with who, when, and what was changed where', async () => {
    const alice = await makeSigner('Alice');
    const signed = await sign(makePdf(), alice);
    const changed = append(signed, { 9: BASE[9]!.replace('Alice', 'Mallory') });
    const result = await verifyFile(changed, { time: NOW, trustAnchors: [alice.certificate.der] });
    const report = describeVerification(result, 'zh-CN', 'Asia/Shanghai');
    expect(report).toMatchObject({ verdict: 'invalid', verdictText: '无效', tone: 'bad' });
    expect(report.disclaimer).toBe('验证结果仅供体验，不具有法律效力。');
    expect(report.signatures).toHaveLength(1);
    const [card] = report.signatures;
    expect(card).toMatchObject({ name: 'Sig1', title: 'Alice', verdict: 'invalid' });
    expect(card!.lines).toContainEqual({ label: '内容完整性', text: '内容与签署时一致', tone: 'good' });
    expect(card!.lines.find((line) => line.label === '签署时间')!.text).toMatch(/2026.*8:00:00.*签署人声明/);
    expect(card!.changes).toContainEqual({
      text: '修改了表单域“Payee”',
      where: '第 1 页',
      detail: '显示的外观',
      allowed: false,
      revision: 3,
    });
    expect(card!.problems[0]!.weight).toBe('fatal');
    expect(card!.certificates[0]!.map((line) => line.label)).toContain('颁发机构');
  });

  it('describes a valid file in every language, without unresolved placeholders', async () => {
    const alice = await makeSigner('Alice');
    const result = await verifyFile(await sign(makePdf(), alice), {
      time: NOW,
      trustAnchors: [alice.certificate.der],
    });
    for (const language of LANGUAGES) {
      const report = describeVerification(result, language, 'UTC');
      expect(report.tone).toBe('good');
      expect(report.headline).toContain('1');
      expect(JSON.stringify(report)).not.toMatch(/\{\w+\}/);
    }
  });

  it('says what it is when there is nothing to verify', async () => {
    const unsigned = describeVerification(await verifyFile(makePdf(), { time: NOW }), 'zh-CN');
    expect(unsigned.headline).toBe('文件没有签名，无法验证。');
    const broken = describeVerification(await verifyFile(new Uint8Array(3), { time: NOW }), 'en-US');
    expect(broken).toMatchObject({ verdict: 'error', tone: 'bad' });
  });

  it('has a sentence for every problem in every language', () => {
    for (const language of LANGUAGES) {
      const texts = (Object.keys(PROBLEMS) as ProblemCode[]).map((code) => problemText(code, language));
      expect(texts.every((text) => text.length > 3)).toBe(true);
      expect(new Set(texts).size).toBe(texts.length);
    }
  });
});
