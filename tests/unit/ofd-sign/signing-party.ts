import type { Bytes } from '#core/bytes.ts';
import { createSeal } from '#core/ofd/sign/create-seal.ts';
import type { OfdSignatureRequest } from '#core/ofd/sign/signature-request.ts';
import type { SealInfo } from '#core/ofd/sign/write-ses.ts';
import { digestOf } from '#core/pki/algorithm/digest.ts';
import { issueTimestampToken } from '#core/pki/tsp/answer-timestamp-request.ts';
import { DAY, type Holder, NOW, type TestAuthority, testAuthority } from '#tests/unit/pki/test-authority.ts';
import { TINY_PNG } from './small-ofd.ts';

export { DAY, NOW };

/** Somebody with a certificate and a seal. */
export type Party = { holder: Holder; certificate: Bytes; seal: Bytes };

export type Office = {
  authority: TestAuthority;
  maker: Holder;
  /** What a verifier believes in, and what it needs to come there. */
  trust: { time: number; trustAnchors: Bytes[]; certificates: Bytes[] };
  party(name: string, seal?: Partial<SealInfo>): Promise<Party>;
  /** A token on these bytes. */
  timestamp(value: Bytes, time?: number): Promise<Bytes>;
};

/** An authority for SM2 certificates, a seal maker and a time stamp authority below it. */
export async function openOffice(): Promise<Office> {
  const authority = await testAuthority('SM2');
  const maker = await authority.issue('enterprise-seal', '印章制作系统');
  const tsa = await authority.issue('tsa', '时间戳服务');
  let serial = 1;
  return {
    authority,
    maker,
    trust: {
      time: NOW + DAY,
      trustAnchors: [authority.root.certificate.der],
      certificates: [authority.issuing.certificate.der],
    },
    async party(name, seal = {}) {
      const holder = await authority.issue('enterprise-seal', name);
      return { holder, certificate: holder.certificate.der, seal: await sealFor(maker, holder, name, seal) };
    },
    async timestamp(value, time = NOW + 3600_000) {
      serial += 1;
      const imprint = {
        digestAlgorithm: 'SM3' as const,
        digestOid: '',
        digest: await digestOf('SM3', value),
      };
      return issueTimestampToken(
        { imprint, nonce: undefined, wantsCertificates: true },
        { signer: tsa.signer, time, serialHex: serial.toString(16).padStart(2, '0'), policy: '1.2.3.4' },
      );
    },
  };
}

function sealFor(maker: Holder, holder: Holder, name: string, more: Partial<SealInfo>): Promise<Bytes> {
  return createSeal(
    {
      id: '11010000000001',
      name,
      kind: 'unit',
      vendor: 'SIGNET',
      signers: [holder.certificate.der],
      created: NOW - 10 * DAY,
      validFrom: NOW - 10 * DAY,
      validTo: NOW + 300 * DAY,
      picture: { type: 'PNG', data: TINY_PNG, widthMm: 40, heightMm: 40 },
      ...more,
    },
    { signer: maker.signer, certificate: maker.certificate.der },
  );
}

/** On the first page, beside the stamps of those who signed before: a stamp over another's would hide it. */
export const besideOthers = (before: number): OfdSignatureRequest['placements'] => [
  { pageIndex: 0, boundary: { x: 5 + 41 * (before % 5), y: 200, width: 40, height: 40 } },
];

/** A request to stamp the first page. */
export function stampRequest(party: Party, more: Partial<OfdSignatureRequest> = {}): OfdSignatureRequest {
  return {
    seal: party.seal,
    certificate: party.certificate,
    time: NOW,
    placements: [{ pageIndex: 0, boundary: { x: 120, y: 200, width: 40, height: 40 } }],
    ...more,
  };
}
