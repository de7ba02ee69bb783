import type { Bytes } from '#core/bytes.ts';
import type { Docx } from '#core/docx/open-docx.ts';
import { type ControlPlace, placeControl, removeControl } from '#core/docx/place-control.ts';
import { type MarkHost, type MarkKind, type Marks, NO_MARKS } from '../parts/host.ts';
import type { TemplateParts } from '../room/use-template-room.ts';
import type { WordText } from './use-word-file.ts';

/** The selected characters of a paragraph; a position between two characters if both offsets are equal. */
export interface TextRange {
  paragraph: number;
  from: number;
  to: number;
}

/** How often each key occurs in the docx, by kind of mark. */
export function marksOfText(text: WordText | undefined, parts: TemplateParts): Marks {
  if (!text) return NO_MARKS;
  const count = (list: readonly { key: string }[]) => {
    const found = new Map<string, number>();
    for (const mark of text.marks)
      if (mark.kind === 'OWN' && list.some(({ key }) => key === mark.key))
        found.set(mark.key, (found.get(mark.key) ?? 0) + 1);
    return found;
  };
  return {
    field: count(parts.fields),
    seal: count(parts.anchors),
    option: count(parts.options),
    rows: count(parts.rows),
  };
}

/** The title of a mark's content control in Word. */
export function titleOf(parts: TemplateParts, kindName: (kind: string) => string, key: string): string {
  const named = [...parts.fields, ...parts.rows, ...parts.options].find((part) => part.key === key);
  if (named) return named.name;
  const anchor = parts.anchors.find((one) => one.key === key);
  const signer = parts.signers.find((one) => one.key === anchor?.signer);
  return anchor ? `${signer?.name ?? ''}${kindName(anchor.kind)}` : key;
}

interface HostOptions {
  text: WordText | undefined;
  marks: Marks;
  chosen: TextRange | undefined;
  title: (key: string) => string;
  change: (edit: (docx: Docx) => Bytes) => void;
  goTo: (key: string) => void;
  /** Called if a mark is to be inserted but no suitable position is selected. */
  onNoPlace: () => void;
}

/** The docx as the `MarkHost` of the parts panel. */
export function makeWordHost({ text, marks, chosen, title, change, goTo, onNoPlace }: HostOptions): MarkHost {
  return {
    marks,
    canInsert: (kind) => placeFor(kind, text, chosen) !== undefined,
    insert: (kind, key) => {
      const place = placeFor(kind, text, chosen);
      if (!place) onNoPlace();
      else change((docx) => placeControl(docx, place, { key, title: title(key) }));
    },
    goTo: (_, key) => goTo(key),
    remove: (_, key) => change((docx) => removeControl(docx, key)),
  };
}

function placeFor(
  kind: MarkKind,
  text: WordText | undefined,
  chosen: TextRange | undefined,
): ControlPlace | undefined {
  const paragraph = chosen && text?.paragraphs[chosen.paragraph];
  if (!paragraph || !chosen) return undefined;
  if (kind === 'rows') return paragraph.place === 'TABLE' ? { rowOf: chosen.paragraph } : undefined;
  if (kind === 'option') return { paragraphs: [chosen.paragraph, chosen.paragraph] };
  return chosen;
}
