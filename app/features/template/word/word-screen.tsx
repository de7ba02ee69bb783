import { useMutation } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Bytes } from '#core/bytes.ts';
import type { OutputOf } from '#core/call.ts';
import { LIMITS } from '#core/config/limits.ts';
import { carryMarks, type LostMark } from '#core/docx/carry-marks.ts';
import { type Docx, openDocx } from '#core/docx/open-docx.ts';
import { broughtAlong } from '#core/docx/own-lists.ts';
import { checkContent } from '#core/template/check-content.ts';
import type { WordContent } from '#core/template/content.ts';
import { anchorOverlaps } from '#core/template/fill/overlaps.ts';
import { boxesOfControls } from '#core/template/fill/word-boxes.ts';
import { mayDoWith } from '#core/template/record.ts';
import { putLists } from '#core/template/room.ts';
import { downloadTemplateFile, type readTemplate } from '#core/template/version-calls.ts';
import { type layOutWord, tryOutWord } from '#core/template/word-calls.ts';
import { marksOfDocx } from '#core/template/word-marks.ts';
import { callFile, saveFile } from '../../../call.ts';
import { type LayingOut, LayingOutStatus } from '../../../parts/laid-out/laying-out.tsx';
import { untilLaidOut } from '../../../parts/laid-out/until-laid-out.ts';
import type { StageHandle } from '../../../stage/document-stage.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { FileUpload } from '../../../ui/file-upload.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { useOnline } from '../../../ui/offline-banner.tsx';
import { ErrorState, LoadingState } from '../../../ui/state.tsx';
import { toast } from '../../../ui/toast-store.ts';
import type { UploadOptions } from '../../../ui/use-uploads.ts';

import { PartsPanel } from '../parts/parts-panel.tsx';
import { ProblemLines } from '../parts/problem-lines.tsx';
import { TemplateFrame, TwoSides, useReadOnly } from '../room/template-frame.tsx';
import { readParts, type UsedTemplate } from '../room/use-template-room.ts';
import { ChooseText } from './choose-text.tsx';
import { FoundMarks } from './found-marks.tsx';
import { makeWordHost, marksOfText, type TextRange, titleOf } from './make-word-host.ts';
import { useWordFile } from './use-word-file.ts';
import style from './word.module.css';
import { WordStage } from './word-stage.tsx';

const TryOutDialog = lazy(() => import('../parts/try-out-dialog.tsx'));

interface Props extends UsedTemplate {
  template: OutputOf<typeof readTemplate>;
}

const RULES = { types: ['.docx'], maxBytes: LIMITS.templateDocx, maxFiles: 1 } as const;

