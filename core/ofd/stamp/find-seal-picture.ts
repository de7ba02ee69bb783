import type { Bytes } from '#core/bytes.ts';

/** The picture of an electronic seal: SES_ESPictureInfo (GB/T 38540-2020, 7.1.4; the same in GM/T 0031). */
export interface SealPicture {
  /** As stated in the seal: PNG, JPG, BMP, GIF, OFD, SVG … */
  type: string;
  data: Bytes;
  /** mm. */
  width: number;
  height: number;
}

interface Node {
  tag: number;
  start: number;
  end: number;
}

/**
 * The first SEQUENCE { IA5String, OCTET STRING, INTEGER, INTEGER } in DER data: the picture in a seal (Seal.esl), in a
 * signed value of either SES version, or in a CMS that contains a seal. Undefined if there is none.
 */
export function findSealPicture(der: Uint8Array): SealPicture | undefined {
  const budget = { nodes: 20_000 };
  return search(der, 0, der.length, 0, budget);
}

function search(
  der: Uint8Array,
  start: number,
  end: number,
  depth: number,
  budget: { nodes: number },
): SealPicture | undefined {
  for (let at = start; at < end; ) {
    const node = readNode(der, at, end);
    if (!node || budget.nodes-- <= 0) return undefined;
    if ((node.tag & 0x20) !== 0 && depth < 32) {
      const picture = node.tag === 0x30 ? asPicture(der, node) : undefined;
      const found = picture ?? search(der, node.start, node.end, depth + 1, budget);
      if (found) return found;
    }
    at = node.end;
  }
  return undefined;
}

function asPicture(der: Uint8Array, sequence: Node): SealPicture | undefined {
  const nodes: Node[] = [];
  for (let at = sequence.start; at < sequence.end && nodes.length < 5; ) {
    const node = readNode(der, at, sequence.end);
    if (!node) return undefined;
    nodes.push(node);
    at = node.end;
  }
  const [type, data, width, height] = nodes;
  if (nodes.length !== 4 || !type || !data || !width || !height) return undefined;
  if ((type.tag !== 0x16 && type.tag !== 0x0c) || data.tag !== 0x04 || width.tag !== 2 || height.tag !== 2)
    return undefined;
  return {
    type: new TextDecoder().decode(der.subarray(type.start, type.end)),
    data: der.slice(data.start, data.end) as Bytes,
    width: readInteger(der, width),
    height: readInteger(der, height),
  };
}

function readInteger(der: Uint8Array, node: Node): number {
  let value = 0;
  for (let at = node.start; at < node.end && at < node.start + 6; at++) value = value * 256 + der[at]!;
  return value;
}

function readNode(der: Uint8Array, at: number, limit: number): Node | undefined {
  const tag = der[at];
  const first = der[at + 1];
  if (tag === undefined || first === undefined || (tag & 0x1f) === 0x1f) return undefined;
  let length = first;
  let start = at + 2;
  if (first >= 0x80) {
    const count = first & 0x7f;
    if (count === 0 || count > 4) return undefined;
    length = 0;
    for (let i = 0; i < count; i++) length = length * 256 + (der[start++] ?? 0);
  }
  const end = start + length;
  return end <= limit ? { tag, start, end } : undefined;
}
