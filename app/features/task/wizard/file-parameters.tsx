import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { plainFileName } from '#core/file-name.ts';
import type { DraftDocument } from '#core/task/draft.ts';
import {
  importFileParameters,
  resolveFileParameters,
  writeFileParameters,
} from '#core/task/file-parameters.ts';
import { PARAMETERS_BYTES } from '#core/template/xml/parameters.ts';
import { readParameters } from '#core/template/xml/read-parameters.ts';
import { saveFile } from '../../../call.ts';
import { newKey } from '../../../parts/room/new-key.ts';
import { ParameterProblems } from '../../../parts/template-form/parameter-problems.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { FileUpload } from '../../../ui/file-upload.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { toast } from '../../../ui/toast-store.ts';
import type { StepProps } from './step-props.ts';

type Props = Pick<StepProps, 'draft' | 'open'> & { document: DraftDocument; onClose: () => void };
type Read = ReturnType<typeof readParameters>;
const RULES = { types: ['.xml'], maxBytes: PARAMETERS_BYTES, maxFiles: 1 };

/** The parameter file of a file: its signers and places, written from the draft and read into it ([5.11q]). */
export default function FileParameters({ draft, open, document, onClose }: Props) {
  const { t } = useTranslation('parameters');
  const [read, setRead] = useState<Read>();
  const nameless = (n: number) => t('nameless', { n });
  const save = () =>
    saveFile({
      name: `${plainFileName(document.fileName)}.xml`,
      blob: new Blob([writeFileParameters(draft, document, nameless)], { type: 'application/xml' }),
    });
  return (
    <Dialog open onClose={onClose} width="wide" title={t('title', { name: document.fileName })}>
      <p>{t('about')}</p>
      <div>
        <Button icon="download" onClick={save}>
          {t('export')}
        </Button>
      </div>
      <FileUpload
        readsOnly
        label={t('import')}
        hint={t('importHint')}
        rules={RULES}
        upload={async (file) => readParameters(new Uint8Array(await file.arrayBuffer()))}
        onDone={(item) => setRead(item.result)}
        onRemove={() => setRead(undefined)}
      />
      {read &&
        (read.problems.length > 0 ? (
          <ParameterProblems problems={read.problems} />
        ) : (
          <Changes parameters={read.parameters} {...{ draft, open, document, onClose, nameless }} />
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
}: Props & { parameters: Read['parameters']; nameless: (n: number) => string }) {
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
