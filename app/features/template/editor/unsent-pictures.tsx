import type { Editor } from '@tiptap/core';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { uploadTemplateFile } from '#core/template/version-calls.ts';
import { useRefresh } from '../../../query.ts';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { useOnline } from '../../../ui/offline-banner.tsx';
import { errorText } from '../../../wire/client-error.ts';
import { picturesIn, sendPicture } from './pictures.ts';
import { useSettledText } from './use-editor.ts';

interface Props {
  editor: Editor;
  templateId: string;
  /** Digests of the files that the server has. */
  files: readonly string[];
}

/** Debounce time in ms between the last keystroke and the upload of inserted pictures. */
const SETTLED_MS = 400;

/**
 * Uploads pictures of the text that are stored on this device and missing on the server: after insertion, when the page
 * opens, and when the network is back. Shows how many uploads failed and why, with a retry button.
 */
export function UnsentPictures({ editor, templateId, files }: Props) {
  const { t } = useTranslation('templateEdit');
  const refresh = useRefresh();
  const online = useOnline();
  const sent = useRef(new Set<string>());
  const busy = useRef(false);
  const [sending, setSending] = useState(false);
  const [failed, setFailed] = useState<{ count: number; why: unknown }>({ count: 0, why: undefined });

  const send = async () => {
    const missing = picturesIn(editor.state.doc).filter(
      (file) => !files.includes(file) && !sent.current.has(file),
    );
    if (busy.current || (missing.length === 0 && failed.count === 0)) return;
    busy.current = true;
    setSending(true);
    const now: typeof failed = { count: 0, why: undefined };
    const before = sent.current.size;
    for (const file of missing)
      try {
        if (await sendPicture(templateId, file)) sent.current.add(file);
      } catch (why) {
        now.count += 1;
        now.why = why;
      }
    busy.current = false;
    setSending(false);
    setFailed(now);
    if (sent.current.size > before) void refresh(uploadTemplateFile);
  };
  useSettledText(editor, SETTLED_MS, () => void send());
  // biome-ignore lint/correctness/useExhaustiveDependencies: `send` is made anew with each drawing; the network and the files say when to try again
  useEffect(() => void send(), [online, files]);

  if (failed.count === 0) return null;
  return (
    <Notice
      tone="warning"
      actions={
        <Button size="small" icon="upload" pending={sending} onClick={() => void send()}>
          {t('picture.again')}
        </Button>
      }
    >
      {t('picture.unsent', { count: failed.count })} {errorText(failed.why, t)}
    </Notice>
  );
}
