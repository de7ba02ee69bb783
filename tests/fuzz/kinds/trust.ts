import type { TrustOptions } from '#core/verification/judge-path.ts';
import { goodOnes } from '../kind.ts';

const der = goodOnes('der');
const fixed = (name: string) => der.get(name)!;

/** The certificates of the good documents, and a moment at which they hold. */
export const TRUST: TrustOptions = {
  time: Date.UTC(2026, 5, 2),
  trustAnchors: [fixed('root-p256.der'), fixed('root-sm2.der')],
  certificates: [fixed('issuing-p256.der'), fixed('issuing-sm2.der')],
  crls: [fixed('crl-p256.der')],
};
