/** What `openPdf` gives: a file's objects as they are now and as they were in each of its revisions. */
import type { Bytes } from '#core/bytes.ts';
import type { PdfDict, PdfObject, PdfRef, PdfStream } from './objects.ts';

/** Where an object's bytes are: free, at an offset of the file, or inside an object stream. */
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
  /** One more than the highest object number that the section names. */
  readonly limit: number;
  /** The entry of an object, or undefined when this section does not name it. */
  entry(num: number): XrefEntry | undefined;
  /** All object numbers that the section names, written or freed. */
  numbers(): Iterable<number>;
}

/**
 * One revision: what one save appended. A hybrid file's XRefStm belongs to the revision of its table, and a
 * linearized file's two sections are one revision.
 */
export interface PdfRevision {
  /** 0 is the oldest. */
  readonly index: number;
  /** Sections in the order of look-up: the table first, then its XRefStm; first-page section, then the main one. */
  readonly sections: readonly XrefSection[];
  /** Absolute offset of the section that the revision's `startxref` leads to. */
  readonly xrefOffset: number;
  /** 'hybrid' has a table and an XRefStm. */
  readonly form: 'table' | 'stream' | 'hybrid';
  readonly trailer: PdfDict;
  /** Absolute offset where the revision's bytes begin: the end of the one before, 0 for the oldest. */
  readonly start: number;
  /** Absolute offset after its %%EOF and that line's end; the file's length when the mark is missing. */
  readonly end: number;
  /** Whether a %%EOF was found. */
  readonly hasEndMark: boolean;
  /** Numbers of the objects written (in use) in this revision, those inside object streams too. */
  readonly written: ReadonlySet<number>;
  /** Numbers of the objects freed in this revision. */
  readonly freed: ReadonlySet<number>;
}

/** The objects of one state of the file. Everything is synchronous; see `PdfDocument.run` for sources that are not. */
export interface PdfView {
  readonly trailer: PdfDict;
  /** The catalog. Throws DOCUMENT_BROKEN where there is none. */
  readonly catalog: PdfDict;
  readonly catalogRef: PdfRef;
  /** The object of that number; null when it is free, missing or of another generation (7.3.10). */
  get(ref: PdfRef | number): PdfObject;
  /** Where the object is, or undefined when nothing names it. */
  entry(num: number): XrefEntry | undefined;
  /** `object` itself, or what it refers to, through references to references. */
  resolve(object: PdfObject | undefined): PdfObject;
  /** The resolved value of a key; null where it is missing. */
  lookup(dict: PdfDict, key: string): PdfObject;
  /** The stream's bytes with all filters undone. Throws DOCUMENT_UNSUPPORTED for filters of pictures. */
  decode(stream: PdfStream): Bytes;
  /** The stream's bytes as stored (decrypted in an encrypted file). */
  encoded(stream: PdfStream): Bytes;
  /** Counts work that a file's few bytes can cause much of, as bytes looked at. Throws DOCUMENT_TOO_COMPLEX when its share is used up. */
  spend(bytes: number): void;
}

export interface PdfDocument extends PdfView {
  /** Length of the file in bytes. */
  readonly length: number;
  /** Offset of %PDF- ; offsets in cross-references count from `base`. */
  readonly headerOffset: number;
  /** What is added to an offset of a cross-reference to get a place in the file: 0, or the junk before the header. */
  readonly base: number;
  /** '1.7', '2.0': the header's, or the catalog's where that is later. */
  readonly version: string;
  readonly linearized: boolean;
  /**
   * Whether the cross-reference was broken and objects were found by searching the file. It may turn true while
   * objects are read. Such a file has one revision as far as we know, and nothing can be appended to it safely.
   */
  readonly recovered: boolean;
  /** Undefined where the file is not encrypted. */
  readonly encryption: PdfEncryption | undefined;
  /** Oldest first; never empty. */
  readonly revisions: readonly PdfRevision[];
  /** One more than the highest object number of any revision; new objects are numbered from here. */
  readonly size: number;
  /** The state of the file after revision `index`. */
  at(index: number): PdfView;
  /** A range of the file as it is stored. */
  bytes(from: number, to: number): Bytes;
  /**
   * Runs synchronous work on the document where bytes may first have to be fetched: `work` is run again from its
   * start each time after a missing part of the file came in, so it must only compute its result. A document opened
   * from bytes never needs it.
   */
  run<T>(work: () => T): Promise<T>;
}

export interface PdfEncryption {
  /** Values of /V and /R. */
  readonly version: number;
  readonly revision: number;
  readonly method: 'RC4' | 'AES-128' | 'AES-256' | 'none';
  /** Whether the empty user password opened the file; else its strings and streams cannot be read. */
  readonly opened: boolean;
  /** /P: the permission bits. */
  readonly permissions: number;
}
