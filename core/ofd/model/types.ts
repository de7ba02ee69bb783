import type { OfdPackage } from '#core/ofd/package/open-package.ts';
import type { XmlElement } from '#core/ofd/xml/read-xml.ts';
import type { Box } from './geometry.ts';

/** CT_DocInfo (7.4): metadata from the file. */
export interface DocInfo {
  docId?: string;
  title?: string;
  author?: string;
  subject?: string;
  abstract?: string;
  /** As written, usually yyyy-mm-dd. */
  created?: string;
  modified?: string;
  usage?: string;
  creator?: string;
  creatorVersion?: string;
  keywords: string[];
  custom: { name: string; value: string }[];
}

/** One DocBody of OFD.xml (7.4). Paths are resolved to paths in the package; undefined if no file is there. */
export interface DocBody {
  info: DocInfo;
  docRoot: string | undefined;
  signatures: string | undefined;
  /** Versions of the document (clause 19); `path` is the version's description. */
  versions: { id: string; index: number; current: boolean; path: string | undefined }[];
}

/** An opened OFD file. */
export interface OfdFile {
  package: OfdPackage;
  version: string;
  docType: string;
  /** Path of OFD.xml in the package. */
  root: string;
  bodies: DocBody[];
}

/** CT_PageArea (7.5), mm. `physical` is the paper. */
export interface PageArea {
  physical: Box;
  application?: Box;
  content?: Box;
  bleed?: Box;
}

export type ZOrder = 'Background' | 'Body' | 'Foreground';

export interface TemplateRef {
  id: string;
  name: string;
  zOrder: ZOrder | undefined;
  path: string | undefined;
}

/** An action (clause 14): reported to the reader, never run. */
export interface OfdAction {
  event: string;
  kind: 'goto' | 'uri' | 'attachment' | 'sound' | 'movie' | 'unknown';
  /** The address, or the id of the target. */
  target: string;
}

export interface Outline {
  title: string;
  /** 0-based index of the target page. */
  pageIndex: number | undefined;
  children: Outline[];
}

export interface Attachment {
  id: string;
  name: string;
  format: string;
  /** kB, as written. */
  size: number | undefined;
  visible: boolean;
  path: string | undefined;
}

export interface CustomTag {
  nameSpace: string;
  path: string | undefined;
}

/** One document of the file; its pages are read lazily. */
export interface OfdDocument {
  file: OfdFile;
  package: OfdPackage;
  body: DocBody;
  /** Path of Document.xml. */
  path: string;
  area: PageArea;
  pages: { id: string; path: string | undefined }[];
  templates: TemplateRef[];
  /** Resource files in order; later ones override earlier ones. */
  resourceFiles: string[];
  defaultColorSpace: string | undefined;
  annotationsPath: string | undefined;
  outlines: Outline[];
  attachments: Attachment[];
  customTags: CustomTag[];
  actions: OfdAction[];
  /** CT_Permission (7.5) as written; empty if the element is missing. */
  permissions: Record<string, string>;
}

/** A page's own file (7.7): layers are kept as XML and evaluated when they are drawn. */
export interface OfdPage {
  index: number;
  id: string;
  path: string;
  area: PageArea;
  templates: { id: string; zOrder: ZOrder }[];
  resourceFiles: string[];
  layers: OfdLayer[];
  actions: OfdAction[];
}

export interface OfdLayer {
  zOrder: ZOrder;
  drawParam: string | undefined;
  element: XmlElement;
}

/** An annotation (clause 15): its appearance is a page block inside `boundary` (mm on the page). */
export interface OfdAnnotation {
  id: string;
  type: string;
  subtype: string | undefined;
  visible: boolean;
  print: boolean;
  creator: string | undefined;
  modified: string | undefined;
  remark: string | undefined;
  boundary: Box;
  /** The file that its resources are relative to. */
  path: string;
  appearance: XmlElement | undefined;
}

/** A stamp of a signature on a page (18.2.3). */
export interface StampAnnot {
  id: string;
  /** ID of the page. */
  pageRef: string;
  pageIndex: number | undefined;
  /** mm on the page. */
  boundary: Box;
  /** mm inside `boundary`. */
  clip: Box | undefined;
}

/** An entry of Signatures.xml with the stamps from Signature.xml, for display; verification is done elsewhere. */
export interface SignatureEntry {
  id: string;
  /** `Seal` (the default) or `Sign`. */
  type: string;
  /** Path of Signature.xml. */
  path: string | undefined;
  signedValuePath: string | undefined;
  sealPath: string | undefined;
  stamps: StampAnnot[];
}
