import { z } from 'zod';
import { type Access, defineCall } from '#core/call.ts';
import { attestation } from '#core/config/key-policy.ts';
import { secondProof } from '#core/identity/proof.ts';
import { SEAL_KEEPERS } from '#core/identity/role-sets.ts';
import { severalLines } from '#core/validate/hidden-characters.ts';
import { empty, id, time, ukeySerial } from '#core/wire.ts';
import { MAKING } from './access.ts';
import { CERTIFICATE_STATES, UPDATE_STATES } from './states.ts';

const UKEYS: Access = {
  actor: 'enterprise',
  roles: SEAL_KEEPERS,
  sso: false,
  may: 'allow UKeys to use seals of the enterprise',
  also: 'with the signing password or a code to their mobile; revoking needs neither',
};

const withSeal = z.object({ stampId: id });

export const applyCertificate = defineCall({
  id: 'seal.applyCertificate',
  method: 'POST',
  path: '/stamp/cert/apply',
  access: MAKING,
  input: withSeal,
  output: z.object({ certificateStatus: z.enum(CERTIFICATE_STATES) }),
  summary: 'Apply for the certificate of a seal ([4.4a])',
});

export const continueCertificate = defineCall({
  id: 'seal.continueCertificate',
  method: 'POST',
  path: '/stamp/cert/continue',
  access: MAKING,
  input: withSeal,
  output: z.object({ certificateStatus: z.enum(CERTIFICATE_STATES) }),
  summary: 'Continue a pending application ([4.4b])',
});

export const withdrawCertificate = defineCall({
  id: 'seal.withdrawCertificate',
  method: 'POST',
  path: '/stamp/cert/withdraw',
  access: MAKING,
  input: withSeal,
  output: empty,
  summary: 'Withdraw a pending application',
});

export const updateCertificate = defineCall({
  id: 'seal.updateCertificate',
  method: 'POST',
  path: '/stamp/cert/update',
  access: MAKING,
  input: withSeal,
  output: z.object({ certificateUpdate: z.enum(UPDATE_STATES), certificateNotAfter: time.nullable() }),
  summary: 'Renew a certificate that expires within a month ([4.4g])',
});

const ukeyOfSeal = z.object({ stampId: id, serial: ukeySerial });

export const allowUkey = defineCall({
  id: 'seal.allowUkey',
  method: 'POST',
  path: '/stamp/ukey/allow',
  access: UKEYS,
  input: ukeyOfSeal.extend({ proof: secondProof }),
  output: empty,
  summary: 'Allow a UKey to use a seal ([6.3b]); an enterprise has at most five ([9.11])',
});

export const forbidUkey = defineCall({
  id: 'seal.forbidUkey',
  method: 'POST',
  path: '/stamp/ukey/forbid',
  access: UKEYS,
  input: ukeyOfSeal,
  output: empty,
  summary: 'Revoke a UKey’s permission for a seal',
});

export const certifyUkey = defineCall({
  id: 'seal.certifyUkey',
  method: 'POST',
  path: '/stamp/ukey/certify',
  access: UKEYS,
  input: z.object({
    stampId: id,
    serial: ukeySerial,
    /** PKCS#10 (RFC 2986), PEM or base64 DER, generated on the UKey. */
    request: severalLines(
      z
        .string()
        .min(100)
        .max(8_192)
        // PEM with CRLF line endings
        .overwrite((text) => text.replaceAll('\r\n', '\n')),
    ),
    attestation,
    proof: secondProof,
  }),
  output: z.object({
    /** PEM: the UKey's certificate, the issuing certificate, the root. */
    certificates: z.array(z.string()),
    certificateNotAfter: time,
  }),
  summary: 'Apply for the certificate of a seal with the key of a UKey ([2.19a])',
});
