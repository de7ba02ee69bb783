import type { Editor } from '@tiptap/core';
import { toggleMark } from '@tiptap/pm/commands';
import type { Command, EditorState } from '@tiptap/pm/state';
import {
  addColumnAfter,
  addColumnBefore,
  addRowAfter,
  addRowBefore,
  deleteColumn,
  deleteRow,
  deleteTable,
  isInTable,
  mergeCells,
  splitCell,
} from '@tiptap/pm/tables';
import { yUndoPluginKey } from '@tiptap/y-tiptap';
import type { ReactNode } from 'react';
import { Separator } from 'react-aria-components/Separator';
import { Toolbar } from 'react-aria-components/Toolbar';
import { useTranslation } from 'react-i18next';
import { useEmbedded } from '../../../parts/signing/embedded.ts';
import { Button } from '../../../ui/button.tsx';
import { Icon, type IconName } from '../../../ui/icon.tsx';
import { Menu } from '../../../ui/menu.tsx';
import type { MenuAction } from '../../../ui/menu-list.tsx';
import {
  chosenBlocks,
  clearLook,
  insertPageBreak,
  isInside,
  liftOut,
  repeatRows,
  setAttributes,
  setBlock,
  setTextStyle,
  shiftLevel,
  toggleGroup,
} from './commands.ts';
import style from './editor.module.css';
import { useEditorState } from './use-editor.ts';

/** Font sizes on offer, pt ([9.35h]). */
const SIZES = [42, 36, 26, 24, 22, 18, 16, 15, 14, 12, 9];
const ALIGNS = ['left', 'centre', 'right', 'justify'] as const;
const MARKS = [
  ['bold', 'bold'],
  ['underline', 'underline'],
  ['strike', 'strike'],
] as const;

export type ToolLayer =
  | 'chip'
  | 'comment'
  | 'find'
  | 'page'
  | 'picture'
  | 'reference'
  | 'table'
  | 'tableSetting';

interface ToolStates {
  block: string;
  level: number;
  marks: string[];
  align: string | null;
  size: number | null;
  inTable: boolean;
  inGroup: boolean;
  inOptional: boolean;
  can: { undo: boolean; redo: boolean; merge: boolean; split: boolean; comment: boolean };
}

function toolStatesOf(state: EditorState): ToolStates {
  const block = chosenBlocks(state)[0]?.node;
  const { $from, empty, from, to } = state.selection;
  const marks = state.storedMarks ?? (empty ? $from.marks() : ($from.nodeAfter?.marks ?? []));
  const undo = yUndoPluginKey.getState(state)?.undoManager;
  return {
    block: block?.type.name ?? '',
    level: block?.attrs.level ?? 0,
    marks: marks.map(({ type }) => type.name),
    align: block?.attrs.align ?? null,
    size: marks.find(({ type }) => type.name === 'textStyle')?.attrs.size ?? block?.attrs.size ?? null,
    inTable: isInTable(state),
    inGroup: isInside(state, 'group'),
    inOptional: isInside(state, 'optional'),
    can: {
      undo: (undo?.undoStack.length ?? 0) > 0,
      redo: (undo?.redoStack.length ?? 0) > 0,
      merge: isInTable(state) && mergeCells(state),
      split: isInTable(state) && splitCell(state),
      comment: !empty && state.doc.textBetween(from, to).trim() !== '',
    },
  };
}

interface Props {
  editor: Editor;
  /** Opens a dialog or panel. */
  onOpen: (layer: ToolLayer) => void;
}

/**
 * The formatting tool bar: a single tab stop, arrow keys within. The text selection is kept; after a click the focus
 * returns to the text, after a key press it stays on the button.
 */
