import { type Bytes, toHex } from '#core/bytes.ts';
import { contentOf, type DerNode, fieldsOf, innerOf } from '../der/read-der.ts';
import { ia5Of, isString, oidText, readOid, readString } from '../der/read-values.ts';
import { context, contextPrimitive, oidContent } from '../der/write-der.ts';
import type { Name } from '../name/name.ts';
import { parseName } from '../name/parse-name.ts';

/** One GeneralName (RFC 5280, clause 4.2.1.6). Unsupported kinds are `other` with their tag. */
export type GeneralName =
  | { readonly kind: 'email' | 'dns' | 'uri' | 'oid'; readonly value: string }
  /** 4 or 16 bytes; in a name constraint 8 or 32, the second half being the mask. */
  | { readonly kind: 'ip'; readonly value: Bytes }
  | { readonly kind: 'directory'; readonly value: Name }
  | { readonly kind: 'otherName'; readonly type: string; readonly value: string }
  | { readonly kind: 'other'; readonly tag: number };

/** Reads one GeneralName. Throws ASN1_BROKEN. */
export function parseGeneralName(node: DerNode): GeneralName {
  switch (node.id) {
    case 0xa0: {
      const fields = fieldsOf(node);
      const type = readOid(fields.next());
      const value = innerOf(fields.next(0xa0));
      return {
        kind: 'otherName',
        type,
        value: isString(value) ? readString(value) : `#${toHex(contentOf(value))}`,
      };
    }
    case 0x81:
      return { kind: 'email', value: ia5Of(node) };
    case 0x82:
      return { kind: 'dns', value: ia5Of(node) };
    case 0x86:
      return { kind: 'uri', value: ia5Of(node) };
    case 0x88:
      return { kind: 'oid', value: oidText(contentOf(node), node.start) };
    case 0x87:
      return { kind: 'ip', value: contentOf(node) };
    case 0xa4:
      return { kind: 'directory', value: parseName(innerOf(node)) };
    default:
      return { kind: 'other', tag: node.id & 0x1f };
  }
}

export type GeneralNameInput =
  | { kind: 'email' | 'dns' | 'uri' | 'oid'; value: string }
  | { kind: 'ip'; value: Bytes }
  | { kind: 'directory'; value: Bytes };

const TAGS = { email: 1, dns: 2, uri: 6 } as const;

/** DER of a GeneralName; `directory` takes the DER of a Name. */
export function buildGeneralName(name: GeneralNameInput): Bytes {
  switch (name.kind) {
    case 'ip':
      return contextPrimitive(7, name.value);
    case 'directory':
      return context(4, name.value);
    case 'oid':
      return contextPrimitive(8, oidContent(name.value));
    default:
      return contextPrimitive(TAGS[name.kind], new TextEncoder().encode(name.value));
  }
}
