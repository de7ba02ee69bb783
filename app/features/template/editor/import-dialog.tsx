import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LIMITS } from '#core/config/limits.ts';
import { type ImportedDocx, importDocx } from '#core/docx/import/import-docx.ts';
import { openDocx } from '#core/docx/open-docx.ts';
import { AppError } from '#core/errors.ts';
import { BODY_FRAGMENT, putLists, setPage } from '#core/template/room.ts';
import { walkBody } from '#core/template/walk-body.ts';
import { keepFile } from '../../../parts/room/file-box.ts';
import { newKey } from '../../../parts/room/new-key.ts';
import type { OpenRoom } from '../../../parts/room/open-room.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { errorText } from '../../../wire/client-error.ts';
import type { TemplateParts } from '../room/use-template-room.ts';
import style from './editor.module.css';
import { templateSchema } from './schema.ts';
import { sharedText, writeText } from './shared/shared-text.ts';

interface Props {
  open: OpenRoom;
  parts: TemplateParts;
  /** Whether the draft has text, which the import replaces. */
  hasText: boolean;
  onClose: () => void;
}

interface ChosenFile {
  name: string;
  read: ImportedDocx;
}

/** Imports the text of a Word file: lists beforehand what is dropped; a single undo reverts the import. */
export default function ImportDialog({ open, parts, hasText, onClose }: Props) {
  const { t } = useTranslation(['templateEdit', 'error']);
  const [chosen, setChosen] = useState<ChosenFile>();
  const [error, setError] = useState<unknown>();
  const [reading, setReading] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const read = async (file: File) => {
    setReading(true);
    setChosen(undefined);
    setError(undefined);
    try {
      if (file.size > LIMITS.templateDocx) throw new AppError('DOCUMENT_TOO_LARGE');
      const docx = openDocx(new Uint8Array(await file.arrayBuffer()));
      setChosen({ name: file.name, read: await importDocx(docx, { there: parts, newKey }) });
    } catch (refused) {
      setError(refused);
    } finally {
      setReading(false);
    }
  };
  const take = async ({ read: { body, page, added, pictures } }: ChosenFile) => {
    // pictures stay on the device until they are uploaded, so nothing waits for the network
    for (const [file, { bytes }] of pictures) await keepFile(file, bytes);
    open.undo.stopCapturing();
    open.doc.transact(() => {
      putLists(open.doc, added);
      setPage(open.doc, page);
      const fragment = open.doc.getXmlFragment(BODY_FRAGMENT);
      writeText(fragment, templateSchema.nodeFromJSON(body), sharedText(templateSchema));
    });
    open.undo.stopCapturing();
    toast({ tone: 'success', text: t('import.done') });
    onClose();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('import.title')}
      locked={reading}
      actions={
        <>
          <Button onClick={onClose} disabled={reading}>
            {t('cancel')}
          </Button>
          {chosen && (
            <Button kind="primary" onClick={() => void take(chosen)}>
              {t(hasText ? 'import.replace' : 'import.take')}
            </Button>
          )}
        </>
      }
    >
      <div>
        <Button icon="upload" pending={reading} onClick={() => input.current?.click()}>
          {t(chosen ? 'import.other' : 'import.choose')}
        </Button>
        <input
          ref={input}
          type="file"
          accept=".docx,.doc,.docm"
          hidden
          aria-label={t('import.choose')}
          onChange={(event) => {
            const [file] = event.target.files ?? [];
            event.target.value = '';
            if (file) void read(file);
          }}
        />
        <p className={style.about}>{t('import.about')}</p>
      </div>
      {error !== undefined && <Notice tone="error">{errorText(error, t)}</Notice>}
      {chosen && <Found chosen={chosen} />}
      {chosen && hasText && <Notice tone="warning">{t('import.replaces')}</Notice>}
    </Dialog>
  );
}

/** The content found in the file, and what is dropped, by kind and position. */
function Found({ chosen: { name, read } }: { chosen: ChosenFile }) {
  const { t } = useTranslation('templateEdit');
  const { leftOut, otherFonts, added } = read;
  return (
    <section className={style.found} aria-label={name}>
      <p>
        <strong>{name}</strong>
      </p>
      <p>{t('import.found', countsOf(read))}</p>
      {added.fields.length > 0 && (
        <p>{t('import.fields', { names: added.fields.map((field) => field.name).join(t('comma')) })}</p>
      )}
      {added.signers.length > 0 && (
        <p>{t('import.signers', { names: added.signers.map((signer) => signer.name).join(t('comma')) })}</p>
      )}
      {otherFonts.length > 0 && (
        <p>
          {t('import.fonts', {
            names: otherFonts.map((place) => t('import.place', { place })).join(t('comma')),
          })}
        </p>
      )}
      {leftOut.length === 0 ? (
        <Notice tone="success">{t('import.whole')}</Notice>
      ) : (
        <>
          <p>{t('import.leftOut')}</p>
          <ul className={style.leftOut}>
            {leftOut.map(({ kind, count, places }) => (
              <li key={kind}>
                <strong>{t(`import.left.${kind}`, { count })}</strong>
                {places.length > 0 && (
                  <span className={style.leftPlaces}>
                    {places.map((place) => t('import.place', { place })).join(' ')}
                  </span>
                )}
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

function countsOf({ body, pictures }: ImportedDocx) {
  const counts = { paragraphs: 0, clauses: 0, tables: 0, pictures: pictures.size };
  walkBody(body, {
    block({ type }) {
      if (type === 'clause') counts.clauses += 1;
      else if (type === 'table') counts.tables += 1;
      else if (type === 'paragraph' || type === 'heading' || type === 'item') counts.paragraphs += 1;
    },
  });
  return counts;
}