/** Editor of a Word template: the pages of the docx, and beside them fields, signers and places. */
export function WordScreen({ template, templateId, open, parts, status }: Props) {
  const { t } = useTranslation(['templateWord', 'templateEdit', 'template']);
  const online = useOnline();
  const mayEdit = mayDoWith(template.access).edit;
  const cannotWrite = useReadOnly(template, status);
  const readOnly = cannotWrite || !online;
  const stage = useRef<StageHandle>(null);
  const [chosen, setChosen] = useState<TextRange>();
  const [replacing, setReplacing] = useState(false);
  const [lost, setLost] = useState<readonly LostMark[]>([]);
  const fileKey = parts.page.docx;
  const file = useWordFile(templateId, open.doc, fileKey);
  const { text, pages } = file;

  // Reads from the room, not from `parts`: a part that was just added is not in the React state yet.
  const title = (key: string) =>
    titleOf(readParts(open.doc), (kind) => t(`templateWord:kind.${kind as 'ENT_SEAL'}`), key);
  const marks = useMemo(() => marksOfText(text, parts), [text, parts]);
  const edit = useMutation({ mutationFn: (change: (docx: Docx) => Bytes) => file.change(change) });
  const host = makeWordHost({
    text,
    marks,
    chosen: readOnly ? undefined : chosen,
    title,
    change: (change) => edit.mutate(change, { onSuccess: () => setChosen(undefined) }),
    onNoPlace: () => toast({ tone: 'info', text: t('choose.none') }),
    goTo: (key) => {
      const box = pages?.layout.boxes.find((one) => one.key === key);
      if (box) stage.current?.goTo(box.page - 1, box.y);
    },
  });
  const { fields, rows, options, signers, anchors } = parts;
  const content: unknown = { kind: 'WORD', docx: fileKey, fields, rows, options, signers, anchors };
  const facts = { scene: template.sceneType, ...(text ? { marks: marksOfDocx(text.docx, parts) } : {}) };
  const { problems } = checkContent(content, facts);
  const [tried, setTried] = useState<WordContent>();
  const tryOut = () => {
    const { content: shaped } = checkContent(content, facts);
    if (shaped?.kind === 'WORD') setTried(shaped);
    else toast({ tone: 'warning', text: t('templateEdit:file.broken') });
  };

  const upload = async (chosenFile: File, options: UploadOptions): Promise<void> => {
    const next = openDocx(new Uint8Array(await chosenFile.arrayBuffer()));
    // a file exported from a web template contains its fields and places
    putLists(open.doc, broughtAlong(next, readParts(open.doc)));
    if (!text) return file.put(next.bytes, options);
    const carried = carryMarks(text.docx, next, title);
    await file.put(carried.bytes, options);
    setLost(carried.lost);
  };
  const uploader = (
    <FileUpload
      label={t('upload.label')}
      hint={t('upload.hint')}
      rules={RULES}
      upload={upload}
      disabled={!online}
      onDone={() => setReplacing(false)}
    />
  );

  return (
    <TemplateFrame
      template={template}
      status={status}
      check={fileKey ? () => checkContent(content, facts) : undefined}
      overlaps={async (published) => {
        const layout = await file.layOut();
        const boxes = boxesOfControls(layout.boxes, published.anchors);
        return anchorOverlaps(published.anchors, boxes, layout.pages);
      }}
      actions={
        <>
          {text && online && (
            <Button size="small" icon="eye" onClick={tryOut}>
              {t('templateEdit:file.tryOut')}
            </Button>
          )}
          {fileKey && <Download templateId={templateId} fileKey={fileKey} name={template.templateName} />}
          {fileKey && !readOnly && (
            <Button size="small" icon="upload" onClick={() => setReplacing(true)}>
              {t('replace.action')}
            </Button>
          )}
        </>
      }
    >
      {!online && <Notice tone="warning">{t('offline')}</Notice>}
      {lost.length > 0 && <LostPlaces lost={lost} title={title} onSeen={() => setLost([])} />}
      {!fileKey &&
        (mayEdit && !status.closed ? (
          <div className={style.upload}>{uploader}</div>
        ) : (
          <Notice>{t('upload.none')}</Notice>
        ))}
      {fileKey && text && !readOnly && (
        <FoundMarks doc={open.doc} text={text} change={(change) => edit.mutateAsync(change)} />
      )}
      {fileKey && file.error !== undefined && file.error !== null && !pages && (
        <ErrorState error={file.error} onRetry={file.retry} />
      )}
      {fileKey && !(file.error && !pages) && (
        <TwoSides
          side={
            <>
              {text && !readOnly && (
                <ChooseText paragraphs={text.paragraphs} chosen={chosen} onChoose={setChosen} />
              )}
              <PartsPanel doc={open.doc} parts={parts} host={host} readOnly={readOnly} problems={problems} />
              <ProblemLines problems={problems.filter(({ on }) => on === 'docx')} />
              {pages && <LaidOutBy layout={pages.layout} />}
            </>
          }
        >
          <PageArea layingOut={file.layingOut ?? (edit.isPending ? CHANGING : undefined)}>
            {pages && (
              <WordStage
                pages={pages}
                parts={parts}
                chosen={chosen}
                onChoose={readOnly ? undefined : setChosen}
                title={title}
                handle={stage}
              />
            )}
          </PageArea>
        </TwoSides>
      )}
      {replacing && <ReplaceDialog onClose={() => setReplacing(false)}>{uploader}</ReplaceDialog>}
      <Suspense>
        {tried && (
          <TryOut
            templateId={templateId}
            title={template.templateName}
            content={tried}
            onClose={() => setTried(undefined)}
          />
        )}
      </Suspense>
    </TemplateFrame>
  );
}

/** While a change of the file is on its way. */
const CHANGING: LayingOut = { step: 'converting', ahead: 0 };

type PageAreaProps = { layingOut: LayingOut | undefined; children: ReactNode };

/** The pages, and what is done for them while they are laid out, at first or again. */
function PageArea({ layingOut, children }: PageAreaProps) {
  return (
    <div className={style.desk}>
      {children || <LoadingState />}
      {layingOut && <LayingOutStatus layingOut={layingOut} />}
    </div>
  );
}

