import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Bytes } from '#core/bytes.ts';
import { verifyPdf } from '#core/pdf/verify/verify-pdf.ts';
import type { LaterChanges, SignatureDetail } from '#core/verification/verdict.ts';

const folder = join(process.env.CORPUS_DIR ?? '../shared/corpus', 'pdf');
const list = join(folder, 'verdicts.json');

/** [field, intact, valid, coverage, level of later changes, whether DocMDP allows them], or an error. */
type Expected = [
  field: string,
  intact: string,
  valid: string,
  coverage: string,
  level: string,
  allowed: boolean,
];

const COVERAGE: Record<string, SignatureDetail['coverage']> = {
  ENTIRE_FILE: 'whole-file',
  ENTIRE_REVISION: 'whole-revision',
  CONTIGUOUS_BLOCK_FROM_START: 'contiguous',
  UNCLEAR: 'unclear',
};

/** Where the other verdict is wrong or says less; docs/verification.md, "Where another verifier says otherwise". */
const OTHERWISE: Record<string, string> = {
  'validation_dss-2236_replace.pdf Signature2': 'a shadow attack that the other verifier lets pass',
  'validation_pades-ocsp-archiveCutOff-invalid.pdf Signature2':
    'linearized: its two sections are one revision',
};

const NOW = Date.UTC(2026, 10, 20);
const read = (file: string): Bytes => new Uint8Array(readFileSync(join(folder, file)));

describe('foreign signed files', () => {
  if (!existsSync(list)) {
    it('are not here: set CORPUS_DIR to try them', () => expect(existsSync(list)).toBe(false));
    return;
  }
  const verdicts = JSON.parse(readFileSync(list, 'utf8')) as Record<string, Expected[]>;
  for (const [file, expected] of Object.entries(verdicts)) {
    const comparable = expected.filter(([, intact]) => intact !== 'EXC');
    it(`${file}: ${comparable.length} signatures as pyHanko judges them`, async () => {
      const { signatures } = await verifyPdf(read(file), { time: NOW });
      for (const [name, intact, valid, coverage, level, allowed] of comparable) {
        if (`${file} ${name}` in OTHERWISE) continue;
        const found = signatures.find((signature) => signature.name === name);
        expect(found, name).toBeDefined();
        // Not known is neither intact nor valid: the other verifier calls a value it cannot compute invalid.
        expect(found!.integrity === true, `${name} intact`).toBe(intact === 'intact' && valid === 'valid');
        expect(found!.coversWholeFile, `${name} covers the file`).toBe(coverage === 'ENTIRE_FILE');
        const changes: LaterChanges = level === 'NONE' ? 'none' : allowed ? 'allowed' : 'disallowed';
        // Beside an invalid verdict nothing is called none or allowed; what is disallowed there is so here.
        if (found!.verdict === 'invalid' && changes !== 'disallowed') {
          expect(found!.laterChanges, `${name} later changes`).toMatch(/^(?:unknown|disallowed)$/);
        } else expect(found!.laterChanges, `${name} later changes`).toBe(changes);
        if (found!.integrity === true)
          expect(found!.detail.coverage, `${name} coverage`).toBe(COVERAGE[coverage]);
      }
    });
  }

  it('are never called intact where reading them failed', async () => {
    for (const file of readdirSync(folder).filter((name) => name.endsWith('.pdf'))) {
      const result = await verifyPdf(read(file), { time: NOW });
      if (result.verdict === 'error') for (const s of result.signatures) expect(s.verdict).toBe('invalid');
    }
  });

  it('stop being intact when any covered byte is cut off', async () => {
    const bytes = read('validation_pdf-signed-original.pdf');
    for (const cut of [1, 100, 5_000, 60_000, bytes.length - 20]) {
      const result = await verifyPdf(bytes.slice(0, bytes.length - cut), { time: NOW });
      for (const signature of result.signatures) {
        expect(signature.integrity, `${cut} bytes off`).not.toBe(true);
        expect(signature.verdict).toBe('invalid');
      }
      expect(result.verdict).not.toBe('valid');
    }
  });

  it('flags the shadow attack that is among them, by field and page', async () => {
    const { signatures } = await verifyPdf(read('validation_dss-2236_replace.pdf'), { time: NOW });
    expect(signatures[0]).toMatchObject({ integrity: true, laterChanges: 'disallowed', verdict: 'invalid' });
    expect(signatures[0]!.problems).toContain('shadow-replace');
    expect(signatures[0]!.detail.changes).toContainEqual(
      expect.objectContaining({ kind: 'field-changed', field: 'Text1', page: 1, allowed: false }),
    );
  });
});
