import { type Bytes, toBase64, utf8 } from '#core/bytes.ts';
import type { Box } from '#core/ofd/model/geometry.ts';
import { escapeXml } from '#core/ofd/xml/walk-xml.ts';
import { OID } from '#core/pki/oids.ts';
import { OFD_NAMESPACE, XML_HEAD } from './edit-xml.ts';

export type SignatureXmlParts = {
  /** Epoch ms. */
  time: number;
  /** Path in the package and SM3 of each protected file. */
  references: readonly { path: string; digest: Bytes }[];
  stamps: readonly { pageRef: string; boundary: Box; clip?: Box | undefined }[];
  sealPath: string;
  valuePath: string;
};

/** Signature.xml (GB/T 33190-2016, 18.2) with SM3 digests. */
export function writeSignatureXml(parts: SignatureXmlParts): Bytes {
  const references = parts.references.map(
    ({ path, digest }) =>
      `<ofd:Reference FileRef="/${escapeXml(path)}"><ofd:CheckValue>${toBase64(digest)}</ofd:CheckValue></ofd:Reference>`,
  );
  const stamps = parts.stamps.map(({ pageRef, boundary, clip }, i) => {
    const clipText = clip ? ` Clip="${boxText(clip)}"` : '';
    return `<ofd:StampAnnot ID="${i + 1}" PageRef="${escapeXml(pageRef)}" Boundary="${boxText(boundary)}"${clipText}/>`;
  });
  return utf8(
    [
      `${XML_HEAD}<ofd:Signature xmlns:ofd="${OFD_NAMESPACE}">`,
      '<ofd:SignedInfo>',
      '<ofd:Provider ProviderName="Signet" Version="1.0" Company="Signet"/>',
      `<ofd:SignatureMethod>${OID.sm2WithSm3}</ofd:SignatureMethod>`,
      `<ofd:SignatureDateTime>${dateTimeText(parts.time)}</ofd:SignatureDateTime>`,
      `<ofd:References CheckMethod="${OID.sm3}">`,
      ...references,
      '</ofd:References>',
      ...stamps,
      `<ofd:Seal><ofd:BaseLoc>/${escapeXml(parts.sealPath)}</ofd:BaseLoc></ofd:Seal>`,
      '</ofd:SignedInfo>',
      `<ofd:SignedValue>/${escapeXml(parts.valuePath)}</ofd:SignedValue>`,
      '</ofd:Signature>',
    ].join('\n'),
  );
}

/** ST_Box in mm, rounded to thousandths. */
export const boxText = ({ x, y, width, height }: Box): string =>
  [x, y, width, height].map(lengthText).join(' ');

/** A length in mm, rounded to thousandths. */
export const lengthText = (mm: number): string => String(Math.round(mm * 1000) / 1000);

/** yyyymmddhhmmssZ, as GeneralizedTime. */
const dateTimeText = (time: number): string =>
  `${new Date(time).toISOString().slice(0, 19).replace(/\D/g, '')}Z`;
