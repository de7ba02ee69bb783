/**
 * Node views of chips, pictures and tables. A chip shows the part that its key refers to in the room, and updates with
 * it; views are plain DOM, because a long contract has hundreds.
 */
import type { NodeViewRendererProps } from '@tiptap/core';
import type { Node } from '@tiptap/pm/model';
import type { NodeView } from '@tiptap/pm/view';
import { hueOf } from '../../../parts/badges/party-hues.ts';
import type { TemplateParts } from '../room/use-template-room.ts';

/** The data that the views need besides the text. */
export interface ChipSource {
  parts: () => TemplateParts;
  /** Called whenever parts or words change. */
  listen: (listener: () => void) => () => void;
  /** In the language of the page: read anew each time something is drawn. */
  readonly words: {
    kind: (kind: string) => string;
    seal: (words: { signer: string; kind: string }) => string;
    goneField: string;
    goneSeal: string;
    rows: (name: string) => string;
    option: (name: string) => string;
    group: string;
    pageBreak: string;
    pictureMissing: string;
  };
  /** The URL of a picture; undefined if it is not available. */
  picture: (file: string) => Promise<string | undefined>;
}

interface ChipText {
  text: string;
  hue?: number;
  gone?: boolean;
}

export function fieldText(source: ChipSource, key: string): ChipText {
  const { fields, signers } = source.parts();
  const field = fields.find((one) => one.key === key);
  if (!field) return { text: source.words.goneField, gone: true };
  const at = signers.findIndex((signer) => signer.key === field.filledBy);
  return { text: field.name, ...(at < 0 ? {} : { hue: hueOf(at) }) };
}

export function sealText(source: ChipSource, key: string): ChipText {
  const { anchors, signers } = source.parts();
  const anchor = anchors.find((one) => one.key === key);
  const at = anchor ? signers.findIndex((one) => one.key === anchor.signer) : -1;
  if (!anchor || at < 0) return { text: source.words.goneSeal, gone: true };
  const kind = source.words.kind(anchor.kind);
  return { text: source.words.seal({ signer: signers[at]!.name, kind }), hue: hueOf(at) };
}

/** A view whose text follows the room. */
function chipView(
  source: ChipSource,
  kind: 'field' | 'seal',
  attribute: string,
  show: (source: ChipSource, key: string) => ChipText,
) {
  return ({ node }: NodeViewRendererProps): NodeView => {
    const dom = document.createElement('span');
    dom.dataset.chip = kind;
    const key = String(node.attrs[attribute]);
    dom.setAttribute(`data-chip-${kind}`, key);
    const draw = () => {
      const { text, hue, gone } = show(source, key);
      if (dom.textContent !== text) dom.textContent = text;
      dom.toggleAttribute('data-gone', gone === true);
      if (hue === undefined) dom.style.removeProperty('--hue');
      else dom.style.setProperty('--hue', String(hue));
      dom.toggleAttribute('data-party', hue !== undefined);
    };
    draw();
    const stop = source.listen(draw);
    return {
      dom,
      destroy: stop,
      ignoreMutation: () => true,
      update: (next) => next.type === node.type && next.attrs[attribute] === key,
    };
  };
}

export const fieldView = (source: ChipSource) => chipView(source, 'field', 'field', fieldText);
export const sealView = (source: ChipSource) => chipView(source, 'seal', 'anchor', sealText);

/** A section with its name above: an optional section, or blocks kept on one page. */
export function sectionView(source: ChipSource, name: (node: Node) => string) {
  return ({ node: first, HTMLAttributes }: NodeViewRendererProps): NodeView => {
    const dom = document.createElement('section');
    for (const [attribute, value] of Object.entries(HTMLAttributes))
      dom.setAttribute(attribute, String(value));
    dom.dataset.section = first.type.name;
    const head = dom.appendChild(document.createElement('span'));
    head.contentEditable = 'false';
    const contentDOM = dom.appendChild(document.createElement('div'));
    let node = first;
    const draw = () => {
      head.textContent = name(node);
      dom.setAttribute('aria-label', name(node));
    };
    dom.setAttribute('role', 'group');
    draw();
    const stop = source.listen(draw);
    return {
      dom,
      contentDOM,
      destroy: stop,
      ignoreMutation: (mutation) => !contentDOM.contains(mutation.target),
      update: (next) => {
        if (next.type !== first.type) return false;
        node = next;
        draw();
        return true;
      },
    };
  };
}

