import type { Bytes } from '#core/bytes.ts';
import { serialText } from '../certificate/parse-extensions.ts';
import { childrenOf, contentOf, type DerNode, fieldsOf, parsing, rawOf, readDer } from '../der/read-der.ts';
import {
  hasBit,
  readBitString,
  readIntegerBytes,
  readOid,
  readSmallInteger,
  readString,
  readTime,
  smallOf,
} from '../der/read-values.ts';
import { FAILURE_BITS, type FailureReason, type TimestampResponse, type TstInfo } from './timestamp.ts';
import { parseImprint } from './timestamp-request.ts';

/** Reads a TimeStampResp. Throws TIMESTAMP_BROKEN. */
export function parseTimestampResponse(der: Bytes): TimestampResponse {
  return parsing('TIMESTAMP_BROKEN', () => {
    const fields = fieldsOf(readDer(der), 0x30);
    const info = fieldsOf(fields.next(), 0x30);
    const status = readSmallInteger(info.next());
    const texts = info.optional(0x30);
    const failures = info.optional(0x03);
    const token = fields.optional(0x30);
    return {
      status,
      texts: texts ? childrenOf(texts).map(readString) : [],
      failures: failures ? failuresOf(failures) : [],
      token: token && rawOf(token),
    };
  });
}

function failuresOf(node: DerNode): FailureReason[] {
  const bits = readBitString(node);
  return (Object.keys(FAILURE_BITS) as FailureReason[]).filter((reason) =>
    hasBit(bits, FAILURE_BITS[reason]),
  );
}

/** Reads a TSTInfo: the content of a token. Throws TIMESTAMP_BROKEN. */
export function parseTstInfo(der: Bytes): TstInfo {
  return parsing('TIMESTAMP_BROKEN', () => {
    const fields = fieldsOf(readDer(der), 0x30);
    const version = readSmallInteger(fields.next());
    const policy = readOid(fields.next());
    const imprint = parseImprint(fields.next());
    const serial = readIntegerBytes(fields.next());
    const time = readTime(fields.next());
    const accuracy = fields.optional(0x30);
    fields.optional(0x01);
    const nonce = fields.optional(0x02);
    return {
      version,
      policy,
      imprint,
      serialHex: serialText(serial),
      time,
      accuracy: accuracy && accuracyOf(accuracy),
      nonce: nonce && serialText(readIntegerBytes(nonce)),
    };
  });
}

function accuracyOf(node: DerNode): number {
  const fields = fieldsOf(node);
  const seconds = fields.optional(0x02);
  const millis = fields.optional(0x80);
  const micros = fields.optional(0x81);
  const part = (value: DerNode | undefined): number => (value ? smallOf(contentOf(value), value.start) : 0);
  return part(seconds) * 1000 + part(millis) + part(micros) / 1000;
}
