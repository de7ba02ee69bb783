import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { verifyOfd } from '#core/ofd/verify/verify-ofd.ts';

type Expected = {
  signature: string;
  value: string;
  /** "intact/total ok" */
  references: string;
  /** OID of the digest, MISMATCH, or null where the script did not look. */
  dataHash: string | null;
  signatureValue: boolean | null;
  sealSignature: boolean | null;
  signer?: string;
  time?: string;
};

const folder = join(process.env.CORPUS_DIR ?? '../shared/corpus', 'ofd');
const NOW = Date.UTC(2026, 0, 1);

describe('foreign OFD files', () => {
  if (!existsSync(folder)) {
    it('are not here, so nothing was compared', () => expect(existsSync(folder)).toBe(false));
    return;
  }
  const verdicts = JSON.parse(readFileSync(join(folder, 'verdicts.json'), 'utf8')) as Record<
    string,
    Expected[]
  >;
  for (const name of readdirSync(folder).filter((n) => n.endsWith('.ofd'))) {
    it(`${name}: every signature is judged as an independent program judged it`, async () => {
      const found = await verifyOfd(new Uint8Array(readFileSync(join(folder, name))), { time: NOW });
      const expected = verdicts[name]!;
      expect(found.verdict === 'unsigned').toBe(expected.length === 0);
      expect(found.signatures.map((s) => s.name)).toEqual(expected.map((e) => e.signature));
      for (const [i, e] of expected.entries()) {
        const s = found.signatures[i]!;
        const [intact, total] = e.references.match(/\d+/g)!.map(Number);
        const differing = s.detail.changes.filter(
          (c) => c.kind === 'entry-changed' || c.kind === 'entry-removed',
        );
        expect(differing).toHaveLength(total! - intact!);
        expect(s.level).toBe(e.value.startsWith('CMS') ? 'CMS' : 'SES');
        // where the script did not look, nothing was changed before the value was made: it must hold
        expect(s.problems.includes('ofd-signature-digest')).toBe(e.dataHash === 'MISMATCH');
        expect(s.problems.includes('signature-value-wrong')).toBe(e.signatureValue === false);
        expect(s.problems.includes('ofd-seal-broken')).toBe(e.sealSignature === false);
        expect(s.integrity).toBe(intact === total && e.dataHash !== 'MISMATCH' && e.signatureValue !== false);
        if (e.signer) expect(s.signer).toBe(e.signer);
        if (e.time && !Number.isNaN(Date.parse(e.time)))
          expect(Date.parse(s.signingTime!)).toBe(Date.parse(e.time));
        // no anchor is given, so nothing is valid; what is not intact is invalid
        expect(s.verdict).toBe(s.integrity ? 'indeterminate' : 'invalid');
      }
    });
  }
});
