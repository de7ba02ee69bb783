import type { Editor } from '@tiptap/core';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { OutputOf } from '#core/call.ts';
import { checkContent } from '#core/template/check-content.ts';
import type { WebContent } from '#core/template/content.ts';
import type { readTemplate } from '#core/template/version-calls.ts';
import type { OpenRoom } from '../../../parts/room/open-room.ts';
import { makeFileInBackground } from '../../../parts/typeset/typeset.ts';
import { Menu } from '../../../ui/menu.tsx';
import { toast } from '../../../ui/toast-store.ts';
import type { TemplateParts } from '../room/use-template-room.ts';
import { readWebContent } from './read-content.ts';
import { picturesOf } from './use-pages.ts';

// Import, export and preview of files are loaded on demand.
const ImportDialog = lazy(() => import('./import-dialog.tsx'));
const TryOutDialog = lazy(() => import('../parts/try-out-dialog.tsx'));

const NO_VALUES = { fields: {}, rows: {}, options: {} };

interface Props {
  editor: Editor;
  templateId: string;
  open: OpenRoom;
  parts: TemplateParts;
  template: OutputOf<typeof readTemplate> | undefined;
  readOnly: boolean;
}

type Layer = { kind: 'import' } | { kind: 'tryOut'; content: WebContent };

/** The file menu: try out with sample values, export to Word, import from Word. */
export function FileMenu({ editor, templateId, open, parts, template, readOnly }: Props) {
  const { t } = useTranslation(['templateEdit', 'wizard']);
  const [layer, setLayer] = useState<Layer>();
  const close = () => setLayer(undefined);
  const title = template?.templateName ?? t('title');
  const withContent = (go: (content: WebContent) => void) => {
    const scene = template?.sceneType ?? 'ENT';
    const { content } = checkContent(readWebContent(editor.getJSON(), parts), { scene });
    if (content?.kind === 'WEB') go(content);
    else toast({ tone: 'warning', text: t('file.broken') });
  };
  const exportDraft = async (content: WebContent) => {
    const { exportDocx } = await import('./export-docx.ts');
    const { complete } = await exportDocx(editor, content, {
      templateId,
      title,
      placeName: ({ signer, kind }) =>
        t('chip.seal', {
          signer: content.signers.find(({ key }) => key === signer)?.name ?? '',
          kind: t(`wizard:kind.${kind}`),
        }),
    });
    if (!complete) toast({ tone: 'warning', text: t('file.picturesMissing') });
  };
  return (
    <>
      <Menu
        label={t('file.title')}
        size="small"
        actions={[
          {
            id: 'tryOut',
            label: t('file.tryOut'),
            onAction: () => withContent((content) => setLayer({ kind: 'tryOut', content })),
          },
          {
            id: 'export',
            label: t('file.export'),
            onAction: () => withContent((content) => void exportDraft(content)),
          },
          ...(readOnly
            ? []
            : [
                {
                  id: 'import',
                  label: t('file.import'),
                  separated: true,
                  onAction: () => setLayer({ kind: 'import' }),
                },
              ]),
        ]}
      />
      <Suspense>
        {layer?.kind === 'import' && (
          <ImportDialog
            open={open}
            parts={parts}
            hasText={editor.state.doc.textContent.trim() !== '' || editor.state.doc.childCount > 1}
            onClose={close}
          />
        )}
        {layer?.kind === 'tryOut' && (
          <TryOutDialog
            make={async (wanted, madeAt, signal) => {
              const pictures = await picturesOf(editor.state.doc, templateId);
              const input = { ...wanted, content: layer.content, values: NO_VALUES, title, madeAt, pictures };
              const { data, typeset } = await makeFileInBackground(input, signal);
              const pages = typeset.pages.map(({ width, height }) => ({ widthMm: width, heightMm: height }));
              return { data, pages };
            }}
            fileTypes={['PDF', 'OFD']}
            online={false}
            templateId={templateId}
            title={title}
            onClose={close}
          />
        )}
      </Suspense>
    </>
  );
}
