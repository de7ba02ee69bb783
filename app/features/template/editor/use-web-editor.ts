import type { Editor } from '@tiptap/core';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { OpenRoom } from '../../../parts/room/open-room.ts';
import { toast } from '../../../ui/toast-store.ts';
import type { TemplateParts } from '../room/use-template-room.ts';
import type { ChipSource } from './chips.ts';
import { makeEditor, nameEditor } from './make-editor.ts';
import { pictureAddress } from './pictures.ts';
import { setNumbering } from './structure.ts';

interface Options {
  templateId: string;
  open: OpenRoom;
  parts: TemplateParts;
  readOnly: boolean;
  onChipMenu: () => void;
  onFind: () => void;
}

/** The words in the text, a new object in another language. */
function useChipTexts(): ChipSource['words'] {
  const { t } = useTranslation(['templateEdit', 'wizard']);
  return useMemo(
    () => ({
      kind: (kind) => t(`wizard:kind.${kind}` as 'wizard:kind.ENT_SEAL'),
      seal: (names) => t('chip.seal', names),
      goneField: t('chip.goneField'),
      goneSeal: t('chip.goneSeal'),
      rows: (name) => t('chip.rows', { name }),
      option: (name) => t('chip.option', { name }),
      group: t('chip.group'),
      pageBreak: t('tool.pageBreak'),
      pictureMissing: t('picture.missing'),
    }),
    [t],
  );
}

/** The editor of the room's text, for as long as the page shows it; undefined until it is made. */
export function useWebEditor(options: Options): Editor | undefined {
  const { open, parts, readOnly, templateId } = options;
  const { t } = useTranslation('templateEdit');
  const [editor, setEditor] = useState<Editor>();
  const listeners = useMemo(() => new Set<() => void>(), []);
  const texts = useChipTexts();
  const label = t('text');
  const latest = useRef({ ...options, t, words: texts });
  latest.current = { ...options, t, words: texts };

  // biome-ignore lint/correctness/useExhaustiveDependencies: an editor is made for a room; words, which change with the language, and other options are read through `latest`, as a new editor would have neither the caret nor the focus
  useEffect(() => {
    const source: ChipSource = {
      parts: () => latest.current.parts,
      listen: (listener) => {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
      get words() {
        return latest.current.words;
      },
      picture: (file) => pictureAddress(templateId, file),
    };
    const made = makeEditor({
      room: open,
      source,
      readOnly,
      label,
      onLeftOut: ({ pictures, hidden }) => {
        const { t } = latest.current;
        if (pictures > 0) toast({ tone: 'info', text: t('paste.pictures', { count: pictures }) });
        if (hidden > 0) toast({ tone: 'info', text: t('paste.hidden', { count: hidden }) });
      },
      onChipMenu: () => latest.current.onChipMenu(),
      onFind: () => latest.current.onFind(),
    });
    setEditor(made);
    return () => {
      setEditor(undefined);
      made.destroy();
    };
  }, [open, templateId]);

  useEffect(() => {
    editor?.setEditable(!readOnly, false);
  }, [editor, readOnly]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the effect draws the chips anew when the parts or words change, without reading them
  useEffect(() => {
    for (const listener of listeners) listener();
  }, [parts, texts]);
  useEffect(() => {
    if (editor) nameEditor(editor, label);
  }, [editor, label]);
  const numbering = parts.page.numbering ?? 'DECIMAL';
  useEffect(() => {
    editor?.view.dispatch(setNumbering(editor.state.tr, numbering));
  }, [editor, numbering]);
  return editor;
}