export function pageBreakView(source: ChipSource) {
  return (): NodeView => {
    const dom = document.createElement('div');
    dom.dataset.pageBreak = '';
    dom.setAttribute('role', 'separator');
    const draw = () => {
      dom.setAttribute('aria-label', source.words.pageBreak);
      dom.textContent = source.words.pageBreak;
    };
    draw();
    return { dom, destroy: source.listen(draw), ignoreMutation: () => true };
  };
}

/** CSS pixels per mm. */
export const PX_PER_MM = 96 / 25.4;

export function pictureView(source: ChipSource) {
  return ({ node: first }: NodeViewRendererProps): NodeView => {
    const dom = document.createElement('figure');
    let file = '';
    let isMissing = false;
    const draw = (node: Node) => {
      const { width, height, alt, align } = node.attrs;
      dom.dataset.align = align ?? 'centre';
      dom.style.setProperty('--width', `${Number(width) * PX_PER_MM}px`);
      dom.style.setProperty('--ratio', `${width} / ${height}`);
      dom.setAttribute('aria-label', alt);
      dom.setAttribute('role', 'img');
      if (file === node.attrs.file) return;
      file = String(node.attrs.file);
      const asked = file;
      void source.picture(asked).then((address) => {
        if (asked !== file) return;
        const image = document.createElement('img');
        image.alt = '';
        image.draggable = false;
        if (address) image.src = address;
        isMissing = !address;
        dom.replaceChildren(address ? image : source.words.pictureMissing);
      });
    };
    draw(first);
    const stop = source.listen(() => {
      if (isMissing) dom.textContent = source.words.pictureMissing;
    });
    return {
      dom,
      destroy: stop,
      ignoreMutation: () => true,
      update: (next) => {
        if (next.type !== first.type) return false;
        draw(next);
        return true;
      },
    };
  };
}

/** Tables with the column widths of the resulting file. */
export function tableView() {
  return ({ node: first }: NodeViewRendererProps): NodeView => {
    const dom = document.createElement('div');
    dom.dataset.table = '';
    const table = dom.appendChild(document.createElement('table'));
    const columns = table.appendChild(document.createElement('colgroup'));
    const contentDOM = table.appendChild(document.createElement('tbody'));
    const draw = (node: Node) => {
      table.toggleAttribute('data-bare', node.attrs.border === false);
      const widths = node.attrs.widths as number[];
      const sum = widths.reduce((all, width) => all + width, 0);
      columns.replaceChildren(
        ...widths.map((width) => {
          const column = document.createElement('col');
          column.style.width = `${(width / sum) * 100}%`;
          return column;
        }),
      );
    };
    draw(first);
    return {
      dom,
      contentDOM,
      ignoreMutation: (mutation) => !contentDOM.contains(mutation.target),
      update: (next) => {
        if (next.type !== first.type) return false;
        draw(next);
        return true;
      },
    };
  };
}

/** Marks a repeated row with the name of its row list. */
export function rowView(source: ChipSource) {
  return ({ node: first }: NodeViewRendererProps): NodeView => {
    const dom = document.createElement('tr');
    let node = first;
    const draw = () => {
      const { repeat } = node.attrs;
      const name = source.parts().rows.find(({ key }) => key === repeat)?.name;
      if (repeat) dom.dataset.repeat = source.words.rows(name ?? '?');
      else delete dom.dataset.repeat;
    };
    draw();
    const stop = source.listen(draw);
    return {
      dom,
      contentDOM: dom,
      destroy: stop,
      ignoreMutation: (mutation) => mutation.type === 'attributes',
      update: (next) => {
        if (next.type !== first.type) return false;
        node = next;
        draw();
        return true;
      },
    };
  };
}
