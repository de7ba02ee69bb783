import { zlibSync } from 'fflate';
import { type Bytes, concatBytes } from '#core/bytes.ts';
import { randomFrom } from '#tests/fixtures/random.ts';
import { throughQpdf } from './documents.ts';
import { type Draw, ODD_NUMBERS, WRONG_NUMBERS, wildObjects } from './wild-objects.ts';

/** How the file lists its objects. */
type Form = 'table' | 'streams' | 'hybrid' | 'linearized';

export interface WildPdf {
  readonly bytes: Bytes;
  readonly form: Form;
}

/**
 * A file as some office program, scanner, phone, browser or printer might write it: the numbers, strings, names, white
 * space, comments, boxes and lists that writers differ in, chosen by `seed`. It opens without repair and has no active
 * content.
 */
export function wildPdf(seed: number): WildPdf {
  const random = randomFrom(`wild pdf ${seed}`);
  const draw: Draw = {
    of: (list) => list[Math.floor(random() * list.length)]!,
    once: (n) => random() * n < 1,
  };
  const form: Form = draw.of(['table', 'table', 'streams', 'streams', 'hybrid', 'linearized']);
  const eol = draw.of(['\n', '\r\n', '\r']);
  const { objects, info } = wildObjects(
    draw,
    eol,
    form === 'linearized' ? ODD_NUMBERS : [...ODD_NUMBERS, ...WRONG_NUMBERS],
  );
  const lead = draw.once(8) ? '\xef\xbb\xbf' : '';
  // Offsets count from the header or from the start, which poppler can only repair where there is a table.
  const fromStart = draw.once(2) && form === 'table';
  const base = fromStart ? 0 : lead.length;
  const written = write({ objects, info, form, eol, lead, base, draw });
  return { bytes: form === 'linearized' ? throughQpdf(written, '--linearize') : written, form };
}

interface Parts {
  readonly objects: ReadonlyMap<number, string>;
  readonly info: number;
  readonly form: Form;
  readonly eol: string;
  readonly lead: string;
  readonly base: number;
  readonly draw: Draw;
}

const encode = (text: string): Bytes => Uint8Array.from(text, (c) => c.charCodeAt(0));
const ID = '[<0011 2233\n445566778899AABBCCDDEEFF> (\\\\odd\\(id\\)\\253)]';

function write({ objects, info, form, eol, lead, base, draw }: Parts): Bytes {
  let out = `${lead}%PDF-1.7${eol}%\xe2\xe3\xcf\xd3${eol}`;
  const offsets = new Map<number, number>();
  const packed: number[] = [];
  let size = Math.max(...objects.keys()) + 1;
  for (const [num, body] of objects) {
    const packable =
      !body.includes('endstream') && (form === 'streams' || (form === 'hybrid' && num === info));
    if (packable) packed.push(num);
    else {
      offsets.set(num, out.length - base);
      out += `${num} 0 obj${draw.of([eol, ' '])}${body}${draw.of([eol, ' '])}endobj${eol}`;
    }
  }
  const trailer = `/Root 1 0 R/Info ${info} 0 R/ID${ID}`;
  const container = size;
  let hidden = '';
  if (packed.length > 0) {
    const own = container + 1;
    size = own + 1;
    offsets.set(container, out.length - base);
    out += `${container} 0 obj${eol}${objectStream(objects, packed)}${eol}endobj${eol}`;
    const at = out.length - base;
    const rows = new Map([...offsets].map(([num, offset]) => [num, [1, offset, 0]]));
    for (const [i, num] of packed.entries()) rows.set(num, [2, container, i]);
    rows.set(own, [1, at, 0]);
    const listed =
      form === 'hybrid' ? new Map([...rows].filter(([num]) => num >= container || num === info)) : rows;
    out += `${own} 0 obj${eol}${xrefStream(listed, size, form === 'hybrid' ? '' : trailer)}${eol}endobj${eol}`;
    if (form !== 'hybrid') return encode(`${out}startxref${eol}${at}${eol}%%EOF${eol}`);
    hidden = `/XRefStm ${at}`;
  }
  const at = out.length - base;
  out += `xref${eol}0 ${size}${eol}0000000000 65535 f${eol.padStart(2, ' ')}`;
  for (let num = 1; num < size; num++) {
    const offset = offsets.get(num);
    const entry = offset === undefined ? '0000000000 65535 f' : `${String(offset).padStart(10, '0')} 00000 n`;
    out += `${entry}${eol.padStart(2, ' ')}`;
  }
  out += `trailer${eol}<</Size ${size}${trailer}${hidden}>>${eol}startxref${eol}${at}${eol}%%EOF`;
  return encode(out + draw.of([eol, '', ' ']));
}

const latin = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1');

function objectStream(objects: ReadonlyMap<number, string>, packed: readonly number[]): string {
  let head = '';
  let body = '';
  for (const num of packed) {
    head += `${num} ${body.length} `;
    body += `${objects.get(num)} `;
  }
  const data = latin(zlibSync(encode(head + body)));
  return `<</Type/ObjStm/N ${packed.length}/First ${head.length}/Filter/FlateDecode/Length ${data.length}>>stream\n${data}\nendstream`;
}

function xrefStream(rows: ReadonlyMap<number, readonly number[]>, size: number, trailer: string): string {
  const numbers = [...rows.keys()].sort((a, b) => a - b);
  const parts = numbers.map((num) => {
    const [kind, second, third] = rows.get(num) as [number, number, number];
    return new Uint8Array([kind, second >>> 24, second >>> 16, second >>> 8, second, third >>> 8, third]);
  });
  const data = latin(zlibSync(concatBytes(...parts)));
  const index = numbers.map((num) => `${num} 1`).join(' ');
  return `<</Type/XRef/Size ${size}/W[1 4 2]/Index[${index}]${trailer}/Filter/FlateDecode/Length ${data.length}>>stream\n${data}\nendstream`;
}
