import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Bytes, concatBytes, toBase64 } from '#core/bytes.ts';
import { listFields } from '#core/pdf/read/fields.ts';
import { isArray, isDict, isString } from '#core/pdf/read/objects.ts';
import { openPdfBytes } from '#core/pdf/read/open-pdf.ts';
import { inFolder } from './documents.ts';

export interface ExtractedSignature {
  readonly name: string;
  /** The bytes of the byte ranges. */
  readonly content: Bytes;
  /** DER without the zeros after it. */
  readonly cms: Bytes;
  readonly byteRange: number[];
}

/** Every signature and document time stamp of the file, in the order of the form. */
export function extractSignatures(file: Bytes): ExtractedSignature[] {
  const document = openPdfBytes(file);
  return listFields(document).flatMap(({ type, name, value }) => {
    if (type !== 'Sig' || !isDict(value)) return [];
    const contents = document.lookup(value, 'Contents');
    const range = document.lookup(value, 'ByteRange');
    if (!isString(contents) || !isArray(range)) return [];
    const byteRange = range.items as number[];
    const [a, b, c, d] = byteRange as [number, number, number, number];
    const content = concatBytes(file.subarray(a, a + b), file.subarray(c, c + d));
    return [{ name, content, cms: contents.bytes.slice(0, derLength(contents.bytes)), byteRange }];
  });
}

/** Length of the DER value that `bytes` begin with. */
function derLength(bytes: Bytes): number {
  const first = bytes[1]!;
  if (first < 0x80) return 2 + first;
  let length = 0;
  for (let i = 0; i < (first & 0x7f); i++) length = length * 256 + bytes[2 + i]!;
  return 2 + (first & 0x7f) + length;
}

export const pem = (der: Bytes, label = 'CERTIFICATE'): string =>
  `-----BEGIN ${label}-----\n${toBase64(der).replace(/.{64}/g, '$&\n')}\n-----END ${label}-----\n`;

/** What OpenSSL says to a CMS over `content`, with its CAdES attributes checked; throws where it is not good. */
export function opensslCms(signature: Pick<ExtractedSignature, 'cms' | 'content'>, root: Bytes): string {
  return inFolder((folder) => {
    const path = (name: string) => join(folder, name);
    writeFileSync(path('cms'), signature.cms);
    writeFileSync(path('content'), signature.content);
    writeFileSync(path('root'), pem(root));
    const args = ['-in', path('cms'), '-inform', 'DER', '-content', path('content'), '-CAfile', path('root')];
    const options = ['-binary', '-cades', '-purpose', 'any', '-out', path('out')];
    return run('openssl', ['cms', '-verify', ...args, ...options]);
  });
}

/** What OpenSSL says to a time stamp token over `data`; throws where it is not good. */
export function opensslTimestamp(token: Bytes, data: Bytes, root: Bytes): string {
  return inFolder((folder) => {
    const path = (name: string) => join(folder, name);
    writeFileSync(path('token'), token);
    writeFileSync(path('data'), data);
    writeFileSync(path('root'), pem(root));
    return run('openssl', [
      'ts',
      '-verify',
      '-token_in',
      '-in',
      path('token'),
      '-data',
      path('data'),
      '-CAfile',
      path('root'),
    ]);
  });
}

function run(program: string, args: string[]): string {
  try {
    execFileSync(program, args, { stdio: 'pipe' });
    return 'good';
  } catch (error) {
    throw new Error((error as { stderr: Buffer }).stderr.toString());
  }
}
