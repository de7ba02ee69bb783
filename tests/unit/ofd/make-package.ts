import { type Zippable, zipSync } from 'fflate';
import { type Bytes, utf8 } from '#core/bytes.ts';
import { openDocument } from '#core/ofd/model/open-document.ts';
import { openOfd } from '#core/ofd/model/open-ofd.ts';
import type { OfdDocument } from '#core/ofd/model/types.ts';

export type Files = Record<string, string | Uint8Array>;

/** A zip of the files in their order. */
export function zip(files: Files, level: 0 | 6 = 6): Bytes {
  const entries: Zippable = {};
  for (const [path, body] of Object.entries(files)) {
    entries[path] = [typeof body === 'string' ? utf8(body) : body, { level, mtime: new Date(2026, 0, 2) }];
  }
  return zipSync(entries) as Bytes;
}

export interface OnePage {
  /** XML inside the page's only layer. */
  layer?: string;
  /** XML inside Res of the public resources. */
  res?: string;
  /** XML after Pages in Document.xml. */
  document?: string;
  /** XML inside CommonData. */
  common?: string;
  /** XML before Content in the page. */
  page?: string;
  files?: Files;
  box?: string;
}

const NS = 'xmlns:ofd="http://www.ofdspec.org/2016"';

export function onePageFiles(options: OnePage = {}): Files {
  return {
    'OFD.xml': `<?xml version="1.0" encoding="UTF-8"?><ofd:OFD ${NS} Version="1.0" DocType="OFD"><ofd:DocBody><ofd:DocInfo><ofd:DocID>0</ofd:DocID></ofd:DocInfo><ofd:DocRoot>Doc_0/Document.xml</ofd:DocRoot></ofd:DocBody></ofd:OFD>`,
    'Doc_0/Document.xml': `<ofd:Document ${NS}><ofd:CommonData><ofd:MaxUnitID>99</ofd:MaxUnitID><ofd:PageArea><ofd:PhysicalBox>${options.box ?? '0 0 100 80'}</ofd:PhysicalBox></ofd:PageArea><ofd:PublicRes>PublicRes.xml</ofd:PublicRes>${options.common ?? ''}</ofd:CommonData><ofd:Pages><ofd:Page ID="1" BaseLoc="Pages/Page_0/Content.xml"/></ofd:Pages>${options.document ?? ''}</ofd:Document>`,
    'Doc_0/PublicRes.xml': `<ofd:Res ${NS} BaseLoc="Res">${options.res ?? ''}</ofd:Res>`,
    'Doc_0/Pages/Page_0/Content.xml': `<ofd:Page ${NS}>${options.page ?? ''}<ofd:Content><ofd:Layer ID="2">${options.layer ?? ''}</ofd:Layer></ofd:Content></ofd:Page>`,
    ...options.files,
  };
}

/** A document of one page of 100 by 80 mm. */
export function onePage(options: OnePage = {}): OfdDocument {
  return openDocument(openOfd(zip(onePageFiles(options))));
}

/** The `name` of the AppError that `work` throws; `nothing` where it throws none, and other errors as they are. */
export function refusal(work: () => unknown): string {
  try {
    work();
  } catch (e) {
    if (e instanceof Error && 'params' in e) return e.name;
    throw e;
  }
  return 'nothing';
}
