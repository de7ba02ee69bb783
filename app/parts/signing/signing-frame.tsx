import { lazy, type ReactNode, type Ref, Suspense, useEffect, useRef } from 'react';
import type { Bytes } from '#core/bytes.ts';
import type { TaskFileType } from '#core/task/plan.ts';
import { DocumentStage, type StageHandle } from '../../stage/document-stage.tsx';
import type { PageLabels, StagePage } from '../../stage/page-source.ts';
import { usePageSource } from '../../stage/use-page-source.ts';
import { classes } from '../../ui/classes.ts';
import { ErrorState, LoadingState } from '../../ui/state.tsx';
import style from './signing.module.css';

// Loaded on demand, as most tasks have a single file.
const Select = lazy(async () => ({ default: (await import('../../ui/select.tsx')).Select }));

/** A file that the frame shows, or may show. */
export interface FrameDocument {
  documentId: string;
  fileName: string;
  fileIndex: number;
  pages: readonly StagePage[];
}

interface Props {
  title: string;
  about?: string;
  /** Content of the header before the title and at the end. */
  before?: ReactNode;
  actions?: ReactNode;
  /** Content of the header after the title. */
  after?: ReactNode;
  documents: readonly FrameDocument[];
  /** The document on the stage; if undefined, `none` is shown. */
  document: FrameDocument | undefined;
  none?: ReactNode;
  chooseLabel: string;
  onChoose: (fileIndex: number) => void;
  format: TaskFileType;
  file: { bytes?: Bytes | undefined; error?: unknown; retry?: () => void };
  stage?: Ref<StageHandle>;
  /** Rendered over page `index`, at a scale of `pxPerMm` CSS pixels per mm. */
  overlay?: (index: number, pxPerMm: number) => ReactNode;
  /** Called when the pages of `document` are on the stage, with what the file calls them. */
  onOpened?: (labels: PageLabels | undefined) => void;
  /** The side panel, a `SigningSide`; without it the stage takes the full width. */
  side?: ReactNode;
  /** Shown within the shell instead of full-screen. */
  inside?: boolean;
  /** Dialogs. */
  children?: ReactNode;
}

/** Layout for signing: header with the file name, the stage, and a side panel. */
export function SigningFrame(props: Props) {
  const { documents, document, side, inside } = props;
  return (
    <div className={classes(style.screen, side ? style.withSide : style.alone, inside && style.inside)}>
      <header className={style.head}>
        {props.before}
        <h1>{props.title}</h1>
        {props.about && <span className={style.about}>{props.about}</span>}
        {props.after}
        <span className={style.spacer} />
        {documents.length > 1 && (
          <Suspense fallback={null}>
            <Select
              label={props.chooseLabel}
              hideLabel
              value={String(document?.fileIndex ?? '')}
              onChange={(value) => props.onChoose(Number(value))}
              options={documents.map((d) => ({ value: String(d.fileIndex), label: d.fileName }))}
            />
          </Suspense>
        )}
        {props.actions}
      </header>
      <div className={style.stage}>
        {document ? <Pages key={document.documentId} {...props} document={document} /> : props.none}
      </div>
      {side}
      {props.children}
    </div>
  );
}

function Pages(props: Props & { document: FrameDocument }) {
  const { document, format, file, stage, overlay } = props;
  const pages = usePageSource(file.bytes, format, document.pages);
  const opened = pages.state === 'open';
  const labels = opened ? pages.source.labels : undefined;
  const onOpened = useRef(props.onOpened);
  onOpened.current = props.onOpened;
  useEffect(() => {
    if (opened) onOpened.current?.(labels);
  }, [opened, labels]);
  if (file.error) return <ErrorState error={file.error} {...(file.retry ? { onRetry: file.retry } : {})} />;
  if (pages.state === 'failed') return <ErrorState error={pages.error} />;
  if (pages.state !== 'open') return <LoadingState />;
  return (
    <DocumentStage
      source={pages.source}
      label={document.fileName}
      {...(stage ? { handle: stage } : {})}
      {...(overlay ? { overlay } : {})}
    />
  );
}
