import { execFileSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PDFDateString } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { describe, expect, it } from 'vitest';
import type { Bytes } from '#core/bytes.ts';
import { listFields } from '#core/pdf/read/fields.ts';
import { isDict } from '#core/pdf/read/objects.ts';
import { openPdfBytes } from '#core/pdf/read/open-pdf.ts';
import { textOrNull } from '#core/pdf/verify/text-of.ts';
import { signPdf } from '#tests/fixtures/sign-pdf.ts';
import { inFolder, judge, makePdf } from './documents.ts';
import { testSigner } from './signers.ts';

/** Moments at which a zone, a leap day or a year's end could be got wrong. */
const MOMENTS = [
  Date.UTC(2026, 0, 2, 3, 4, 5),
  Date.UTC(2028, 1, 29, 23, 59, 59),
  Date.UTC(2026, 11, 31, 16, 0, 0),
];

async function signedAt(signingTime: number): Promise<Bytes> {
  const { signer } = await testSigner('P-256');
  const place = { page: 0, box: { x: 20, y: 20, width: 40, height: 20 } };
  return signPdf(await makePdf(), { field: 'Signer1', newField: place, signer, signingTime });
}

/** /M of the only signature, as it is written. */
function writtenDate(file: Bytes): string {
  const document = openPdfBytes(file);
  const { value } = listFields(document).find(({ name }) => name === 'Signer1')!;
  return textOrNull(isDict(value) ? value.entries.get('M') : null)!;
}

const JARS = ['pdfbox2', 'fontbox2', 'commons-logging'].map((name) => `/usr/share/java/${name}.jar`);
const withJava = (process.env.PATH ?? '').split(':').some((folder) => existsSync(join(folder, 'javac')));

/** What PDFBox reads as the date of the first signature, epoch ms. */
const READER = `
import org.apache.pdfbox.pdmodel.PDDocument;
public class SignDate {
  public static void main(String[] args) throws Exception {
    for (String path : args)
      try (PDDocument document = PDDocument.load(new java.io.File(path))) {
        System.out.println(document.getLastSignatureDictionary().getSignDate().getTimeInMillis());
      }
  }
}`;

function byPdfBox(files: readonly Bytes[]): number[] {
  return inFolder((folder) => {
    const program = join(folder, 'SignDate.java');
    writeFileSync(program, READER);
    const paths = files.map((file, i) => {
      const path = join(folder, `${i}.pdf`);
      writeFileSync(path, file);
      return path;
    });
    const said = execFileSync('java', ['-cp', JARS.join(':'), program, ...paths], { stdio: 'pipe' });
    return said.toString().trim().split('\n').map(Number);
  });
}

// pyHanko is neither in Debian nor a package of npm, so readers that can be had stand in for it.
describe('the time of a signature is read by others', () => {
  it('as pyHanko wants it: UTC, and no offset behind its Z', async () => {
    for (const moment of MOMENTS) expect(writtenDate(await signedAt(moment))).toMatch(/^D:\d{14}Z$/);
  });

  it('pdf.js reads the moment', async () => {
    for (const moment of MOMENTS)
      expect(PDFDateString.toDateObject(writtenDate(await signedAt(moment)))?.getTime()).toBe(moment);
  });

  it('by pdfsig', async () => {
    const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
    for (const moment of MOMENTS) {
      const { text } = judge('env', await signedAt(moment), 'TZ=UTC', 'pdfsig', '-nocert', 'FILE');
      const at = new Date(moment);
      const [, month, day, year, time] = /Signing Time: (\w+) (\d+) (\d+) ([\d:]+)/.exec(text) ?? [];
      expect([year, months.indexOf(month ?? ''), Number(day), time]).toEqual([
        String(at.getUTCFullYear()),
        at.getUTCMonth(),
        at.getUTCDate(),
        at.toISOString().slice(11, 19),
      ]);
    }
  });

  if (withJava && JARS.every((path) => existsSync(path)))
    it('PDFBox reads the moment', async () => {
      expect(byPdfBox(await Promise.all(MOMENTS.map(signedAt)))).toEqual(MOMENTS);
    }, 60_000);
  else
    it('PDFBox is not here: install libpdfbox2-java and default-jdk-headless to ask it', () => {
      expect(true).toBe(true);
    });
});
