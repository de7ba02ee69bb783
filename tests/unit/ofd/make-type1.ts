import { concatBytes, toHex, utf8 } from '#core/bytes.ts';

/** Encrypts as Type 1 fonts do (Adobe Type 1 Font Format, clause 7.3). */
function encrypt(bytes: Uint8Array, key: number): Uint8Array {
  let r = key;
  return concatBytes(new Uint8Array(4), bytes).map((plain) => {
    const cipher = plain ^ (r >> 8);
    r = ((cipher + r) * 52845 + 22719) & 0xffff;
    return cipher;
  });
}

const OPERATORS: Record<string, number[]> = {
  hstem: [1],
  vstem: [3],
  vmoveto: [4],
  rlineto: [5],
  hlineto: [6],
  vlineto: [7],
  rrcurveto: [8],
  closepath: [9],
  callsubr: [10],
  return: [11],
  hsbw: [13],
  endchar: [14],
  rmoveto: [21],
  hmoveto: [22],
  vhcurveto: [30],
  hvcurveto: [31],
  seac: [12, 6],
  sbw: [12, 7],
  div: [12, 12],
  callothersubr: [12, 16],
  pop: [12, 17],
  setcurrentpoint: [12, 33],
};

/** A charstring from its text: numbers and names of operators. */
function charString(text: string): Uint8Array {
  const bytes = text.split(' ').flatMap((token) => {
    const operator = OPERATORS[token];
    if (operator) return operator;
    const n = Number(token);
    if (n >= -107 && n <= 107) return [n + 139];
    if (n >= 108 && n <= 1131) return [247 + ((n - 108) >> 8), (n - 108) & 255];
    if (n <= -108 && n >= -1131) return [251 + ((-n - 108) >> 8), (-n - 108) & 255];
    return [255, (n >> 24) & 255, (n >> 16) & 255, (n >> 8) & 255, n & 255];
  });
  return encrypt(Uint8Array.from(bytes), 4330);
}

export interface Type1Parts {
  glyphs: Record<string, string>;
  subrs?: string[];
  encoding?: string;
}

/** A Type 1 font of those charstrings: PFA with eexec in hexadecimal or bytes, or PFB. */
export function makeType1(parts: Type1Parts, form: 'hex' | 'binary' | 'pfb' = 'binary'): Uint8Array {
  const entry = (head: string, code: Uint8Array, tail: string) =>
    concatBytes(utf8(`${head} ${code.length} RD `), code, utf8(` ${tail}\n`));
  const subrs = (parts.subrs ?? []).map((text, i) => entry(`dup ${i}`, charString(text), 'NP'));
  const glyphs = Object.entries(parts.glyphs).map(([name, text]) =>
    entry(`/${name}`, charString(text), 'ND'),
  );
  const secret = encrypt(
    concatBytes(
      utf8(`dup /Private 8 dict dup begin\n/lenIV 4 def\n/Subrs ${subrs.length} array\n`),
      ...subrs,
      utf8(`ND\n2 index /CharStrings ${glyphs.length} dict dup begin\n`),
      ...glyphs,
      utf8('end\nend\nreadonly put\nmark currentfile closefile\n'),
    ),
    55665,
  );
  const clear = utf8(
    `%!PS-AdobeFont-1.0: Probe\n/FontInfo 1 dict dup begin /Weight (Bold) readonly def end readonly def\n/FontMatrix [0.001 0 0 0.001 0 0] readonly def\n${parts.encoding ?? '/Encoding StandardEncoding def'}\ncurrentfile eexec\n`,
  );
  const end = utf8(`\n${'0'.repeat(64)}\ncleartomark\n`);
  if (form === 'hex') return concatBytes(clear, utf8(toHex(secret).replace(/.{64}/g, '$&\n')), end);
  if (form === 'binary') return concatBytes(clear, secret, end);
  const segment = (kind: number, body: Uint8Array) => {
    const head = new DataView(new ArrayBuffer(6));
    head.setUint8(0, 0x80);
    head.setUint8(1, kind);
    head.setUint32(2, body.length, true);
    return concatBytes(new Uint8Array(head.buffer), body);
  };
  return concatBytes(segment(1, clear), segment(2, secret), segment(1, end), Uint8Array.of(0x80, 3));
}
