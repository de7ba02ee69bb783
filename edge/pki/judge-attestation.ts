import { type Bytes, fromBase64 } from '#core/bytes.ts';
import { AppError } from '#core/errors.ts';
import type { Certificate } from '#core/pki/certificate/certificate.ts';
import { parseCertificate } from '#core/pki/certificate/parse-certificate.ts';
import { validatePath } from '#core/pki/path/validate-path.ts';
import { settingInForce } from '#edge/config/settings.ts';
import type { Context } from '#edge/kernel/context.ts';

/**
 * The name of the hardware authority that attests a key; empty where none does. `given` are certificates of the device
 * (DER, base64): one of them is for this very key (`spki`, DER) and was not issued here but in the device, and a chain
 * leads from it to an authority that the platform trusts (RFC 5280, clause 6). Throws KEY_NOT_ATTESTED where the platform
 * takes attested keys only.
 */
export async function judgeAttestation(
  context: Pick<Context, 'db' | 'env' | 'now'>,
  spki: Bytes,
  chain: readonly string[],
): Promise<string> {
  const { attestedOnly, authorities } = await settingInForce(context, 'key-policy');
  const pool = chain.flatMap(readCertificate);
  const anchors = authorities.flatMap(({ name, certificate }) =>
    readCertificate(certificate).map((anchor) => ({ name, anchor })),
  );
  for (const statement of pool.filter(({ publicKey }) => same(publicKey.spki, spki))) {
    const { status, path } = await validatePath({
      certificate: statement,
      pool,
      anchors: anchors.map(({ anchor }) => anchor),
      time: context.now,
      revocation: { mode: 'none' },
    });
    // A certificate that is itself an anchor attests no other key than its own.
    if (status !== 'trusted' || path.length < 2) continue;
    const top = path.at(-1);
    return anchors.find(({ anchor }) => anchor === top)?.name ?? '';
  }
  if (attestedOnly) throw new AppError('KEY_NOT_ATTESTED', {}, 'request');
  return '';
}

function readCertificate(der: string): Certificate[] {
  try {
    return [parseCertificate(fromBase64(der))];
  } catch {
    return [];
  }
}

const same = (a: Bytes, b: Bytes): boolean => a.length === b.length && a.every((byte, i) => byte === b[i]);
