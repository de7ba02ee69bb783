import { Editor, Extension, type Extensions, textblockTypeInputRule } from '@tiptap/core';
import { chainCommands, toggleMark } from '@tiptap/pm/commands';
import { dropCursor } from '@tiptap/pm/dropcursor';
import { gapCursor } from '@tiptap/pm/gapcursor';
import type { Command } from '@tiptap/pm/state';
import { tableEditing } from '@tiptap/pm/tables';
import { ySyncPluginKey } from '@tiptap/y-tiptap';
import { BODY_FRAGMENT } from '#core/template/room.ts';
import type { OpenRoom } from '../../../parts/room/open-room.ts';
import { CaretBlock } from './caret-block.ts';
import { chipMenu } from './chip-menu.ts';
import {
  type ChipSource,
  fieldView,
  pageBreakView,
  pictureView,
  rowView,
  sealView,
  sectionView,
  tableView,
} from './chips.ts';
import type { LeftOut } from './clean-html.ts';
import { Colleagues } from './colleagues.ts';
import {
  backToParagraph,
  insertPageBreak,
  leaveEmpty,
  moveChip,
  onShiftTab,
  onTab,
  setAttributes,
  setBlock,
  splitBlock,
} from './commands.ts';
import { Find } from './find.ts';
import { keepCaret } from './keep-caret.ts';
import { PageBreaks } from './page-breaks.ts';
import { CleanPaste } from './paste.ts';
import { SCHEMA_EXTENSIONS } from './schema.ts';
import { SharedText } from './shared/bind-text.ts';
import { Structured } from './structure.ts';

/** The origin of the editor's own changes, so that undo affects only these. */
export const EDITOR_ORIGIN: unknown = ySyncPluginKey;

export interface EditorOptions {
  room: OpenRoom;
  source: ChipSource;
  readOnly: boolean;
  label: string;
  onLeftOut: (leftOut: LeftOut) => void;
  /** Opens the chip menu at the caret. */
  onChipMenu: () => void;
  onFind: () => void;
}

/** The editor of a web template's text, in no element yet: `mount` puts it into one. */
export function makeEditor(options: EditorOptions): Editor {
  const { room, source, readOnly, label } = options;
  return new Editor({
    element: null,
    editable: !readOnly,
    injectCSS: false,
    enableInputRules: true,
    enablePasteRules: false,
    // tells after each key what it deleted, which nobody here asks
    enableCoreExtensions: { delete: false },
    textDirection: 'ltr',
    extensions: [
      ...withViews(source),
      Structured,
      Find,
      PageBreaks,
      CaretBlock,
      CleanPaste.configure({ onLeftOut: options.onLeftOut }),
      Behaviour.configure({ onChipMenu: options.onChipMenu, onFind: options.onFind }),
      SharedText.configure({
        document: room.doc,
        field: BODY_FRAGMENT,
        yUndoOptions: { undoManager: room.undo },
      }),
      Colleagues.configure({ awareness: room.awareness }),
    ],
    editorProps: propsOf(label),
  });
}

const propsOf = (label: string) => ({
  attributes: {
    role: 'textbox',
    'aria-multiline': 'true',
    'aria-label': label,
    spellcheck: 'false',
  },
});

/** Names the text in the language of the page, which may change while it is open. */
export function nameEditor(editor: Editor, label: string): void {
  editor.setOptions({ editorProps: propsOf(label) });
}

/** The nodes with their views on screen. */
function withViews(source: ChipSource): Extensions {
  const views: Record<string, object> = {
    field: { addNodeView: () => fieldView(source) },
    seal: { addNodeView: () => sealView(source) },
    picture: { addNodeView: () => pictureView(source) },
    table: { addNodeView: () => tableView() },
    tableRow: { addNodeView: () => rowView(source) },
    pageBreak: { addNodeView: () => pageBreakView(source) },
    group: { addNodeView: () => sectionView(source, () => source.words.group) },
    optional: {
      addNodeView: () =>
        sectionView(source, ({ attrs }) =>
          source.words.option(source.parts().options.find(({ key }) => key === attrs.option)?.name ?? '?'),
        ),
    },
  };
  return SCHEMA_EXTENSIONS.map((extension) => {
    const view = views[extension.name];
    return view && extension.type === 'node' ? extension.extend(view) : extension;
  });
}

const LEVELS = [1, 2, 3, 4] as const;

const Behaviour = Extension.create<Pick<EditorOptions, 'onChipMenu' | 'onFind'>>({
  name: 'behaviour',
  priority: 200,
  addOptions: () => ({ onChipMenu: () => undefined, onFind: () => undefined }),
  addKeyboardShortcuts() {
    const run = (command: Command) => () =>
      command(this.editor.state, this.editor.view.dispatch, this.editor.view);
    const mark = (name: string) => run(toggleMark(this.editor.schema.marks[name]!));
    const call = (listener: () => void) => () => {
      listener();
      return true;
    };
    // after Escape the next Tab leaves the text, for keyboard users
    let leaving = false;
    const unlessLeaving = (command: Command) => () => {
      if (leaving) {
        leaving = false;
        return false;
      }
      return run(command)();
    };
    return {
      Escape: () => {
        leaving = true;
        return false;
      },
      Tab: unlessLeaving(onTab),
      'Shift-Tab': unlessLeaving(onShiftTab),
      Enter: run(chainCommands(leaveEmpty, splitBlock)),
      Backspace: run(backToParagraph),
      'Shift-Enter': run((state, dispatch) => {
        dispatch?.(state.tr.replaceSelectionWith(state.schema.nodes.hardBreak!.create()).scrollIntoView());
        return true;
      }),
      'Mod-Enter': run(insertPageBreak),
      'Mod-b': mark('bold'),
      'Mod-u': mark('underline'),
      'Mod-Shift-x': mark('strike'),
      'Mod-Shift-l': run(setAttributes({ align: 'left' })),
      'Mod-Shift-e': run(setAttributes({ align: 'centre' })),
      'Mod-Shift-r': run(setAttributes({ align: 'right' })),
      'Mod-Shift-j': run(setAttributes({ align: 'justify' })),
      'Mod-Alt-0': run(setBlock('paragraph')),
      ...Object.fromEntries(LEVELS.map((level) => [`Mod-Alt-${level}`, run(setBlock('heading', { level }))])),
      'Mod-Alt-5': run(setBlock('clause', { level: 0 })),
      'Alt-ArrowLeft': run(moveChip(-1)),
      'Alt-ArrowRight': run(moveChip(1)),
      'Mod-f': call(this.options.onFind),
    };
  },
  addInputRules() {
    const { nodes } = this.editor.schema;
    const rule = (find: RegExp, name: string, attributes: object = {}) =>
      textblockTypeInputRule({ find, type: nodes[name]!, getAttributes: () => attributes });
    return [
      ...LEVELS.map((level) => rule(new RegExp(`^#{${level}}\\s$`), 'heading', { level })),
      rule(/^[-*•]\s$/, 'item'),
      rule(/^§\s$/, 'clause'),
    ];
  },
  addProseMirrorPlugins() {
    return [
      dropCursor({ color: false, class: 'drop-caret' }),
      gapCursor(),
      tableEditing(),
      chipMenu(this.options),
      keepCaret(),
    ];
  },
});
