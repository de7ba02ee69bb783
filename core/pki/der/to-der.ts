import type { Bytes } from '#core/bytes.ts';
import { childrenOf, type DerNode, rawOf } from './read-der.ts';
import { octetsOf } from './read-values.ts';
import { tlv, tlvOf } from './write-der.ts';

/**
 * A BER value written again with definite lengths, strings in one piece. What is DER already keeps its very bytes,
 * so signatures over inner parts stay good.
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
