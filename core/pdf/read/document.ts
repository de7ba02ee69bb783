/** The result of `openPdf`: the objects of a file in its current state and after each of its revisions. */
import type { Bytes } from '#core/bytes.ts';
import type { PdfDict, PdfObject, PdfRef, PdfStream } from './objects.ts';

/** Location of an object: free, at an offset in the file, or in an object stream. */
export type XrefEntry =
  | { type: 'free' }
  | { type: 'offset'; offset: number; gen: number }
  | { type: 'inStream'; stream: number; index: number };

/** One cross-reference section (a table with its trailer, or a cross-reference stream). */
export interface XrefSection {
  /** Absolute offset of the section in the file. */
  readonly offset: number;
  /** Absolute offset just after the section: after the trailer dictionary, or after the stream's `endobj`. */
  readonly end: number;
  readonly form: 'table' | 'stream';
  readonly trailer: PdfDict;
  /** One more than the highest object number in the section. */
  readonly limit: number;
  /** The entry of an object; undefined if this section has none. */
  entry(num: number): XrefEntry | undefined;
  /** All object numbers in the section, in use or free. */
  numbers(): Iterable<number>;
}

/**
 * One revision: the bytes that one save appended. The XRefStm of a hybrid file belongs to the revision of its table;
 * the two sections of a linearized file are one revision.
 */
export interface PdfRevision {
  /** 0 for the oldest. */
  readonly index: number;
  /** Sections in lookup order: the table first, then its XRefStm; first-page section, then the main one. */
  readonly sections: readonly XrefSection[];
  /** Absolute offset of the section that the revision's `startxref` points to. */
  readonly xrefOffset: number;
  /** 'hybrid' has a table and an XRefStm. */
  readonly form: 'table' | 'stream' | 'hybrid';
  readonly trailer: PdfDict;
  /** Absolute offset of the revision's first byte: the end of the previous revision, 0 for the oldest. */
  readonly start: number;
  /**
   * Absolute offset after its %%EOF and line end; the start of the next revision's section or the file's length if the
   * mark is missing.
   */
  readonly end: number;
  /** Whether a %%EOF was found. */
  readonly hasEndMark: boolean;
  /** Numbers of the objects written in this revision, including those in object streams. */
  readonly written: ReadonlySet<number>;
  /** Numbers of the objects freed in this revision. */
  readonly freed: ReadonlySet<number>;
}

/** The objects of one state of the file. All access is synchronous; for other sources see `PdfDocument.run`. */
export interface PdfView {
  readonly trailer: PdfDict;
  /** The catalog. Throws DOCUMENT_BROKEN if there is none. */
  readonly catalog: PdfDict;
  readonly catalogRef: PdfRef;
  /** The object with that number; null if it is free, missing or of another generation (7.3.10). */
  get(ref: PdfRef | number): PdfObject;
  /** Location of the object; undefined if no cross-reference lists it. */
  entry(num: number): XrefEntry | undefined;
  /** `object` itself, or the object that it refers to, following chains of references. */
  resolve(object: PdfObject | undefined): PdfObject;
  /** The resolved value of a key; null if missing. */
  lookup(dict: PdfDict, key: string): PdfObject;
  /** The stream's decoded bytes. Throws DOCUMENT_UNSUPPORTED for image filters. */
  decode(stream: PdfStream): Bytes;
  /** The stream's bytes as stored (decrypted in an encrypted file). */
  encoded(stream: PdfStream): Bytes;
  /**
   * Charges work to the budget, as bytes read, if few bytes of the file can cause much of it. Throws
   * DOCUMENT_TOO_COMPLEX when the budget is used up.
   */
  spend(bytes: number): void;
}

export interface PdfDocument extends PdfView {
  /** Length of the file in bytes. */
  readonly length: number;
  /** Offset of %PDF-; the offsets in cross-references are relative to `base`. */
  readonly headerOffset: number;
  /**
   * Added to an offset in a cross-reference to get the absolute offset: 0, or the length of the junk before the header.
   */
  readonly base: number;
  /** '1.7', '2.0': that of the header or of the catalog, whichever is later. */
  readonly version: string;
  readonly linearized: boolean;
  /**
   * Whether the cross-reference was broken and objects were found by scanning the file. It may become true while
   * objects are read. A file whose cross-reference was rebuilt has a single revision; nothing can be appended safely to
   * a recovered file.
   */
  readonly recovered: boolean;
  /** Undefined if the file is not encrypted. */
  readonly encryption: PdfEncryption | undefined;
  /** Oldest first; never empty. */
  readonly revisions: readonly PdfRevision[];
  /** One more than the highest object number of any revision; new objects are numbered from here. */
  readonly size: number;
  /** The state of the file after revision `index`. */
  at(index: number): PdfView;
  /** A range of the file's stored bytes. */
  bytes(from: number, to: number): Bytes;
  /**
   * Runs synchronous work on the document for which bytes may have to be fetched: `work` starts over each time a
   * missing part of the file was fetched, so it must have no side effects. Not needed for a document opened from bytes.
   */
  run<T>(work: () => T): Promise<T>;
}

export interface PdfEncryption {
  /** Values of /V and /R. */
  readonly version: number;
  readonly revision: number;
  readonly method: 'RC4' | 'AES-128' | 'AES-256' | 'none';
  /** Whether the empty user password opened the file; otherwise strings and streams cannot be read. */
  readonly opened: boolean;
  /** /P: the permission bits. */
  readonly permissions: number;
}
