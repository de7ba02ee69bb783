/** One code of a string in a composite font. */
export interface ReadCodeResult {
  readonly code: number;
  readonly length: number;
  readonly cid: number;
  /** The character according to the CMap itself, if known. */
  readonly text: string | undefined;
}

export type ReadCode = (bytes: Uint8Array, at: number) => ReadCodeResult;

/**
 * The predefined CMaps (9.7.5.2) as far as text and widths need them. Unicode CMaps give the character directly,
 * national ones through their character set. CIDs are known for ASCII only, whose widths vary; all ideographs have the
 * default width. An unknown name is read as Identity-H.
 */
export function predefinedCMap(name: string): ReadCode {
  if (name.includes('UTF16')) return utf16;
  if (name.includes('UCS2')) return ucs2;
  const national = NATIONAL.find(([pattern]) => pattern.test(name));
  if (national) return byCharacterSet(national[1], national[2]);
  return (bytes, at) => {
    const code = twoBytes(bytes, at);
    return { code, length: 2, cid: code, text: undefined };
  };
}

/** Name pattern, character set, and the function from an ASCII code to its CID. */
const NATIONAL: readonly (readonly [pattern: RegExp, charset: string, ascii: (code: number) => number])[] = [
  [/^GBK-EUC-|^GB-EUC-/, 'gb18030', (c) => (c === 0x20 ? 7716 : 814 + c - 0x21)],
  [/^GBK2K-|^GBKp-EUC-|^GBpc-EUC-|^GBT/, 'gb18030', (c) => c - 0x1f],
  [/^(B5pc|ETen-B5|ETenms-B5|HKscs-B5)-/, 'big5', (c) => (c === 0x20 ? 1 : 13648 + c - 0x20)],
  [/RKSJ/, 'shift_jis', (c) => 231 + c - 0x20],
  [/^EUC-/, 'euc-jp', (c) => 231 + c - 0x20],
  [/^KSC/, 'euc-kr', (c) => 8094 + c - 0x20],
];

const twoBytes = (bytes: Uint8Array, at: number): number => (bytes[at]! << 8) | (bytes[at + 1] ?? 0);

/** In the Unicode CMaps of Adobe's collections, ASCII starts at CID 1. */
const cidOfUnicode = (point: number): number => (point >= 0x20 && point < 0x7f ? point - 0x1f : -1);

const ucs2: ReadCode = (bytes, at) => {
  const code = twoBytes(bytes, at);
  return { code, length: 2, cid: cidOfUnicode(code), text: String.fromCharCode(code) };
};

const utf16: ReadCode = (bytes, at) => {
  const high = twoBytes(bytes, at);
  if (high < 0xd800 || high > 0xdbff || at + 4 > bytes.length) return ucs2(bytes, at);
  const low = twoBytes(bytes, at + 2);
  return { code: high * 65_536 + low, length: 4, cid: -1, text: String.fromCharCode(high, low) };
};

function byCharacterSet(charset: string, ascii: (code: number) => number): ReadCode {
  const decoder = new TextDecoder(charset);
  return (bytes, at) => {
    const first = bytes[at]!;
    // Single bytes: ASCII, and half-width kana in Shift JIS.
    const single = first < 0x81 || (charset === 'shift_jis' && first >= 0xa0 && first <= 0xdf);
    if (single || at + 1 >= bytes.length) {
      const text = decoder.decode(bytes.subarray(at, at + 1));
      return { code: first, length: 1, cid: first >= 0x20 && first < 0x7f ? ascii(first) : -1, text };
    }
    const second = bytes[at + 1]!;
    const four = charset === 'gb18030' && second >= 0x30 && second <= 0x39 && at + 4 <= bytes.length;
    const length = four ? 4 : 2;
    const text = decoder.decode(bytes.subarray(at, at + length));
    return { code: twoBytes(bytes, at), length, cid: -1, text: text.includes('�') ? undefined : text };
  };
}
