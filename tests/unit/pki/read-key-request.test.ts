import { expect, it } from 'vitest';
import { isAppError } from '#core/errors.ts';
import { readKeyRequest } from '#edge/pki/read-key-request.ts';

it.each(['x', 'xxxxx', '=', 'A=B=', ' ', 'AAAA', 'MIIB', '-----BEGIN CERTIFICATE REQUEST-----', '林'])(
  'what is no request for a certificate is refused with a typed error, and is no fault: %j',
  async (text) => {
    const refused = await readKeyRequest(text).catch((error: unknown) => error);
    expect(isAppError(refused), String(refused)).toBe(true);
  },
);
