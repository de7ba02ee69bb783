import type { Bytes } from '#core/bytes.ts';
import { childrenOf, type DerNode, rawOf } from './read-der.ts';
import { octetsOf } from './read-values.ts';
import { tlv, tlvOf } from './write-der.ts';

/**
 * Re-encodes a BER value with definite lengths and strings in one segment. Parts that are DER already keep their bytes,
 * so signatures over inner parts stay valid.
 */
export function toDer(node: DerNode): Bytes {
  if (!(node.id & 0x20)) return rawOf(node);
  if (node.id === 0x24) return tlv(0x04, octetsOf(node));
  const parts = childrenOf(node).map((child) => ({ child, der: toDer(child) }));
  const unchanged = !node.indefinite && parts.every(({ child, der }) => der.buffer === child.source.buffer);
  return unchanged
    ? rawOf(node)
    : tlvOf(
        node.id,
        parts.map((p) => p.der),
      );
}
