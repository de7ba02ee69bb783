import { toBase64 } from '#core/bytes.ts';
import * as calls from '#core/certificate/calls.ts';
import { implementOpen } from '../http/implement.ts';
import { openAuthority } from './authority.ts';

export const certificateCalls = [
  implementOpen(calls.listTrustAnchors, async (_input, context) => {
    const [rsa, sm2] = await Promise.all([openAuthority(context, 'RSA'), openAuthority(context, 'SM2')]);
    // A signature of GB/T 38540 carries the signer's certificate alone, so what issued it has to be known beforehand.
    const anchors = [rsa.root, sm2.root, sm2.issuing];
    return anchors.map(({ subject, der }) => ({ name: subject.text, der: toBase64(der) }));
  }),
];
