import { zlibSync } from 'fflate';
import { type Bytes, concatBytes } from '#core/bytes.ts';
import {
  isStream,
  type PdfObject,
  type PdfRef,
  type PdfStream,
  pdfArray,
  pdfDict,
  pdfName,
  pdfRef,
  pdfStream,
  pdfString,
} from '../read/objects.ts';
import { latin1, serialize, writeIndirect } from './serialize.ts';

/** The objects of a new file (7.5). */
export interface NewFile {
  /** Reserves a number for an object that is set later. Objects must not change after `add` or `set`. */
  reserve(): PdfRef;
  add(object: PdfObject): PdfRef;
  set(ref: PdfRef, object: PdfObject): void;
  /** Like `set`, with an object that is no stream as PDF syntax, one character per byte. */
  setWritten(ref: PdfRef, object: string): void;
  /** Serialises the file. `id` is its unique identifier of 16 bytes (14.4). */
  finish(catalog: PdfRef, info: PdfRef | undefined, id: Bytes): Bytes;
}

/** A stream, or any other object as it is written: as a string it needs a tenth of its memory. */
type ObjectBody = PdfStream | string;

/** Objects per object stream: readers unpack all of them to get one. */
const PER_STREAM = 200;

/** Location of an object: an offset in the file, or an index in an object stream (7.5.8.3). */
type Place = readonly [kind: 1 | 2, offsetOrStream: number, generationOrIndex: number];

/**
 * A PDF 1.7 file with object streams and a cross-reference stream. Numbers are assigned in the order of `reserve` and
 * `add`, so the same calls produce the same bytes.
 */
export function makeNewFile(): NewFile {
  const objects: (ObjectBody | undefined)[] = [];
  const reserve = (): PdfRef => pdfRef(objects.push(undefined));
  const stored = (object: PdfObject): ObjectBody => (isStream(object) ? object : serialize(object));
  const file: NewFile = {
    reserve,
    add(object) {
      const ref = reserve();
      objects[ref.num - 1] = stored(object);
      return ref;
    },
    set(ref, object) {
      objects[ref.num - 1] = stored(object);
    },
    setWritten(ref, object) {
      objects[ref.num - 1] = object;
    },
    finish(catalog, info, id) {
      const places = new Map<number, Place>();
      packSmallObjects(file, objects, places);
      // Bytes above 127 after the header mark the file as binary (7.5.2).
      const parts: Bytes[] = [latin1('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n')];
      let length = parts[0]!.length;
      objects.forEach((object, i) => {
        if (typeof object !== 'object') return;
        places.set(i + 1, [1, length, 0]);
        for (const bytes of writeIndirect(pdfRef(i + 1), object)) {
          parts.push(bytes);
          length += bytes.length;
        }
      });
      const own = reserve();
      places.set(own.num, [1, length, 0]);
      const unique = pdfString(id, true);
      const dict = pdfDict({
        Type: pdfName('XRef'),
        Size: objects.length + 1,
        Root: catalog,
        Info: info,
        ID: pdfArray(unique, unique),
        W: pdfArray(1, 4, 2),
        Filter: pdfName('FlateDecode'),
      });
      const table = pdfStream(dict, zlibSync(rowsOf(places, objects.length)) as Bytes);
      parts.push(...writeIndirect(own, table), latin1(`startxref\n${length}\n%%EOF\n`));
      return concatBytes(...parts);
    },
  };
  return file;
}

/** Packs all objects except streams into object streams (7.5.7). */
function packSmallObjects(
  file: NewFile,
  objects: readonly (ObjectBody | undefined)[],
  places: Map<number, Place>,
): void {
  const small = objects.flatMap((object, i) => (typeof object === 'object' ? [] : [{ num: i + 1, object }]));
  for (let at = 0; at < small.length; at += PER_STREAM) {
    const container = file.reserve();
    let head = '';
    let body = '';
    small.slice(at, at + PER_STREAM).forEach(({ num, object }, index) => {
      head += `${num} ${body.length} `;
      body += `${object ?? 'null'}\n`;
      places.set(num, [2, container.num, index]);
    });
    const dict = pdfDict({
      Type: pdfName('ObjStm'),
      N: Math.min(PER_STREAM, small.length - at),
      First: head.length,
      Filter: pdfName('FlateDecode'),
    });
    file.set(container, pdfStream(dict, zlibSync(latin1(head + body)) as Bytes));
  }
}

function rowsOf(places: ReadonlyMap<number, Place>, highest: number): Uint8Array {
  const rows = new DataView(new ArrayBuffer((highest + 1) * 7));
  // Object 0 is the head of the free list.
  rows.setUint16(5, 0xffff);
  for (const [num, [kind, second, third]] of places) {
    rows.setUint8(num * 7, kind);
    rows.setUint32(num * 7 + 1, second);
    rows.setUint16(num * 7 + 5, third);
  }
  return new Uint8Array(rows.buffer);
}
