import type { FuzzKind } from '../kind.ts';

interface Entry {
  /** How many documents the unit tests try: some seconds of work. */
  short: number;
  load(): Promise<FuzzKind>;
}

/** No kind of document: see there. */
export const TRAP: Entry = { short: 0, load: async () => (await import('./trap.ts')).trap };

/** Every kind of document that the product reads. A new one is a file beside this and a line here. */
export const KINDS: Readonly<Record<string, Entry>> = {
  pdf: { short: 120, load: async () => (await import('./pdf.ts')).pdf },
  pages: { short: 60, load: async () => (await import('./pages.ts')).pages },
  ofd: { short: 200, load: async () => (await import('./ofd.ts')).ofd },
  docx: { short: 150, load: async () => (await import('./docx.ts')).docx },
  xlsx: { short: 150, load: async () => (await import('./xlsx.ts')).xlsx },
  xml: { short: 1500, load: async () => (await import('./xml.ts')).xml },
  parameters: { short: 800, load: async () => (await import('./parameters.ts')).parameters },
  template: { short: 100, load: async () => (await import('./template.ts')).template },
  der: { short: 700, load: async () => (await import('./der.ts')).der },
  picture: { short: 400, load: async () => (await import('./picture.ts')).picture },
  font: { short: 1500, load: async () => (await import('./font.ts')).font },
};
