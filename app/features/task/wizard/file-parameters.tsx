import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import * as Y from 'yjs';
import { plainFileName } from '#core/file-name.ts';
import type { DraftDocument } from '#core/task/draft.ts';
import {
  importFileParameters,
  importTaskParameters,
  resolveFileParameters,
  writeDraftParameters,
  writeFileParameters,
} from '#core/task/file-parameters.ts';
import type { Parameters } from '#core/template/xml/parameters.ts';
import { PARAMETERS_BYTES } from '#core/template/xml/parameters.ts';
import { type FileParameters as OfFile, readTaskParameters } from '#core/template/xml/read-parameters.ts';
import { saveFile } from '../../../call.ts';
import { newKey } from '../../../parts/room/new-key.ts';
import { ParameterProblems } from '../../../parts/template-form/parameter-problems.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { FileUpload } from '../../../ui/file-upload.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { toast } from '../../../ui/toast-store.ts';
import type { StepProps } from './step-props.ts';
import style from './wizard.module.css';

type Props = Pick<StepProps, 'draft' | 'open'> & { document: DraftDocument; onClose: () => void };
type ReadResult = ReturnType<typeof readTaskParameters>;
const RULES = { types: ['.xml'], maxBytes: PARAMETERS_BYTES, maxFiles: 1 };

/**
 * The parameter file of a file, or of all files of the draft: signers and places, written from the draft and read into it
 * ([5.11q]).
 */
export default function FileParameters({ draft, open, document, onClose }: Props) {
  const { t } = useTranslation('parameters');
  const [read, setRead] = useState<ReadResult>();
  const nameless = (n: number) => t('nameless', { n });
  const save = (name: string, xml: string) =>
    saveFile({
      name: `${plainFileName(name)}.xml`,
      blob: new Blob([xml], { type: 'application/xml' }),
    });
  const several = draft.documents.length > 1;
  return (
    <Dialog open onClose={onClose} width="wide" title={t('title', { name: document.fileName })}>
      <p>{t('about')}</p>
      <div className={style.exports}>
        <Button
          icon="download"
          onClick={() => save(document.fileName, writeFileParameters(draft, document, nameless))}
        >
          {t('export')}
        </Button>
        {several && (
          <Button
            icon="download"
            onClick={() =>
              save(draft.task.taskName || document.fileName, writeDraftParameters(draft, nameless))
            }
          >
            {t('exportTask', { count: draft.documents.length })}
          </Button>
        )}
      </div>
      <FileUpload
        readsOnly
        label={t('import')}
        hint={t('importHint')}
        rules={RULES}
        upload={async (file) => readTaskParameters(new Uint8Array(await file.arrayBuffer()))}
        onDone={(item) => setRead(item.result)}
        onRemove={() => setRead(undefined)}
      />
      {read &&
        (read.problems.length > 0 ? (
          <ParameterProblems problems={read.problems} />
        ) : read.files ? (
          <TaskChanges files={read.files} {...{ draft, open, onClose, nameless }} />
        ) : (
          <Changes parameters={read.parameters!} {...{ draft, open, document, onClose, nameless }} />
        ))}
    </Dialog>
  );
}

/** What the file would add, and the button that adds it. */
function Changes({
  parameters,
  draft,
  open,
  document,
  onClose,
  nameless,
}: Props & { parameters: Parameters; nameless: (n: number) => string }) {
  const { t } = useTranslation('parameters');
  const changes = resolveFileParameters(parameters, draft, document, nameless);
  const signers = changes.signers.filter(({ signerId }) => signerId === undefined).length;
  const nothing = changes.added + signers === 0;
  const run = () => {
    open.undo.stopCapturing();
    importFileParameters(open.doc, document, changes, newKey);
    toast({ tone: 'success', text: t('imported', { places: changes.added }) });
    onClose();
  };
  return (
    <>
      <p>{nothing ? t('nothing') : t('changes', { places: changes.added, signers })}</p>
      {changes.left > 0 && <Notice>{t('left', { count: changes.left })}</Notice>}
      <div>
        <Button kind="primary" disabled={nothing} onClick={run}>
          {t('run')}
        </Button>
      </div>
    </>
  );
}

/** What a file of a whole task would add to the draft's files, and the button that adds it. */
function TaskChanges({
  files,
  draft,
  open,
  onClose,
  nameless,
}: Omit<Props, 'document'> & { files: readonly OfFile[]; nameless: (n: number) => string }) {
  const { t } = useTranslation('parameters');
  // Tried on a copy; `draft` changes with each change of the document, also by a colleague.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the document is the same object, its content is the draft
  const changes = useMemo(() => {
    const copy = new Y.Doc();
    Y.applyUpdate(copy, Y.encodeStateAsUpdate(open.doc));
    return importTaskParameters(copy, files, nameless, newKey);
  }, [draft, files]);
  const nothing = changes.places + changes.signers === 0;
  const run = () => {
    open.undo.stopCapturing();
    const { places } = importTaskParameters(open.doc, files, nameless, newKey);
    toast({ tone: 'success', text: t('imported', { places }) });
    onClose();
  };
  return (
    <>
      <p>
        {nothing
          ? t('nothing')
          : t('changesTask', { files: changes.files, places: changes.places, signers: changes.signers })}
      </p>
      {changes.unmatched.length > 0 && (
        <Notice tone="warning">{t('unmatched', { names: changes.unmatched.join(t('ui:separator')) })}</Notice>
      )}
      {changes.left > 0 && <Notice>{t('left', { count: changes.left })}</Notice>}
      <div>
        <Button kind="primary" disabled={nothing} onClick={run}>
          {t('run')}
        </Button>
      </div>
    </>
  );
}
