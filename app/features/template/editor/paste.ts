/** Handles paste and drop: cleans the content, splits overlong blocks, and keeps each seal unique. */
import { Extension } from '@tiptap/core';
import { Fragment, type Node, Slice } from '@tiptap/pm/model';
import { Plugin } from '@tiptap/pm/state';
import type { EditorView } from '@tiptap/pm/view';
import { withoutHidden } from '#core/validate/hidden-characters.ts';
import { cleanHtml, type LeftOut, parsable } from './clean-html.ts';

/** Maximum number of characters per block; a longer one is split at the end of a sentence. */
const LONGEST_BLOCK = 10_000;

/** Splits blocks that are so long that typing in them would be slow. */
export function withShortBlocks(fragment: Fragment): Fragment {
  const blocks: Node[] = [];
  fragment.forEach((node) => {
    if (!node.isTextblock || node.content.size <= LONGEST_BLOCK) {
      blocks.push(node.isTextblock || node.isLeaf ? node : node.copy(withShortBlocks(node.content)));
      return;
    }
    for (let from = 0; from < node.content.size; ) {
      const to = cutAfter(node, from);
      blocks.push(node.copy(node.content.cut(from, to)));
      from = to;
    }
  });
  return Fragment.fromArray(blocks);
}

function cutAfter(node: Node, from: number): number {
  const end = from + LONGEST_BLOCK;
  if (end >= node.content.size) return node.content.size;
  const text = node.textBetween(from, end, '', '\ufffc');
  const sentence = Math.max(...['。', '；', '. ', '\n'].map((mark) => text.lastIndexOf(mark) + mark.length));
  // do not split a surrogate pair
  const cut = /[\ud800-\udbff]$/.test(text) ? end - 1 : end;
  return sentence > LONGEST_BLOCK / 2 ? from + sentence : cut;
}

/** Drops chips of seals that are already in the text: a seal occurs only once. */
function withoutKnownSeals(fragment: Fragment, known: ReadonlySet<string>): Fragment {
  const nodes: Node[] = [];
  fragment.forEach((node) => {
    if (node.type.name === 'seal' && known.has(node.attrs.anchor)) return;
    nodes.push(node.isText ? node : node.copy(withoutKnownSeals(node.content, known)));
  });
  return Fragment.fromArray(nodes);
}

function sealsOf(doc: Node): ReadonlySet<string> {
  const keys = new Set<string>();
  doc.descendants((node) => {
    if (node.type.name === 'seal') keys.add(node.attrs.anchor);
  });
  return keys;
}

/** Converts plain text to paragraphs, one per line. */
export function linesOf(text: string): { lines: string[]; hidden: number } {
  let hidden = 0;
  const lines = text.split(/\r\n?|\n/).map((line) => {
    const shown = line.replace(/\t/g, ' ').replace(/[\u200b\u2060\ufeff]/g, '');
    const visible = withoutHidden(shown);
    hidden += [...shown].length - [...visible].length;
    return visible;
  });
  return { lines, hidden };
}

export const CleanPaste = Extension.create<{ onLeftOut: (leftOut: LeftOut) => void }>({
  name: 'cleanPaste',
  addOptions: () => ({ onLeftOut: () => undefined }),
  addProseMirrorPlugins() {
    const { onLeftOut } = this.options;
    const tell = (leftOut: LeftOut) => {
      if (leftOut.pictures + leftOut.hidden > 0) onLeftOut(leftOut);
    };
    return [
      new Plugin({
        props: {
          transformPastedHTML: (html) => {
            // content copied from this editor carries its nodes; forged content is still parsed by the rules of the
            // schema
            if (html.includes('data-pm-slice')) return withoutHidden(html);
            const { html: clean, leftOut } = cleanHtml(
              new DOMParser().parseFromString(parsable(html), 'text/html').body,
            );
            tell(leftOut);
            return clean;
          },
          clipboardTextParser: (text, $context, _plain, view) => {
            const { lines, hidden } = linesOf(text);
            tell({ pictures: 0, hidden });
            const { schema } = view.state;
            const marks = $context.marks();
            const blocks = lines
              .filter((line, at) => line !== '' || (at > 0 && at < lines.length - 1))
              .map((line) =>
                schema.nodes.paragraph!.create(null, line === '' ? null : schema.text(line, marks)),
              );
            return Slice.maxOpen(Fragment.fromArray(blocks));
          },
          transformPasted: (slice, view: EditorView) => {
            const content = withShortBlocks(slice.content);
            const moved = view.dragging?.move === true;
            const pasted = moved ? content : withoutKnownSeals(content, sealsOf(view.state.doc));
            return pasted.size === slice.content.size
              ? new Slice(pasted, slice.openStart, slice.openEnd)
              : Slice.maxOpen(pasted);
          },
        },
      }),
    ];
  },
});