export function ToolBar({ editor, onOpen }: Props) {
  const { t } = useTranslation('templateEdit');
  // colleagues are beyond an embedded page
  const embedded = useEmbedded();
  const states = useEditorState(editor, toolStatesOf);
  const run = (command: Command) => {
    // A separate undo step, even directly after typing.
    yUndoPluginKey.getState(editor.state)?.undoManager.stopCapturing();
    command(editor.state, editor.view.dispatch, editor.view);
  };
  const back = () => requestAnimationFrame(() => requestAnimationFrame(() => editor.view.focus()));
  const tool = (
    id: string,
    icon: IconName,
    command: Command | (() => void),
    rest: Partial<ToolProps> = {},
  ) => (
    <Tool
      key={id}
      icon={icon}
      label={t(`tool.${id}` as 'tool.bold')}
      {...rest}
      onPress={() => (command.length === 0 ? (command as () => void)() : run(command as Command))}
    />
  );
  const item = (id: string, command: Command, rest: Partial<MenuAction> = {}): MenuAction => ({
    id,
    label: t(`tool.${id}` as 'tool.bold'),
    onAction: () => {
      run(command);
      back();
    },
    ...rest,
  });
  const kinds: MenuAction[] = [
    item('paragraph', setBlock('paragraph')),
    ...[1, 2, 3, 4].map((level) =>
      item(`heading${level}`, setBlock('heading', { level }), {
        label: t('tool.heading', { level }),
        separated: level === 1,
      }),
    ),
    ...[0, 1, 2, 3].map((level) =>
      item(`clause${level}`, setBlock('clause', { level }), {
        label: t('tool.clauseLevel', { level: level + 1 }),
        separated: level === 0,
      }),
    ),
    item('bullet', setBlock('item', { ordered: false }), { separated: true }),
    item('ordered', setBlock('item', { ordered: true })),
  ];
  return (
    <Toolbar aria-label={t('tool.title')} className={style.tools}>
      {tool('undo', 'undo', () => editor.commands.undo(), { disabled: !states.can.undo })}
      {tool('redo', 'redo', () => editor.commands.redo(), { disabled: !states.can.redo })}
      <Line />
      <Menu label={t('tool.kind')} size="small" align="start" actions={kinds}>
        <span className={style.kind}>{kindText(t, states)}</span>
      </Menu>
      <Menu
        label={t('tool.size')}
        size="small"
        align="start"
        actions={[
          item('sizeOwn', setTextStyle({ size: null })),
          ...SIZES.map((size) =>
            item(`size${size}`, setTextStyle({ size }), { label: t('tool.points', { size }) }),
          ),
        ]}
      >
        <span className={style.size}>{states.size ?? t('tool.sizeShort')}</span>
      </Menu>
      {MARKS.map(([name, icon]) =>
        tool(name, icon, toggleMark(editor.schema.marks[name]!), { pressed: states.marks.includes(name) }),
      )}
      {tool('clear', 'clear-look', clearLook)}
      <Line />
      {ALIGNS.map((align) =>
        tool(`align-${align}`, `align-${align}`, setAttributes({ align }), {
          pressed: states.align === align,
        }),
      )}
      {tool('outdent', 'outdent', shiftLevel(-1))}
      {tool('indent', 'indent', shiftLevel(1))}
      <Line />
      {tool('clause', 'clause', setBlock('clause', { level: 0 }), { pressed: states.block === 'clause' })}
      {tool('bullet', 'list', setBlock('item', { ordered: false }))}
      {tool('ordered', 'list-ordered', setBlock('item', { ordered: true }))}
      <Line />
      {tool('chip', 'at', () => onOpen('chip'))}
      {tool('reference', 'link', () => onOpen('reference'))}
      {states.inTable ? (
        <Menu
          label={t('tool.tableMenu')}
          icon="table"
          iconOnly
          size="small"
          actions={[
            item('rowAbove', addRowBefore),
            item('rowBelow', addRowAfter),
            item('columnLeft', addColumnBefore),
            item('columnRight', addColumnAfter),
            item('deleteRow', deleteRow, { separated: true }),
            item('deleteColumn', deleteColumn),
            item('merge', mergeCells, { separated: true, disabled: !states.can.merge }),
            item('split', splitCell, { disabled: !states.can.split }),
            item('unrepeat', repeatRows(null)),
            item('tableSetting', () => true, { separated: true, onAction: () => onOpen('tableSetting') }),
            item('deleteTable', deleteTable, { danger: true }),
          ]}
        />
      ) : (
        tool('table', 'table', () => onOpen('table'))
      )}
      {tool('picture', 'image', () => onOpen('picture'))}
      {tool('pageBreak', 'page-break', insertPageBreak)}
      {tool('group', 'group', toggleGroup, { pressed: states.inGroup })}
      {states.inOptional && tool('leaveOptional', 'close', liftOut('optional'))}
      <Line />
      {!embedded && tool('comment', 'comment', () => onOpen('comment'), { disabled: !states.can.comment })}
      {tool('find', 'search', () => onOpen('find'))}
      {tool('page', 'page', () => onOpen('page'))}
    </Toolbar>
  );
}

const Line = () => <Separator orientation="vertical" className={style.line} />;

type Translate = ReturnType<typeof useTranslation<'templateEdit'>>['t'];

function kindText(t: Translate, { block, level }: ToolStates): string {
  if (block === 'heading') return t('tool.heading', { level });
  if (block === 'clause') return t('tool.clauseLevel', { level: level + 1 });
  if (block === 'item') return t('tool.bullet');
  return t('tool.paragraph');
}

interface ToolProps {
  icon: IconName;
  label: string;
  pressed?: boolean;
  disabled?: boolean;
  onPress: () => void;
}

function Tool({ icon, label, pressed, disabled, onPress }: ToolProps): ReactNode {
  return (
    <Button
      kind="quiet"
      size="small"
      square
      aria-label={label}
      title={label}
      aria-pressed={pressed}
      // a disabled button would lose the focus during arrow key navigation
      aria-disabled={disabled}
      className={style.tool}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onPress}
    >
      <Icon name={icon} size={16} />
    </Button>
  );
}
