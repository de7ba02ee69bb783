import { useSearchParams } from '@remix-run/react';
import type { Editor } from '@tiptap/core';
import { type CSSProperties, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { OutputOf } from '#core/call.ts';
import type { ContentProblem } from '#core/template/check/content-problem.ts';
import { checkContent } from '#core/template/check-content.ts';
import { contentPage, type WebContent } from '#core/template/content.ts';
import type { readTemplate } from '#core/template/version-calls.ts';
import { useLanguage } from '../../../i18n/use-language.ts';
import { useEmbedded } from '../../../parts/signing/embedded.ts';
import { LoadingState } from '../../../ui/state.tsx';
import { Tabs } from '../../../ui/tabs.tsx';
import type { Marks } from '../parts/host.ts';
import { NO_MARKS } from '../parts/host.ts';
import { PartsPanel } from '../parts/parts-panel.tsx';
import { TemplateFrame, TwoSides, useReadOnly } from '../room/template-frame.tsx';
import type { TemplateParts, UsedTemplate } from '../room/use-template-room.ts';
import { ChipPicker } from './chip-picker.tsx';
import { PX_PER_MM } from './chips.ts';
import { ClauseLibrary } from './clause-library.tsx';
import { Comments, useThreads } from './comments.tsx';
import { PageDialog, ReferenceDialog, TableDialog, TableSettingDialog } from './dialogs.tsx';
import style from './editor.module.css';
import { FileMenu } from './file-menu.tsx';
import { FindBar } from './find-bar.tsx';
import { makeHost } from './make-host.ts';
import { marksIn } from './marks-in.ts';
import { PictureDialog } from './picture-dialog.tsx';
import { readWebContent } from './read-content.ts';
import { ToolBar, type ToolLayer } from './tool-bar.tsx';
import { UnsentPictures } from './unsent-pictures.tsx';
import { useSettledText } from './use-editor.ts';
import { picturesOf, usePages } from './use-pages.ts';
import { useTellMentioned } from './use-tell-mentioned.ts';
import { useWebEditor } from './use-web-editor.ts';
import { webOverlaps } from './web-overlaps.ts';

type Template = OutputOf<typeof readTemplate>;

type Side = 'parts' | 'clauses' | 'comments';

interface Props extends UsedTemplate {
  /** The template as loaded from the server; undefined offline. */
  template: Template | undefined;
  me: { id: string; name: string };
}

/** The editor of a web template: its text in WYSIWYG form, beside it fields, signers and comments. */
export function EditorScreen({ template, me, templateId, open, parts, status }: Props) {
  const [language] = useLanguage();
  const [params] = useSearchParams();
  const readOnly = useReadOnly(template, status);
  const [layer, setLayer] = useState<ToolLayer>();
  const [side, setSide] = useState<Side>(params.get('side') === 'comments' ? 'comments' : 'parts');
  const typedAt = useRef(false);
  const openLayer = (next: ToolLayer) => {
    typedAt.current = false;
    if (next === 'comment') setSide('comments');
    setLayer(next);
  };
  const close = () => setLayer(undefined);
  const editor = useWebEditor({
    templateId,
    open,
    parts,
    readOnly,
    onChipMenu: () => {
      typedAt.current = true;
      setLayer('chip');
    },
    onFind: () => setLayer('find'),
  });
  const title = template?.templateName ?? '';
  return (
    <TemplateFrame
      template={template}
      status={status}
      check={
        editor &&
        (() => checkContent(readWebContent(editor.getJSON(), parts), { scene: template?.sceneType ?? 'ENT' }))
      }
      overlaps={async (content) => {
        if (content.kind !== 'WEB' || !editor) return [];
        const pictures = await picturesOf(editor.state.doc, templateId);
        return webOverlaps(content, { title, language, pictures });
      }}
      actions={
        editor && (
          <FileMenu
            editor={editor}
            templateId={templateId}
            open={open}
            parts={parts}
            template={template}
            readOnly={readOnly}
          />
        )
      }
    >
      {editor && template && !readOnly && (
        <UnsentPictures editor={editor} templateId={templateId} files={template.files} />
      )}
      {editor && !readOnly && <ToolBar editor={editor} onOpen={openLayer} />}
      {editor && layer === 'find' && <FindBar editor={editor} readOnly={readOnly} onClose={close} />}
      {editor ? (
        <Work
          editor={editor}
          templateId={templateId}
          open={open}
          parts={parts}
          status={status}
          template={template}
          me={me}
          readOnly={readOnly}
          layer={layer}
          typedAt={typedAt.current}
          onClose={close}
          side={side}
          onSide={setSide}
        />
      ) : (
        <LoadingState />
      )}
    </TemplateFrame>
  );
}

interface WorkProps extends Props {
  editor: Editor;
  readOnly: boolean;
  layer: ToolLayer | undefined;
  typedAt: boolean;
  onClose: () => void;
  side: Side;
  onSide: (side: Side) => void;
}

/** Debounce time in ms before problems are shown. */
const SETTLED_MS = 400;

function Work(props: WorkProps) {
  const { editor, templateId, open, parts, template, me, readOnly, layer, onClose, side, onSide } = props;
  const { t } = useTranslation('templateEdit');
  const embedded = useEmbedded();
  const { marks, problems, content } = useFindings(editor, parts, template);
  const host = useMemo(() => makeHost(editor, marks), [editor, marks]);
  const threads = useThreads(open.doc);
  useTellMentioned({ doc: open.doc, threads, me: me.id, templateId, connected: props.status.connected });
  const pages = usePages(editor, content, templateId, template?.templateName ?? '');
  const waiting = threads.filter(({ resolved }) => !resolved).length;
  return (
    <>
      <TwoSides
        side={
          <Tabs
            label={t('side.title')}
            selected={side}
            onSelect={onSide}
            items={[
              { id: 'parts', label: t('side.parts') },
              // the enterprise's clauses, and the colleagues in comments, are beyond an embedded page
              ...(embedded
                ? []
                : [
                    { id: 'clauses' as const, label: t('side.clauses') },
                    { id: 'comments' as const, label: t('side.comments'), count: waiting },
                  ]),
            ]}
          >
            {side === 'parts' && (
              <PartsPanel doc={open.doc} parts={parts} host={host} readOnly={readOnly} problems={problems} />
            )}
            {side === 'clauses' && (
              <ClauseLibrary
                editor={editor}
                open={open}
                parts={parts}
                template={template}
                readOnly={readOnly}
              />
            )}
            {side === 'comments' && (
              <Comments
                editor={editor}
                doc={open.doc}
                me={me}
                readOnly={readOnly}
                threads={threads}
                isNew={layer === 'comment'}
                onDone={onClose}
              />
            )}
          </Tabs>
        }
      >
        {/* read-only text takes no focus, so the scrollable region itself must be focusable by keyboard */}
        <div
          className={style.desk}
          {...(readOnly ? { role: 'region', 'aria-label': t('text'), tabIndex: 0 } : {})}
        >
          <Sheet editor={editor} parts={parts} />
          <p className={style.pages} role="status">
            {pages !== undefined && t('pages', { count: pages })}
          </p>
        </div>
      </TwoSides>
      {layer === 'chip' && (
        <ChipPicker editor={editor} parts={parts} host={host} typed={props.typedAt} onClose={onClose} />
      )}
      {layer === 'page' && <PageDialog doc={open.doc} page={parts.page} onClose={onClose} />}
      {layer === 'table' && <TableDialog editor={editor} onClose={onClose} />}
      {layer === 'tableSetting' && <TableSettingDialog editor={editor} onClose={onClose} />}
      {layer === 'reference' && <ReferenceDialog editor={editor} onClose={onClose} />}
      {layer === 'picture' && <PictureDialog editor={editor} onClose={onClose} />}
    </>
  );
}

interface Findings {
  marks: Marks;
  problems: readonly ContentProblem[];
  /** The content, if it is valid. */
  content: WebContent | undefined;
}

/** The marks in the text, at once; and the problems that prevent enabling the template, debounced. */
function useFindings(editor: Editor, parts: TemplateParts, template: Template | undefined): Findings {
  const [found, setFound] = useState<Findings>({ marks: NO_MARKS, problems: [], content: undefined });
  const look = () => {
    const { problems, content } = checkContent(readWebContent(editor.getJSON(), parts), {
      scene: template?.sceneType ?? 'ENT',
    });
    setFound({
      marks: marksIn(editor.state.doc),
      problems,
      content: content?.kind === 'WEB' ? content : undefined,
    });
  };
  useSettledText(editor, SETTLED_MS, look);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `look` is made anew with each drawing; parts and template say when to look again
  useEffect(look, [parts, template]);
  return found;
}

const PAPER = {
  A4: [210, 297],
  A4_LANDSCAPE: [297, 210],
  A3: [297, 420],
  A5: [148, 210],
  LETTER: [215.9, 279.4],
} as const;

/** The sheet of paper around the text, with the width and margins of the file. */
function Sheet({ editor, parts }: { editor: Editor; parts: TemplateParts }) {
  const page = contentPage.safeParse(parts.page).data ?? contentPage.parse({});
  const [width, height] = PAPER[page.size];
  const px = (mm: number) => `${mm * PX_PER_MM}px`;
  const mount = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = mount.current;
    if (!element) return;
    editor.mount(element);
    return () => {
      if (!editor.isDestroyed) editor.unmount();
    };
  }, [editor]);
  return (
    <div
      className={style.sheet}
      style={
        {
          '--paper-width': px(width),
          '--paper-height': px(height),
          '--top': px(page.marginTop),
          '--right': px(page.marginRight),
          '--bottom': px(page.marginBottom),
          '--left': px(page.marginLeft),
        } as CSSProperties
      }
    >
      <p className={style.margin} data-at="top">
        {page.header}
      </p>
      <div ref={mount} className={style.text} />
      <p className={style.margin} data-at="bottom">
        {page.footer}
      </p>
    </div>
  );
}
