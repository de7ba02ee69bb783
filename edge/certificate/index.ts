import { toBase64 } from '#core/bytes.ts';
import * as calls from '#core/certificate/calls.ts';
import { implementOpen } from '../http/implement.ts';
import { openAuthority } from './authority.ts';

export const certificateCalls = [
  implementOpen(calls.listTrustAnchors, async (_input, context) => {
    const authorities = await Promise.all([openAuthority(context, 'RSA'), openAuthority(context, 'SM2')]);
    return authorities.map(({ root }) => ({ name: root.subject.text, der: toBase64(root.der) }));
  }),
];
