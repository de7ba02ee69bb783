import type { Bytes } from '#core/bytes.ts';
import { AppError } from '#core/errors.ts';

/** One value of an ASN.1 encoding (X.690) as a range of `source`. Its children are parsed on demand. */
export type DerNode = {
  readonly source: Bytes;
  /** The first identifier byte: class, constructed bit and, below 31, the tag number (0x30 is a SEQUENCE). */
  readonly id: number;
  readonly start: number;
  readonly contentStart: number;
  readonly contentEnd: number;
  /** Past the last byte; with an indefinite length, past the end-of-contents bytes. */
  readonly end: number;
  readonly depth: number;
  readonly indefinite: boolean;
};

/** Maximum nesting depth, beyond any certificate, message or token; deeper input is refused. */
const MAX_DEPTH = 64;

/** Creates ASN1_BROKEN. `at` is the position in the source, in bytes. */
export function broken(reason: string, at = 0): AppError {
  return new AppError('ASN1_BROKEN', { reason, at });
}

/**
 * Reads the single value in `bytes`. Throws ASN1_BROKEN if anything follows it.
 *
 * ```ts
 * const fields = fieldsOf(readDer(der), 0x30);
 * const version = readSmallInteger(fields.next());
 * ```
 */
export function readDer(bytes: Bytes): DerNode {
  const node = readNode(bytes, 0, bytes.length, 0);
  if (node.end !== bytes.length) throw broken('bytes after the end', node.end);
  return node;
}

/** The first value in `bytes`; bytes after it are ignored. */
export function readDerPrefix(bytes: Bytes): DerNode {
  return readNode(bytes, 0, bytes.length, 0);
}

/** The value at `at`, which must end at or before `limit`. Lengths may be BER (long forms, indefinite). */
export function readNode(source: Bytes, at: number, limit: number, depth: number): DerNode {
  if (depth > MAX_DEPTH) throw broken('nested too deep', at);
  if (at + 2 > limit) throw broken('cut short', at);
  const id = source[at]!;
  let i = at + 1;
  if ((id & 0x1f) === 0x1f) {
    let count = 0;
    while (i < limit && source[i]! & 0x80) {
      i++;
      if (++count > 4) throw broken('tag number too large', at);
    }
    i++;
    if (i >= limit) throw broken('cut short', at);
  }
  const first = source[i++]!;
  if (first === 0x80) return readIndefinite(source, id, at, i, limit, depth);
  let length = first;
  if (first > 0x80) {
    const count = first & 0x7f;
    if (count > 6 || i + count > limit) throw broken('length too large', at);
    length = 0;
    for (let n = 0; n < count; n++) length = length * 256 + source[i++]!;
  }
  const end = i + length;
  if (end > limit) throw broken('length past the end', at);
  return { source, id, start: at, contentStart: i, contentEnd: end, end, depth, indefinite: false };
}

function readIndefinite(
  source: Bytes,
  id: number,
  start: number,
  contentStart: number,
  limit: number,
  depth: number,
): DerNode {
  if (!(id & 0x20)) throw broken('indefinite length of a primitive value', start);
  let at = contentStart;
  for (;;) {
    if (at + 2 > limit) throw broken('no end of contents', start);
    if (source[at] === 0 && source[at + 1] === 0) break;
    at = readNode(source, at, limit, depth + 1).end;
  }
  return { source, id, start, contentStart, contentEnd: at, end: at + 2, depth, indefinite: true };
}

/**
 * The values inside a constructed one, in order.
 *
 * ```ts
 * const [tbs, algorithm, value] = childrenOf(readDer(certificate));
 * ```
 */
export function childrenOf(node: DerNode): DerNode[] {
  const children: DerNode[] = [];
  for (const child of eachChild(node)) children.push(child);
  return children;
}

/** Like `childrenOf`, but lazy: for lists that may be very long, such as the entries of a CRL. */
export function* eachChild(node: DerNode): Generator<DerNode> {
  if (!(node.id & 0x20)) throw broken('not a constructed value', node.start);
  let at = node.contentStart;
  while (at < node.contentEnd) {
    const child = readNode(node.source, at, node.contentEnd, node.depth + 1);
    yield child;
    at = child.end;
  }
}

/** The content bytes, without tag and length; a view on the source. */
export const contentOf = (node: DerNode): Bytes => node.source.subarray(node.contentStart, node.contentEnd);

/** The whole value with tag and length; a view on the source. */
export const rawOf = (node: DerNode): Bytes => node.source.subarray(node.start, node.end);

/** The fields of a SEQUENCE or SET, consumed one after the other. */
export type Fields = {
  /** The next field; throws ASN1_BROKEN if there is none or its identifier is not `id`. */
  next(id?: number): DerNode;
  /** The next field if its identifier is `id`; otherwise undefined, and nothing is consumed. */
  optional(id: number): DerNode | undefined;
  peek(): DerNode | undefined;
};

/**
 * Reads `node`'s children in order; `id`, if given, is the identifier required of `node` itself.
 *
 * ```ts
 * const fields = fieldsOf(readDer(der), 0x30);
 * const oid = readOid(fields.next(0x06));
 * const parameters = fields.optional(0x30);
 * ```
 */
export function fieldsOf(node: DerNode, id?: number): Fields {
  if (id !== undefined) expectId(node, id);
  if (!(node.id & 0x20)) throw broken('not a constructed value', node.start);
  let at = node.contentStart;
  let ahead: DerNode | undefined;
  const peek = (): DerNode | undefined => {
    if (!ahead && at < node.contentEnd) ahead = readNode(node.source, at, node.contentEnd, node.depth + 1);
    return ahead;
  };
  const take = (child: DerNode): DerNode => {
    at = child.end;
    ahead = undefined;
    return child;
  };
  return {
    peek,
    next(wanted) {
      const child = peek();
      if (!child) throw broken('a field is missing', at);
      if (wanted !== undefined) expectId(child, wanted);
      return take(child);
    },
    optional(wanted) {
      const child = peek();
      return child?.id === wanted ? take(child) : undefined;
    },
  };
}

/**
 * Returns `node`. Throws ASN1_BROKEN if its identifier byte is not `id`.
 *
 * ```ts
 * const fields = childrenOf(expectId(node, 0x30)); // a SEQUENCE
 * ```
 */
export function expectId(node: DerNode, id: number): DerNode {
  if (node.id !== id)
    throw broken(`tag ${node.id.toString(16)} where ${id.toString(16)} belongs`, node.start);
  return node;
}

/**
 * The first child: the value inside an EXPLICIT tag.
 *
 * ```ts
 * const version = innerOf(readDer(bytes)); // of [0] EXPLICIT
 * ```
 */
export function innerOf(node: DerNode): DerNode {
  return fieldsOf(node).next();
}

/** Runs a parser and converts structural errors to `name`, the error of the structure being parsed. */
export function parsing<T>(name: AppError['name'], parse: () => T): T {
  try {
    return parse();
  } catch (error) {
    if (error instanceof AppError && error.name === 'ASN1_BROKEN') throw new AppError(name, error.params);
    throw error;
  }
}