function ReplaceDialog({ onClose, children }: { onClose: () => void; children: ReactNode }) {
  const { t } = useTranslation('templateWord');
  return (
    <Dialog open onClose={onClose} title={t('replace.title')}>
      <p className={style.hint}>{t('replace.about')}</p>
      {children}
    </Dialog>
  );
}

type TryOutProps = { templateId: string; title: string; content: WordContent; onClose: () => void };

/** The file with made-up values for the current content. */
function TryOut({ templateId, title, content, onClose }: TryOutProps) {
  return (
    <TryOutDialog
      make={async ({ mode, language }, _, signal) => {
        const wanted = { id: templateId, content, mode, language };
        const { blob } = await untilLaidOut(() => callFile(tryOutWord, wanted, { signal }));
        return { data: new Uint8Array(await blob.arrayBuffer()) };
      }}
      fileTypes={['PDF']}
      online
      templateId={templateId}
      title={title}
      onClose={onClose}
    />
  );
}

/** Downloads the current docx. */
function Download({ templateId, fileKey, name }: { templateId: string; fileKey: string; name: string }) {
  const { t } = useTranslation('templateWord');
  const download = useMutation({
    mutationFn: async () => {
      const { blob } = await callFile(downloadTemplateFile, { id: templateId, fileKey });
      saveFile({ name: `${name}.docx`, blob });
    },
  });
  return (
    <Button size="small" icon="download" pending={download.isPending} onClick={() => download.mutate()}>
      {t('download')}
    </Button>
  );
}

/** Lists the marks of the replaced file that have no position in the new one. */
function LostPlaces({
  lost,
  title,
  onSeen,
}: {
  lost: readonly LostMark[];
  title: (key: string) => string;
  onSeen: () => void;
}) {
  const { t } = useTranslation('templateWord');
  return (
    <Notice
      tone="warning"
      actions={
        <Button size="small" onClick={onSeen}>
          {t('replace.seen')}
        </Button>
      }
    >
      {t('replace.lost', { count: lost.length })}
      <ul className={style.lost}>
        {lost.map(({ key, around }) => (
          <li key={key}>
            {title(key)}
            {around && `: ${around.slice(0, 40)}`}
          </li>
        ))}
      </ul>
    </Notice>
  );
}

/** Names under which the service has Noto Serif SC, Noto Sans SC and LXGW WenKai. */
const SERIF = /^(Signet Song|Noto Serif( CJK)? SC)$/;
const SANS = /^(Signet Hei|Noto Sans( CJK)? SC)$/;
const KAI = /^(Signet Kai|LXGW WenKai( Lite)?)$/;

/** The layout engine, how long it took, and where the pages may differ from Word. */
function LaidOutBy({
  layout: { engine, ms, fonts, external },
}: {
  layout: Pick<OutputOf<typeof layOutWord>, 'engine' | 'ms' | 'fonts' | 'external'>;
}) {
  const { t } = useTranslation('templateWord');
  const nameOf = (font: string) => {
    if (SERIF.test(font)) return t('made.serif');
    if (KAI.test(font)) return t('made.kai');
    return SANS.test(font) ? t('made.sans') : font;
  };
  const others = fonts.filter(({ sameStyle }) => !sameStyle);
  const alike = fonts.filter(({ sameStyle }) => sameStyle);
  return (
    <div className={style.made}>
      <p className={style.hint}>{t('made.by', { engine, seconds: (ms / 1000).toFixed(1) })}</p>
      {others.length > 0 && (
        <Notice tone="warning">
          {t('made.otherFonts')}
          <ul className={style.lost}>
            {others.map(({ from, to }) => (
              <li key={from}>
                {to ? t('made.font', { from, to: nameOf(to) }) : t('made.fontChosen', { from })}
              </li>
            ))}
          </ul>
        </Notice>
      )}
      {alike.length > 0 && (
        <p className={style.hint}>
          {t('made.fonts', {
            fonts: alike
              .map(({ from, to }) => t('made.font', { from, to: nameOf(to) }))
              .join(t('made.comma')),
          })}
        </p>
      )}
      {external.length > 0 && (
        <Notice tone="warning">{t('made.external', { names: external.join(' ') })}</Notice>
      )}
    </div>
  );
}
